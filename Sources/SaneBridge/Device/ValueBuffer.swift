internal import CSane
internal import Scanning

/// Memory for one option's value in SANE's form: words, or a string of exactly the option's size.
struct ValueBuffer: ~Copyable {
    private let option: DeviceOption
    private let bytes: UnsafeMutableRawBufferPointer
    /// Drivers that write more than they announced hit this instead of the heap.
    private static let slack = 1_024

    /// A zeroed buffer.
    init(for option: DeviceOption) {
        self.option = option
        // A list's entry may be longer than the size that the driver announces.
        let longest: Int =
            if case .words(let words) = option.constraint { words.map(\.utf8.count).max() ?? 0 } else { 0 }
        let needed = option.type == .string ? max(option.bufferBytes, longest + 1) : option.bufferBytes
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: needed + Self.slack,
            alignment: MemoryLayout<SANE_Word>.alignment
        )
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<needed])
    }

    deinit {
        bytes.deallocate()
    }

    var start: UnsafeMutableRawPointer? { bytes.baseAddress }

    private var words: UnsafeMutableBufferPointer<SANE_Word> { bytes.bindMemory(to: SANE_Word.self) }

    /// What the buffer holds, in the option's own unit.
    var value: OptionValue {
        switch option.type {
        case .bool: .bool(words[0] != SANE_FALSE)
        case .int, .fixed:
            option.size == 1
                ? .number(option.type.number(words[0])) : .numbers(words.map(option.type.number))
        case .string: .string(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        case .button, .group: .press
        }
    }

    /// Writes a value; one that does not fit the option is refused before the driver sees it.
    func fill(_ value: OptionValue) throws(ScanError) {
        switch (option.type, value) {
        case (.bool, .bool(let isOn)):
            words[0] = isOn ? SANE_TRUE : SANE_FALSE
        case (.int, .number(let number)) where option.size == 1, (.fixed, .number(let number)) where option.size == 1:
            words[0] = option.type.word(number)
        case (.int, .numbers(let numbers)) where numbers.count == option.size,
            (.fixed, .numbers(let numbers)) where numbers.count == option.size:
            for (place, number) in numbers.enumerated() { words[place] = option.type.word(number) }
        case (.string, .string(let string)) where string.utf8.count < bytes.count && !string.utf8.contains(0):
            bytes.copyBytes(from: string.utf8)
        case (.button, .press):
            words[0] = SANE_TRUE
        default:
            throw .device(.invalid)
        }
    }
}
