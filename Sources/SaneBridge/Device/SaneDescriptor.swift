internal import CSane
internal import Scanning

// Option descriptors as values. Copied at once: the driver may move or change them after any set.

extension DeviceOption {
    /// Nil for an option of a type that no standard has, or with a value that no memory should be asked for.
    init?(_ descriptor: SANE_Option_Descriptor, index: Int) {
        guard let type = DeviceOption.types[descriptor.type.rawValue], descriptor.size <= mostValueBytes else {
            return nil
        }
        self.init(
            index: index,
            name: descriptor.name.map { String(cString: $0) } ?? "",
            title: descriptor.title.map { String(cString: $0) } ?? "",
            type: type,
            unit: DeviceOption.units[descriptor.unit.rawValue] ?? .none,
            constraint: Constraint(descriptor, type: type),
            capabilities: Capabilities(rawValue: UInt32(bitPattern: descriptor.cap)),
            size: DeviceOption.size(of: descriptor, type: type)
        )
    }

    /// Bytes of a value buffer for this option; a button's value is one word that nobody reads.
    var bufferBytes: Int { type == .string ? size : size * wordBytes }

    private static let types: [UInt32: ValueType] = [
        SANE_TYPE_BOOL.rawValue: .bool,
        SANE_TYPE_INT.rawValue: .int,
        SANE_TYPE_FIXED.rawValue: .fixed,
        SANE_TYPE_STRING.rawValue: .string,
        SANE_TYPE_BUTTON.rawValue: .button,
        SANE_TYPE_GROUP.rawValue: .group,
    ]

    private static let units: [UInt32: Unit] = [
        SANE_UNIT_PIXEL.rawValue: .pixel,
        SANE_UNIT_BIT.rawValue: .bit,
        SANE_UNIT_MM.rawValue: .millimetre,
        SANE_UNIT_DPI.rawValue: .dpi,
        SANE_UNIT_PERCENT.rawValue: .percent,
        SANE_UNIT_MICROSECOND.rawValue: .microsecond,
    ]

    private static func size(of descriptor: SANE_Option_Descriptor, type: ValueType) -> Int {
        let bytes = Int(max(descriptor.size, 0))
        switch type {
        case .string: return max(bytes, 1)
        case .int, .fixed: return max(bytes / wordBytes, 1)
        case .bool, .button, .group: return 1
        }
    }
}

/// Gamma tables have 256 KiB at most.
private let mostValueBytes: SANE_Int = 1 << 20
/// A list that is longer has lost its end.
private let mostChoices = 4_096
private let wordBytes = MemoryLayout<SANE_Word>.size

extension DeviceOption.Constraint {
    /// Reads only the member of the union that the descriptor names.
    init(_ descriptor: SANE_Option_Descriptor, type: DeviceOption.ValueType) {
        self = .none
        switch descriptor.constraint_type {
        case SANE_CONSTRAINT_RANGE:
            guard let range = descriptor.constraint.range?.pointee else { return }
            self = .range(
                minimum: type.number(range.min),
                maximum: type.number(range.max),
                step: type.number(range.quant)
            )
        case SANE_CONSTRAINT_WORD_LIST:
            guard let list = descriptor.constraint.word_list else { return }
            let words = UnsafeBufferPointer(start: list + 1, count: min(Int(max(list[0], 0)), mostChoices))
            self = .numbers(words.map(type.number))
        case SANE_CONSTRAINT_STRING_LIST:
            guard var next = descriptor.constraint.string_list else { return }
            var words: [String] = []
            while words.count < mostChoices, let word = next.pointee {
                words.append(String(cString: word))
                next += 1
            }
            self = .words(words)
        default:
            return
        }
    }
}
