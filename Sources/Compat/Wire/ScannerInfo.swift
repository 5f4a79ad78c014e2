/// One scanner of the list that `GET /DWTAPI/Scanners` and `GET /api/device/scanners` answer.
///
/// Exactly these three members: one null or fraction among them empties the whole list of the vendor's Swift sample.
public struct ScannerInfo: Codable, Hashable, Sendable {
    /// What people see; unique in the list, as some clients find a scanner again by it.
    public var name: String
    /// One bit of `ScannerType`.
    public var type: Int
    /// A JSON text that clients send back as it is: see `DeviceToken`.
    public var device: String

    /// Makes an entry of the list.
    public init(name: String, type: ScannerType, device: String) {
        self.name = name
        self.type = type.rawValue
        self.device = device
    }
}
