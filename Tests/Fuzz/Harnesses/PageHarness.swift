import Imaging
import Scanning

extension FuzzHarness {
    /// A page from a driver that says and sends what it likes, through the assembler into an encoder and its stored
    /// copy.
    static let page = FuzzHarness("page") { input in
        var reader = InputReader(input)
        let encoding: PageEncoding = reader.flag() ? .png : .jpeg(quality: Int(reader.byte()))
        do {
            try PageRun(&reader, encoding)?.checkEnding()
        } catch let error as ScanError {
            try promise(error.isInWords, "refused with \(error)")
        }
    }
}

extension ScanError {
    /// What a page may be refused with.
    fileprivate var isInWords: Bool {
        switch self {
        case .badData, .noRoom, .host: true
        default: false
        }
    }
}
