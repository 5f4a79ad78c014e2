import Foundation

/// The legacy API as its clients use it: every call on a connection of its own unless one is given.
package struct LegacyClient: Sendable {
    package let server: RunningServer

    package init(server: RunningServer) { self.server = server }

    /// Asks for a scan; returns the job's id.
    package func createJob(_ body: String = "{}", query: String = "") throws -> String {
        let answer = try server.client().request(
            "POST",
            "/DWTAPI/ScanJobs\(query)",
            headers: ["Content-Type: application/json"],
            body: body
        )
        guard answer.status == 201 else { throw Refused(status: answer.status, text: answer.text) }
        return answer.text
    }

    /// Asks for the next page and reads it whole.
    package func next(_ job: String, on client: HTTPClient? = nil) throws -> HTTPResponse {
        try (client ?? server.client()).request("GET", "/DWTAPI/ScanJobs/\(job)/NextDocument")
    }

    /// All pages of a job up to the first answer that is none, and that answer.
    package func pages(_ job: String) throws -> (pages: [[UInt8]], end: HTTPResponse) {
        var pages: [[UInt8]] = []
        let client = try server.client()
        while true {
            let answer = try next(job, on: client)
            guard answer.status == 200 else { return (pages, answer) }
            pages.append(answer.body)
        }
    }

    /// Deletes a job.
    package func delete(_ job: String) throws -> HTTPResponse {
        try server.client().request("DELETE", "/DWTAPI/ScanJobs/\(job)")
    }

    /// No job was made.
    package struct Refused: Error {
        package var status: Int
        package var text: String
    }
}

/// What the header of a JPEG says.
package struct JPEGFacts: Equatable {
    package var width: Int
    package var height: Int
    package var components: Int
    /// Dots per inch across and down; nil when the unit is not the inch.
    package var density: [Int]?

    /// Reads a baseline JPEG; nil when it does not begin and end as one.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
        var place = 2
        var found: (width: Int, height: Int, components: Int)?
        func word(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
        while place + 4 < bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
            let marker = bytes[place + 1]
            if marker == 0xE0, bytes[place + 11] == 1 { density = [word(place + 12), word(place + 14)] }
            if marker == 0xC0 { found = (word(place + 7), word(place + 5), Int(bytes[place + 9])) }
            place += 2 + word(place + 2)
        }
        guard let found else { return nil }
        (width, height, components) = found
    }
}

/// What djpeg complains about; empty when a picture is sound.
package func complaints(about jpeg: [UInt8]) throws -> String {
    let djpeg = try Program.run(["djpeg", "-outfile", "/dev/null"], input: jpeg, seconds: 30)
    return djpeg.ending.succeeded ? djpeg.errors : "djpeg failed: \(djpeg.errors)"
}
