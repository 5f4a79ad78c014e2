import Testing

/// What must come out of a described device, said apart from the service's own rules: docs/virtual-devices.md.
struct Profile: Sendable, CustomTestStringConvertible {
    /// Millimetres across and down.
    typealias Bed = (width: Double, height: Double)

    var name: String
    /// What its glass, and its feeder, reach; nil when it has none.
    var glass: Bed?
    var feeder: Bed?
    /// Images of one sheet when both sides are asked for.
    var sides = 1
    /// What it makes of 75 and of 300 dpi.
    var resolutions = [75.0, 300]
    /// What the file says of them; nil is nothing.
    var densities: [Int?]?
    /// Channels for black and white, gray and colour.
    var channels = [1, 1, 3]
    /// What comes of the frame from (1, 1) to (3, 2.5) inches, in inches; nil is the whole bed in that direction.
    var frame: (width: Double?, height: Double?) = (2, 1.5)
    /// Millimetres between two places that the device can be told.
    var step = 0.0

    var testDescription: String { name }

    static let all: [Profile] = [
        Profile(name: "sane-test-1.2.1", glass: (200, 200), feeder: (200, 200), step: 1),
        Profile(
            name: "brother-ads1600w-brother4",
            feeder: (211.9, 812.8),
            sides: 2,
            resolutions: [100, 300],
            frame: (2, nil),
            step: 0.1
        ),
        Profile(name: "brother-ads2800w", feeder: (215.9, 355.6), sides: 2, resolutions: [100, 300], step: 0.1),
        Profile(name: "brother-l2750dw-escl", glass: (215.9, 296.926), resolutions: [100, 300], frame: (nil, nil)),
        Profile(
            name: "brother-mfc-brother4",
            glass: (215.9, 355.6),
            feeder: (215.9, 355.6),
            sides: 2,
            resolutions: [100, 300],
            step: 0.1
        ),
        Profile(
            name: "brother-mfc8710dw-airscan-wsd",
            glass: (215.9, 355.6),
            feeder: (215.9, 355.6),
            resolutions: [100, 300]
        ),
        Profile(name: "canon-lide20-plustek", glass: (215, 297)),
        Profile(
            name: "canon-p215-canon_dr",
            feeder: (215.9, 297),
            sides: 2,
            resolutions: [100, 100],
            densities: [nil, nil],
            frame: (nil, nil)
        ),
        Profile(name: "canon-pixma-48bit", glass: (216.07, 297.01), frame: (nil, nil)),
        Profile(name: "canon-pixma-mx-adf", glass: (216.069, 355.6), feeder: (216.069, 355.6)),
        Profile(name: "epson-ds780n-airscan-wsd", feeder: (215.9, 393.7), sides: 2, resolutions: [100, 300]),
        Profile(name: "epson-et2850-airscan-escl", glass: (215.9, 297.18), resolutions: [100, 300]),
        Profile(name: "epson-perfection-tpu", glass: (215.9, 297.18)),
        Profile(name: "epson-utsushi-flatbed", glass: (215.9, 297.18)),
        Profile(name: "epson-v500-epkowa", glass: (215.9, 297.2), resolutions: [100, 100]),
        Profile(name: "epson2-a3-adf-duplex", glass: (297.18, 431.8), feeder: (297.18, 431.8), sides: 2),
        Profile(name: "epson2-flatbed-mfp", glass: (215.9, 297.18)),
        Profile(name: "fujitsu-fi7260", glass: (227.809, 296.972), feeder: (224.846, 355.6), sides: 2, step: 0.022),
        Profile(name: "fujitsu-scansnap-epjitsu", feeder: (219.428, 355.6), sides: 2, frame: (3, 2.5), step: 0.022),
        Profile(name: "fujitsu-scansnap-s1500", feeder: (221.121, 355.6), sides: 2, step: 0.022),
        Profile(name: "hp-psc1600-hpaio", glass: (215.9, 296.926)),
        Profile(name: "hp-scanjet8250-avision", glass: (215.9, 296.3), feeder: (215.9, 296.3), frame: (nil, nil)),
        Profile(name: "pacific-image-pieusb", glass: (36.5, 24.5), frame: (nil, nil)),
    ]

    /// The ways in which pages are taken: config members, the bed, images of one sheet.
    var ways: [(config: String, bed: Bed, images: Int)] {
        var ways: [(String, Bed, Int)] = []
        if let glass { ways.append((#""IfFeederEnabled":false,"#, glass, 1)) }
        if let feeder {
            ways.append((#""IfFeederEnabled":true,"#, feeder, 1))
            ways.append((#""IfFeederEnabled":true,"IfDuplexEnabled":true,"#, feeder, sides))
        }
        return ways
    }

    /// Pixels of the bed, or of the frame on it, at a resolution.
    func size(of bed: Bed, dpi: Double, isFramed: Bool) -> [Double] {
        let across = isFramed ? frame.width.map { $0 * 25.4 } : nil
        let down = isFramed ? frame.height.map { $0 * 25.4 } : nil
        return [across ?? bed.width, down ?? bed.height].map { $0 * dpi / 25.4 }
    }
}
