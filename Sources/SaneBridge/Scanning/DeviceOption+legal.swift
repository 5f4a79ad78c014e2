extension DeviceOption {
    /// The words offered; empty when they are not listed.
    package var words: [String] {
        if case .words(let words) = constraint { words } else { [] }
    }

    /// The lowest and the highest legal number; nil when the device names none.
    package var limits: (lowest: Double, highest: Double)? {
        switch constraint {
        case .range(let minimum, let maximum, let step) where minimum <= maximum:
            (minimum, Self.snapped(maximum, minimum: minimum, maximum: maximum, step: step))
        case .numbers(let numbers):
            numbers.min().flatMap { lowest in numbers.max().map { (lowest, $0) } }
        default: nil
        }
    }

    /// The legal number nearest to the one wanted; the higher one of two that are equally near.
    func legal(_ wanted: Double) -> Double {
        let number =
            switch constraint {
            case .range(let minimum, let maximum, let step) where minimum <= maximum:
                Self.snapped(wanted, minimum: minimum, maximum: maximum, step: step)
            case .numbers(let numbers): wanted.nearest(of: numbers) ?? wanted
            default: wanted
            }
        return type == .int ? number.rounded() : number
    }

    /// Clamped first, then moved to a step; never above the maximum, which need not lie on a step itself.
    private static func snapped(_ wanted: Double, minimum: Double, maximum: Double, step: Double) -> Double {
        let clamped = Swift.min(Swift.max(wanted, minimum), maximum)
        guard step > 0 else { return clamped }
        let steps = ((clamped - minimum) / step).rounded()
        let nearest = minimum + steps * step
        // A hair of tolerance, since steps are fixed-point fractions.
        return nearest > maximum + step / 1_000 ? minimum + (steps - 1) * step : nearest
    }

    /// True when the device need not be told, since what it has is what it would make of the wish.
    func holds(_ present: OptionValue, for wanted: OptionValue) -> Bool {
        switch (present, wanted) {
        case (.number(let present), .number(let wanted)): (present - wanted).magnitude <= tolerance
        default: present == wanted
        }
    }

    private var tolerance: Double {
        guard case .range(_, _, let step) = constraint, step > 0 else { return 0.001 }
        return step / 2
    }
}

extension Double {
    /// The nearest of some numbers, the higher one of two that are equally near; nil when there are none.
    func nearest(of numbers: [Double]) -> Double? {
        numbers.sorted(by: >).first { ($0 - self).magnitude }
    }

    /// For people: no fraction where there is none, else one digit.
    var brief: String {
        let tenths = (self * 10).rounded() / 10
        let text = String(tenths)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension OptionValue {
    /// The number in it, also one written as a word ("300 dpi").
    var number: Double? {
        switch self {
        case .number(let number): number
        case .numbers(let numbers): numbers.first
        case .string(let word): word.leadingNumber
        case .bool, .press, .automatic: nil
        }
    }

    /// The word in it.
    var word: String? {
        if case .string(let word) = self { word } else { nil }
    }
}

extension [DeviceOption] {
    /// The first option with one of these names, written as SANE writes them; backends differ in case and underscores.
    func named(_ names: String...) -> DeviceOption? {
        for name in names {
            if let option = first(where: { $0.type != .group && $0.isNamed(name) }) { return option }
        }
        return nil
    }

    /// The same, when a set would not be refused outright.
    func settable(_ name: String) -> DeviceOption? {
        first { $0.isSettable && $0.type != .group && $0.isNamed(name) }
    }
}

extension DeviceOption {
    /// Whether this is its plain name; looked at byte by byte first, since a plan asks this hundreds of times.
    func isNamed(_ plain: String) -> Bool {
        let isTheSame = name.utf8.elementsEqual(plain.utf8) { byte, wanted in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20 == wanted
            case UInt8(ascii: "_"): wanted == UInt8(ascii: "-")
            default: byte == wanted
            }
        }
        // Blanks and letters beyond ASCII are for the long way.
        return isTheSame || !name.utf8.allSatisfy { (0x21...0x7E).contains($0) } && plainName == plain
    }

    /// The name without the spellings of single backends: `adf_mode` and `ADF-mode` are `adf-mode`.
    package var plainName: String { name.plainName }
}

extension String {
    /// An option's name without the spellings of single backends.
    var plainName: String {
        String(plain.map { $0 == "_" || $0 == " " ? "-" : $0 })
    }
}
