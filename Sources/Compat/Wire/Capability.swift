/// The capabilities of TWAIN that can mean something for a scanner behind SANE, by number and constant name.
///
/// Source: vendor's reference, `EnumDWT_Cap`; numbers are TWAIN's own.
public enum Capability: Int, Hashable, Sendable, CaseIterable {
    case transferCount = 1
    case compression = 256
    case pixelType = 257
    case units = 258
    case transferMechanism = 259
    case feederEnabled = 4098
    case feederLoaded = 4099
    case supportedCapabilities = 4101
    case autoFeed = 4103
    case indicators = 4107
    case paperDetectable = 4109
    case uiControllable = 4110
    case deviceOnline = 4111
    case autoScan = 4112
    case duplex = 4114
    case duplexEnabled = 4115
    case serialNumber = 4132
    case feederAlignment = 4141
    case feederOrder = 4142
    case autoBright = 4352
    case brightness = 4353
    case contrast = 4355
    case filter = 4358
    case gamma = 4360
    case orientation = 4368
    case physicalWidth = 4369
    case physicalHeight = 4370
    case frames = 4372
    case xNativeResolution = 4374
    case yNativeResolution = 4375
    case xResolution = 4376
    case yResolution = 4377
    case bitOrder = 4380
    case lightPath = 4382
    case pixelFlavor = 4383
    case planarChunky = 4384
    case rotation = 4385
    case supportedSizes = 4386
    case threshold = 4387
    case xScaling = 4388
    case yScaling = 4389
    case bitDepth = 4395
    case bitDepthReduction = 4396
    case minimumHeight = 4400
    case minimumWidth = 4401
    case autoDiscardBlankPages = 4404
    case overscan = 4425
    case automaticBorderDetection = 4432
    case automaticDeskew = 4433
    case automaticRotate = 4434
    case autoSize = 4438
    case automaticLengthDetection = 4440
    case automaticColorEnabled = 4441
    case automaticColorNonColorPixelType = 4442

    /// The constant's name (`ICAP_PIXELTYPE`).
    public var name: String { Self.names[self] ?? "" }

    /// The constant's name of a number; nil when it is not in the table.
    public static func name(of code: Int) -> String? {
        Capability(rawValue: code)?.name
    }

    /// The number of a constant.
    ///
    /// - Parameter name: in lower case.
    public static func code(named name: String) -> Int? {
        codes[name]
    }

    private static let codes = Dictionary(
        uniqueKeysWithValues: names.map { ($0.value.lowercased(), $0.key.rawValue) }
    )

    private static let names: [Capability: String] = [
        .transferCount: "CAP_XFERCOUNT",
        .compression: "ICAP_COMPRESSION",
        .pixelType: "ICAP_PIXELTYPE",
        .units: "ICAP_UNITS",
        .transferMechanism: "ICAP_XFERMECH",
        .feederEnabled: "CAP_FEEDERENABLED",
        .feederLoaded: "CAP_FEEDERLOADED",
        .supportedCapabilities: "CAP_SUPPORTEDCAPS",
        .autoFeed: "CAP_AUTOFEED",
        .indicators: "CAP_INDICATORS",
        .paperDetectable: "CAP_PAPERDETECTABLE",
        .uiControllable: "CAP_UICONTROLLABLE",
        .deviceOnline: "CAP_DEVICEONLINE",
        .autoScan: "CAP_AUTOSCAN",
        .duplex: "CAP_DUPLEX",
        .duplexEnabled: "CAP_DUPLEXENABLED",
        .serialNumber: "CAP_SERIALNUMBER",
        .feederAlignment: "CAP_FEEDERALIGNMENT",
        .feederOrder: "CAP_FEEDERORDER",
        .autoBright: "ICAP_AUTOBRIGHT",
        .brightness: "ICAP_BRIGHTNESS",
        .contrast: "ICAP_CONTRAST",
        .filter: "ICAP_FILTER",
        .gamma: "ICAP_GAMMA",
        .orientation: "ICAP_ORIENTATION",
        .physicalWidth: "ICAP_PHYSICALWIDTH",
        .physicalHeight: "ICAP_PHYSICALHEIGHT",
        .frames: "ICAP_FRAMES",
        .xNativeResolution: "ICAP_XNATIVERESOLUTION",
        .yNativeResolution: "ICAP_YNATIVERESOLUTION",
        .xResolution: "ICAP_XRESOLUTION",
        .yResolution: "ICAP_YRESOLUTION",
        .bitOrder: "ICAP_BITORDER",
        .lightPath: "ICAP_LIGHTPATH",
        .pixelFlavor: "ICAP_PIXELFLAVOR",
        .planarChunky: "ICAP_PLANARCHUNKY",
        .rotation: "ICAP_ROTATION",
        .supportedSizes: "ICAP_SUPPORTEDSIZES",
        .threshold: "ICAP_THRESHOLD",
        .xScaling: "ICAP_XSCALING",
        .yScaling: "ICAP_YSCALING",
        .bitDepth: "ICAP_BITDEPTH",
        .bitDepthReduction: "ICAP_BITDEPTHREDUCTION",
        .minimumHeight: "ICAP_MINIMUMHEIGHT",
        .minimumWidth: "ICAP_MINIMUMWIDTH",
        .autoDiscardBlankPages: "ICAP_AUTODISCARDBLANKPAGES",
        .overscan: "ICAP_OVERSCAN",
        .automaticBorderDetection: "ICAP_AUTOMATICBORDERDETECTION",
        .automaticDeskew: "ICAP_AUTOMATICDESKEW",
        .automaticRotate: "ICAP_AUTOMATICROTATE",
        .autoSize: "ICAP_AUTOSIZE",
        .automaticLengthDetection: "ICAP_AUTOMATICLENGTHDETECTION",
        .automaticColorEnabled: "ICAP_AUTOMATICCOLORENABLED",
        .automaticColorNonColorPixelType: "ICAP_AUTOMATICCOLORNONCOLORPIXELTYPE",
    ]
}
