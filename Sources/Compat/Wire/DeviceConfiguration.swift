/// The `config` object of a job request: the members that mean something to a scanner behind SANE. nil is "not said".
///
/// Source: vendor's REST reference, `DeviceConfiguration`; `XferCount`, `IfAutoFeed`, `BitDepth`, `Brightness` and
/// `Contrast` come from its samples and its JavaScript library. Names match without regard to case. Members about
/// windows (`IfShowUI` …) mean nothing on a host without a screen and are not read.
public struct DeviceConfiguration: Hashable, Sendable {
    /// `PixelType`: a code of `PixelType`, which may be one that nobody knows.
    public var pixelType: Int?
    /// `Resolution` in dots per inch.
    public var resolution: Double?
    /// `IfFeederEnabled`: scan from the feeder.
    public var isFeederEnabled: Bool?
    /// `IfDuplexEnabled`: scan both sides.
    public var isDuplexEnabled: Bool?
    /// `IfAutoFeed`: go on with the next sheet by itself.
    public var isAutoFeed: Bool?
    /// `XferCount`: images to take, -1 for all.
    public var transferCount: Int?
    /// `PageSize`: a code of `PageSize`, which may be one that nobody knows.
    public var pageSize: Int?
    /// `SelectSourceByIndex`: a place in the scanner list, counted from 0; means something only without `device`.
    public var sourceIndex: Int?
    /// `BitDepth`: bits per pixel (1, 8, 24), by some also bits per sample.
    public var bitDepth: Int?
    /// `Brightness`, -1000 … 1000.
    public var brightness: Double?
    /// `Contrast`, -1000 … 1000.
    public var contrast: Double?

    /// A configuration that says nothing.
    public init() {}

    init(_ members: MemberReader) throws(WireError) {
        pixelType = try members.integer("PixelType", constant: PixelType.code(named:))
        resolution = try members.number("Resolution")
        isFeederEnabled = try members.flag("IfFeederEnabled")
        isDuplexEnabled = try members.flag("IfDuplexEnabled")
        isAutoFeed = try members.flag("IfAutoFeed")
        transferCount = try members.integer("XferCount")
        pageSize = try members.integer("PageSize", constant: PageSize.code(named:))
        sourceIndex = try members.integer("SelectSourceByIndex")
        bitDepth = try members.integer("BitDepth")
        brightness = try members.number("Brightness")
        contrast = try members.number("Contrast")
    }
}
