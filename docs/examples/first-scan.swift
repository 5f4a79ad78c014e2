import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Scans with the first scanner of a service, in colour at 300 dpi, and writes page-1.jpg, page-2.jpg ...
@main
struct FirstScan {
    struct Scanner: Decodable { var name, device: String }
    struct Job: Encodable { var device: String, config = ["PixelType": 2, "Resolution": 300] }

    static func main() async throws {
        let service = URL(string: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:18622")
        guard let api = service?.appendingPathComponent("DWTAPI") else { return print("That is no address.") }

        let (list, _) = try await URLSession.shared.data(from: api.appendingPathComponent("Scanners"))
        let scanners = try JSONDecoder().decode([Scanner].self, from: list)
        guard let scanner = scanners.first else { return print("No scanner.") }
        print("Scanning with \(scanner.name)")

        let jobs = api.appendingPathComponent("ScanJobs")
        var request = URLRequest(url: jobs)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(Job(device: scanner.device))
        let (answer, _) = try await URLSession.shared.data(for: request)
        let job = jobs.appendingPathComponent(String(decoding: answer, as: UTF8.self))

        // 200 brings a page, 410 is the end, and everything else is a sentence about what went wrong.
        for number in 1... {
            let (page, response) = try await URLSession.shared.data(from: job.appendingPathComponent("NextDocument"))
            let status = (response as? HTTPURLResponse)?.statusCode
            if status == 410 { break }
            guard status == 200 else { return print(String(decoding: page, as: UTF8.self)) }
            try page.write(to: URL(fileURLWithPath: "page-\(number).jpg"))
            print("page-\(number).jpg, \(page.count) bytes")
        }
    }
}
