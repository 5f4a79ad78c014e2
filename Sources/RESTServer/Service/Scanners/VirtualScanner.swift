import Scanning

/// SANE's own virtual scanner, set to something worth looking at, in a configuration of its own.
enum VirtualScanner {
    /// Writes the configuration below `folder` and returns the folder that libsane is to read.
    static func configure(in folder: String) throws(ScanError) -> String {
        let own = "\(folder)/virtual-scanner"
        // An own, empty dll.d hides the backends that other packages add.
        try makeFolder("\(own)/dll.d")
        try write("", toFile: "\(own)/dll.d/none")
        try write("test\n", toFile: "\(own)/dll.conf")
        try write(settings, toFile: "\(own)/test.conf")
        return own
    }

    /// Colour, a pattern, and a bed on which A4 has room. Source: sane-test(5).
    private static let settings = """
        number_of_devices 1
        mode Color
        depth 8
        resolution_min 1.0
        resolution_max 1200.0
        resolution_quant 1.0
        resolution 200.0
        test-picture "Color pattern"
        geometry_min 0.0
        geometry_max 297.0
        geometry_quant 1.0
        tl_x 0.0
        tl_y 0.0
        br_x 210.0
        br_y 297.0

        """
}
