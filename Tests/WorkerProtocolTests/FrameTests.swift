import Scanning
import Testing
import WorkerProtocol

@Suite("Frames between server and worker")
struct FrameTests {
    @Test("a header is its type and its length, least significant byte first")
    func header() throws {
        let header = FrameHeader(type: .pageBytes, length: 0x0A_BC_DE)
        #expect(header.bytes == [3, 0xDE, 0xBC, 0x0A, 0])
        #expect(try FrameHeader(header.bytes) == header)
    }

    @Test("every command arrives as it was sent, whatever the pieces", arguments: Sample.commands)
    func command(_ command: Command) throws {
        let bytes = try Frame.bytes(of: command)
        for step in [1, 2, 7, bytes.count] {
            #expect(try pieces(of: bytes, step: step, reader: .fromServer()) == [.command(command)])
        }
    }

    @Test("every event arrives as it was sent, whatever the pieces", arguments: Sample.events)
    func event(_ event: Event) throws {
        let bytes = try Frame.bytes(of: event)
        for step in [1, 2, 7, bytes.count] {
            #expect(try pieces(of: bytes, step: step, reader: .fromWorker()) == [.event(event)])
        }
    }

    @Test("page bytes come out in order between the messages around them", arguments: [1, 3, 64, 100_000])
    func pageBytes(step: Int) throws {
        let page = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var stream = try Frame.bytes(of: .waiting)
        for part in [page[..<65_536], [], page[65_536...]] {
            stream += FrameHeader(type: .pageBytes, length: part.count).bytes + Array(part)
        }
        stream += try Frame.bytes(of: .closed)
        let heard = try pieces(of: stream, step: step, reader: .fromWorker())
        #expect(heard == [.event(.waiting), .page(page), .event(.closed)])
    }

    @Test("a frame nobody may send is refused, and nothing after it is believed", arguments: Sample.violations)
    func violation(_ bytes: [UInt8], _ expected: ProtocolViolation) throws {
        var reader = FrameReader.fromWorker()
        #expect(throws: expected) { try drain(bytes, &reader) }
        let sound = try Frame.bytes(of: .waiting)
        #expect(throws: expected) { try drain(sound, &reader) }
        #expect(throws: expected) { try reader.finish() }
    }

    @Test("a stream that ends inside a frame is told from one that ends between two")
    func truncation() throws {
        let bytes = try Frame.bytes(of: .scanners([]))
        for length in 0...bytes.count {
            var reader = FrameReader.fromWorker()
            try drain(Array(bytes[..<length]), &reader)
            if length == 0 || length == bytes.count {
                try reader.finish()
            } else {
                #expect(throws: ProtocolViolation.truncated) { try reader.finish() }
            }
        }
    }

    @Test("a server's reader takes no events, a worker's no commands")
    func direction() throws {
        var server = FrameReader.fromServer()
        let event = try Frame.bytes(of: .waiting)
        #expect(throws: ProtocolViolation.wrongDirection(.event)) { try drain(event, &server) }
        var worker = FrameReader.fromWorker()
        let command = try Frame.bytes(of: .close)
        #expect(throws: ProtocolViolation.wrongDirection(.command)) { try drain(command, &worker) }
    }

    @Test("a message longer than a frame may be is not sent")
    func oversize() throws {
        let name = String(repeating: "x", count: FrameHeader.longestPayload)
        let scanner = ScannerDescription(deviceName: name, vendor: "", model: "", type: "")
        #expect(throws: ProtocolViolation.self) { try Frame.bytes(of: .scanners([scanner])) }
    }

    @Test("numbers that are none still arrive")
    func infinity() throws {
        var settings = ScanSettings(source: .glass)
        settings.resolution = .infinity
        let bytes = try Frame.bytes(of: .opened(settings))
        #expect(try pieces(of: bytes, step: 11, reader: .fromWorker()) == [.event(.opened(settings))])
    }
}
