/// What stands in the `device` member of a scanner: a JSON text that clients carry back unread.
///
/// The outline is the vendor's (`deviceInfo`, `deviceType`, `isSystemDefaultPrinter`, `name`, texts in base64), plus
/// `scannerId`, a member of our own, which says the same after the scanner was plugged in again.
///
/// Source: vendor's REST reference, example of `GET /DWTAPI/Scanners`.
public struct DeviceToken: Hashable, Sendable {
    /// Stable over replug and reboot.
    public var id: String
    /// What people see.
    public var label: String
    /// The maker.
    public var vendor: String
    /// The maker's name for it.
    public var model: String

    /// Makes the token of one scanner.
    public init(id: String, label: String, vendor: String, model: String) {
        self.id = id
        self.label = label
        self.vendor = vendor
        self.model = model
    }

    /// The JSON text, the same each time for the same scanner.
    public var text: String {
        JSONValue.object([
            "deviceInfo": .object([
                "Manufacturer": .string(Base64.encoded(vendor)),
                "ProductFamily": .string(Base64.encoded(model)),
                "ProductName": .string(Base64.encoded(model)),
            ]),
            "deviceType": .integer(ScannerType.sane.rawValue),
            "isSystemDefaultPrinter": .bool(false),
            "name": .string(Base64.encoded(label)),
            Self.idMember: .string(id),
        ]).text
    }

    private static let idMember = "scannerId"

    /// A scanner that a `device` value may mean.
    public struct Candidate: Hashable, Sendable {
        /// What the list says of it.
        public var token: DeviceToken
        /// The driver's name for it at this moment; people paste it.
        public var deviceName: String
        /// The name it had before people gave it another one; clients may have kept it.
        public var ownLabel: String?

        /// Makes a candidate.
        public init(token: DeviceToken, deviceName: String, ownLabel: String? = nil) {
            self.token = token
            self.deviceName = deviceName
            self.ownLabel = ownLabel
        }

        fileprivate func isCalled(_ name: String) -> Bool { deviceName == name || ownLabel == name }
    }

    /// The place of the scanner that `text` means: its exact token, an equal JSON text (clients escape and order
    /// differently), its id, its name in base64, or a plain name; nil when it is none of them.
    ///
    /// A token that carries an id means that scanner and no other, even one of the same name.
    ///
    /// - Parameter parse: reads a JSON text; nil when it is none.
    public static func match(
        _ text: String,
        among candidates: [Candidate],
        parse: (String) -> JSONValue?
    ) -> Int? {
        if let exact = candidates.firstIndex(where: { $0.token.text == text }) { return exact }
        if let json = parse(text), case .object = json {
            return match(json, among: candidates, parse: parse)
        }
        let plain = text.trimmed
        return candidates.firstIndex { $0.token.label == text || $0.deviceName == text }
            ?? candidates.firstIndex { $0.token.label.trimmed == plain }
            ?? candidates.firstIndex { $0.token.id == plain || $0.isCalled(plain) }
    }

    private static func match(
        _ json: JSONValue,
        among candidates: [Candidate],
        parse: (String) -> JSONValue?
    ) -> Int? {
        if let equal = candidates.firstIndex(where: { parse($0.token.text) == json }) { return equal }
        if case .string(let id)? = json.member(idMember) {
            return candidates.firstIndex { $0.token.id == id }
        }
        guard case .string(let name)? = json.member("name") else { return nil }
        let decoded = Base64.decoded(name)
        return decoded.flatMap { label in candidates.firstIndex { $0.token.label == label } }
            ?? decoded.flatMap { label in candidates.firstIndex { $0.ownLabel == label } }
            ?? candidates.firstIndex { $0.token.label == name || $0.isCalled(name) }
    }
}
