import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Scans with the first scanner of a service, in colour at 300 dpi, and writes page-1.jpg, page-2.jpg ...
@main
struct FirstScan {
    struct Scanner: Decodable { var name, device: String }
    struct Job: Encodable { var device: String, config = ["PixelType": 2, "Resolution": 300] }
    struct Trouble: Error { var sentence: String }

    static func main() async {
        let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:18622"
        do {
            try await scan(with: address)
        } catch let trouble as Trouble {
            print(trouble.sentence)
            exit(1)
        } catch {
            print("There is no answer from \(address). Is the service running? \(error.localizedDescription)")
            exit(1)
        }
    }

    static func scan(with address: String) async throws {
        guard let service = URL(string: address) else { throw Trouble(sentence: "\(address) is no address.") }
        let api = service.appendingPathComponent("DWTAPI")

        let list = try await ask(URLRequest(url: api.appendingPathComponent("Scanners")))
        guard let scanner = try JSONDecoder().decode([Scanner].self, from: list.body).first else {
            throw Trouble(sentence: "The service knows no scanner.")
        }
        print("Scanning with \(scanner.name)")

        let jobs = api.appendingPathComponent("ScanJobs")
        var order = URLRequest(url: jobs)
        order.httpMethod = "POST"
        order.httpBody = try JSONEncoder().encode(Job(device: scanner.device))
        let created = try await ask(order)
        guard created.status == 201 else { throw Trouble(sentence: created.text) }
        let job = jobs.appendingPathComponent(created.text)

        // 200 brings a page, 410 is the end, and everything else is a sentence about what went wrong.
        for number in 1... {
            let page = try await ask(URLRequest(url: job.appendingPathComponent("NextDocument")))
            if page.status == 410 { break }
            guard page.status == 200 else { throw Trouble(sentence: page.text) }
            try page.body.write(to: URL(fileURLWithPath: "page-\(number).jpg"))
            print("page-\(number).jpg, \(page.body.count) bytes")
        }
    }

    struct Answer {
        var status: Int?
        var body: Data
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    static func ask(_ request: URLRequest) async throws -> Answer {
        let (body, response) = try await URLSession.shared.data(for: request)
        return Answer(status: (response as? HTTPURLResponse)?.statusCode, body: body)
    }
}
