import Testing
import WorkerProtocol

@Suite("Frames from a hostile peer")
struct FuzzTests {
    @Test("noise ends in a violation or in pieces, never in a crash", arguments: 0..<200)
    func noise(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let bytes = (0..<2_000).map { _ in UInt8(truncatingIfNeeded: dice.next() >> 33) }
        listen(to: bytes, step: 1 + Int(dice.next() % 300))
    }

    @Test("a sound stream with one byte changed never crashes the reader", arguments: 0..<200)
    func mutation(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var bytes: [UInt8] = []
        for event in Sample.events { bytes += try Frame.bytes(of: event) }
        bytes += FrameHeader(type: .pageBytes, length: 100).bytes + [UInt8](repeating: 7, count: 100)
        bytes[Int(dice.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: dice.next())
        listen(to: bytes, step: 1 + Int(dice.next() % 50))
    }

    @Test("a deeply nested message is refused")
    func nesting() {
        // A list of one, which is a list of one, which …
        let level: [UInt8] = [6, 1, 0, 0, 0]
        let payload = [UInt8]((0..<100_000).map { _ in level }.joined()) + [0]
        var reader = FrameReader.fromWorker()
        let bytes = FrameHeader(type: .event, length: payload.count).bytes + payload
        #expect(throws: ProtocolViolation.malformed(.event)) { try drain(bytes, &reader) }
    }

    /// Whatever is said, the reader hands out no more page bytes than it got.
    private func listen(to bytes: [UInt8], step: Int) {
        var reader = FrameReader.fromWorker()
        var handedOut = 0
        do {
            try drain(bytes, &reader, step: step) { piece in
                if case .pageBytes(let part) = piece { handedOut += part.count }
            }
        } catch {
            #expect(throws: error) { try reader.finish() }
        }
        #expect(handedOut <= bytes.count)
    }
}

/// The same numbers for the same seed, on every machine.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
