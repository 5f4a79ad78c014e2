import Glibc
import HTTPServer

/// A small service for the tests: the path says what the answer shall be like.
final class TestHandler: RequestHandler {
    private let loop: EventLoop
    private let journal: Journal
    private var waiting: [String: Exchange] = [:]
    private var deliveries: [String: Delivery] = [:]
    private var streams: [String: Forgettable] = [:]
    private var largeFiles: [Int: Int32] = [:]

    init(loop: EventLoop, journal: Journal) {
        self.loop = loop
        self.journal = journal
    }

    deinit { largeFiles.values.forEach { close($0) } }

    func forgetAll() {
        waiting = [:]
        streams = [:]
        server = nil
    }

    func refusal(of request: Request) -> Response? {
        request.target.segments.first == "forbidden" ? text("no", status: 403) : nil
    }

    func response(to fault: RequestFault, of request: Request) -> Response {
        var response = text(fault.message, status: fault.status)
        response.headers.add("Access-Control-Allow-Origin", "*")
        return response
    }

    func handle(_ exchange: Exchange) {
        let target = exchange.request.target
        let tag = target.query("tag") ?? "untagged"
        let count = target.query("n").flatMap { Int($0) } ?? 0
        switch target.segments.first {
        case "hello": exchange.answer(text("hello"))
        case "method": exchange.answer(text("\(exchange.request.method) \(exchange.request.version.rawValue)"))
        case "echo": exchange.answer(Response(status: 200, body: .bytes(exchange.request.body)))
        case "target": exchange.answer(text(Self.describe(target)))
        case "header": exchange.answer(text(exchange.request.headers.all(tag).joined(separator: "|")))
        case "empty": exchange.answer(Response(status: 204))
        case "close": answer(exchange, tag, closing(text("bye")))
        case "page": answer(exchange, tag, Response(status: 200, body: .bytes(Self.pattern(count))), wantsReceipt: true)
        case "file": withFile(count) { answer(exchange, tag, $0) }
        case "closingfile": withFile(count) { answer(exchange, tag, closing($0)) }
        case "stream": stream(exchange, tag, target.query("script") ?? "")
        case "later": keep(exchange, tag)
        case "stop":
            keep(exchange, tag)
            stop()
        case "drop": break
        case "release": release(tag, exchange)
        case "push": push(tag, target.query("script") ?? "", exchange)
        case "probe": probe(tag, exchange)
        default: exchange.answer(text("nothing here", status: 404))
        }
    }

    private struct Forgettable {
        weak var stream: ScriptedStream?
    }

    // MARK: The answers

    private func answer(_ exchange: Exchange, _ tag: String, _ response: Response, wantsReceipt: Bool = false) {
        var response = response
        response.wantsReceipt = wantsReceipt
        let delivery = exchange.answer(response)
        deliveries[tag] = delivery
        delivery.whenKnown = { [journal] outcome in journal.note("delivery \(tag) \(outcome)") }
    }

    private func keep(_ exchange: Exchange, _ tag: String) {
        waiting[tag] = exchange
        exchange.whenClientLeaves = { [weak self, journal] in
            journal.note("left \(tag)")
            self?.waiting.removeValue(forKey: tag)?.answer(Response(status: 500))
        }
        journal.note("waiting \(tag)")
    }

    /// Set by the test's server.
    var server: HTTPServer?

    private func stop() {
        server?.stop(
            answering: { [self] _ in text("stopping", status: 503) },
            within: .seconds(1),
            then: { [journal, loop] in
                journal.note("stopped")
                loop.stop()
            }
        )
    }

    private func release(_ tag: String, _ exchange: Exchange) {
        if let other = waiting.removeValue(forKey: tag) {
            answer(other, tag, text("released"), wantsReceipt: true)
        }
        exchange.answer(text("done"))
    }

    private func stream(_ exchange: Exchange, _ tag: String, _ script: String) {
        let stream = ScriptedStream(script) { [journal] word in journal.note("stream \(tag) \(word)") }
        streams[tag] = Forgettable(stream: stream)
        answer(exchange, tag, Response(status: 200, body: .stream(stream)))
    }

    private func push(_ tag: String, _ script: String, _ exchange: Exchange) {
        streams[tag]?.stream?.push(script)
        exchange.answer(text("pushed"))
    }

    private func probe(_ tag: String, _ exchange: Exchange) {
        deliveries[tag]?.probe()
        exchange.answer(text(deliveries[tag]?.outcome.map { "\($0)" } ?? "open"))
    }

    private func text(_ text: String, status: Int = 200) -> Response {
        Response(status: status, headers: Headers([("Content-Type", "text/plain")]), body: .bytes(Array(text.utf8)))
    }

    private func closing(_ response: Response) -> Response {
        var response = response
        response.closesConnection = true
        return response
    }

    /// A small file is closed as soon as the answer is given, a large one is made once.
    private func withFile(_ count: Int, _ use: (Response) -> Void) {
        if let kept = largeFiles[count] {
            return use(Response(status: 200, body: .file(descriptor: kept, length: count)))
        }
        var path = Array("/tmp/http-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        unlink(path)
        let bytes = Self.pattern(count)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        precondition(written == count)
        use(Response(status: 200, body: .file(descriptor: descriptor, length: count)))
        if count > 1_000_000 {
            largeFiles[count] = descriptor
        } else {
            close(descriptor)
        }
    }

    /// Bytes that do not repeat within the buffers on their way.
    static func pattern(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + block.count)
        while bytes.count < count {
            bytes += block
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ ($0 >> 8)) }

    private static func describe(_ target: RequestTarget) -> String {
        let query = target.query.map { "\($0.name)=\($0.value)" }
        return "[\(target.segments.joined(separator: "|"))] [\(query.joined(separator: "|"))]"
    }
}

/// A stream that follows a script: a letter with a number is so many bytes of it, `w` waits for `push`, `.` ends it,
/// `!` aborts it.
final class ScriptedStream: BodyStream {
    var whenReady: (() -> Void)?
    private var steps: [Substring]
    private let told: (String) -> Void

    init(_ script: String, told: @escaping (String) -> Void) {
        steps = script.split(separator: ",")
        self.told = told
    }

    deinit { told("released") }

    func push(_ script: String) {
        steps += script.split(separator: ",")
        whenReady?()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        told("read")
        guard let step = steps.first, step != "w" else {
            if !steps.isEmpty {
                steps.removeFirst()
            }
            return .wait
        }
        if step == "." { return .end }
        if step == "!" { return .abort }
        let wanted = Int(step.dropFirst()) ?? 0
        let count = min(wanted, buffer.count)
        _ = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(
            as: UInt8.self,
            repeating: step.utf8.first ?? 0
        )
        if count == wanted {
            steps.removeFirst()
        } else {
            steps[0] = "\(step.prefix(1))\(wanted - count)"
        }
        return .bytes(count)
    }
}
