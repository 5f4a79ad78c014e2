import TestSupport

/// A page that a job must bring, as the quiet beginning has seen it and the model of the device has agreed.
struct KnownPage: Sendable {
    var seen: PageReader.Seen
    var bytes: [UInt8]
}

/// Jobs of one kind bring the same pages.
struct Kind: Hashable, Sendable {
    var device: Int
    var fromFeeder: Bool
    var bothSides: Bool
    /// 0 black and white, 1 gray, 2 colour.
    var pixelType: Int
    var resolution: Int

    /// Every kind of job that the soak makes.
    static var all: [Kind] {
        SoakDevice.all.indices.flatMap { kinds(of: $0) }
    }

    private static func kinds(of device: Int) -> [Kind] {
        let scanner = SoakDevice.all[device]
        let ways = scanner.ways.flatMap { way in scanner.pixelTypes.map { (way, $0) } }
        return ways.flatMap { way, pixelType in
            scanner.resolutions.map {
                Kind(
                    device: device,
                    fromFeeder: way.fromFeeder,
                    bothSides: way.bothSides,
                    pixelType: pixelType,
                    resolution: $0
                )
            }
        }
    }
}
