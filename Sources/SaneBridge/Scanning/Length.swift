/// A distance on paper, in whole micrometres, so that inches (25 400 µm) and millimetres are both exact.
///
/// SANE counts millimetres, TWAIN counts inches, encoders count pixels; only this type converts.
package struct Length: Hashable, Sendable, Codable, Comparable {
    package var micrometres: Int

    package init(micrometres: Int) {
        self.micrometres = micrometres
    }

    /// To the nearest micrometre.
    package static func millimetres(_ value: Double) -> Length {
        Length(micrometres: Int((value * 1_000).rounded()))
    }

    /// To the nearest micrometre.
    package static func inches(_ value: Double) -> Length {
        Length(micrometres: Int((value * 25_400).rounded()))
    }

    package var millimetres: Double { Double(micrometres) / 1_000 }

    /// Pixels at `dpi` dots per inch, to the nearest pixel.
    package func pixels(at dpi: Double) -> Int {
        Int((Double(micrometres) * dpi / 25_400).rounded())
    }

    package static func < (left: Length, right: Length) -> Bool {
        left.micrometres < right.micrometres
    }
}
