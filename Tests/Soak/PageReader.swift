import Synchronization
import TestSupport

/// Says which page a picture shows: the number that is drawn into it, and its size.
final class PageReader: Sendable {
    /// What a picture shows.
    struct Seen: Equatable, Sendable {
        /// nil when nothing is drawn into it.
        var mark: PageMark?
        var width: Int
        var height: Int
    }

    /// Pictures that were decoded before: the same bytes are the same picture, and decoders are programs of their own.
    private let known = Mutex<[[UInt8]: Seen]>([:])
    private static let mostKnown = 4_000

    /// Decodes a page; throws when the decoder has anything to complain about.
    func read(_ page: [UInt8]) throws -> Seen {
        if let seen = known.withLock({ $0[page] }) { return seen }
        let picture = try PortableMap(page: page)
        let seen = Seen(mark: PageMark(in: picture), width: picture.width, height: picture.height)
        known.withLock { known in
            if known.count >= Self.mostKnown { known = [:] }
            known[page] = seen
        }
        return seen
    }

    /// Whether two pages look alike all over, however they were encoded.
    func looksLike(_ page: [UInt8], _ other: [UInt8]) throws -> Bool {
        if page == other { return true }
        let likeness = try PortableMap(page: page).eightBit.likeness(to: PortableMap(page: other).eightBit)
        return likeness.map { $0 > Self.alike } ?? false
    }

    /// Decibels; two encodings of one picture are far above it, pictures with a piece of another far below.
    private static let alike = 35.0
}
