import FoundationEssentials
import Scanning

/// What the service knows over restarts, as JSON in a file of the state folder.
struct KeptFile<Value: Codable> {
    /// nil keeps nothing.
    let path: String?

    private static var longest: Int { 1 << 20 }

    /// What was kept; nil when there is nothing, or nothing that can be read.
    func read() -> Value? {
        // The parser of our own comes first: a damaged file must not end the process (docs/adr/0003).
        guard let path, let text = FolderReading.text(of: path, limit: Self.longest), JSONText.value(of: text) != nil
        else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// Keeps it; what cannot be kept is told as `what` in the log.
    func keep(_ value: Value, as what: String, _ log: Log) {
        guard let path else { return }
        do {
            try write(String(decoding: JSONEncoder().encode(value), as: UTF8.self), toFile: path)
        } catch {
            log.warning("\(what) cannot be kept", ["reason": "\(error)"])
        }
    }
}
