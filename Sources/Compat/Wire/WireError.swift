/// What somebody sent does not say what it should; `message` is a sentence for people and names the member.
public struct WireError: Error, Hashable, Sendable {
    /// What is wrong and what would be right ("config.PixelType must be a number, not an object.").
    public var message: String

    /// Makes an error that people read as `message`.
    public init(_ message: String) {
        self.message = message
    }
}
