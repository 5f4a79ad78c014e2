/// The types in which a picture of a page can be had.
public enum ImageType: String, CaseIterable, Hashable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"

    /// Reads the parameter `type`, in capitals or not; nil when it is absent.
    ///
    /// - Throws: when it names anything else.
    public static func asked(for parameter: String?) throws(WireError) -> ImageType? {
        guard let parameter else { return nil }
        guard let type = ImageType(rawValue: parameter.lowercased()) else {
            throw WireError("The type must be \(allCases.map(\.rawValue).joined(separator: " or ")).")
        }
        return type
    }
}
