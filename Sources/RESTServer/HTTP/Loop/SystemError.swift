import Glibc

/// A refusal of the operating system.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The call that failed.
    package var call: String
    package var errno: Int32
    /// What happened, for people.
    package var text: String

    /// The system's own words for the error.
    package init(call: String, errno: Int32) {
        self.init(call: call, errno: errno, text: "\(call): \(Self.words(for: errno))")
    }

    package init(call: String, errno: Int32, text: String) {
        self.call = call
        self.errno = errno
        self.text = text
    }

    package var description: String { text }

    /// What strerror says.
    static func words(for errno: Int32) -> String {
        strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    }
}
