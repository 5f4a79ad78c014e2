internal import Scanning

// By place and by hand. What the compiler makes needs a type of its own for every case with something in it, and a worker,
// which says a dozen messages in its life, pays for each when it is first used (measured: 60 000 instructions).

extension Command {
    package func encode(to encoder: any Encoder) throws {
        var parts = encoder.unkeyedContainer()
        switch self {
        case .list: try parts.encode("list")
        case .open(let opening):
            try parts.encode("open")
            try parts.encode(opening)
        case .feed(let storage):
            try parts.encode("feed")
            try parts.encode(storage)
        case .prefer(let storage):
            try parts.encode("prefer")
            try parts.encode(storage)
        case .convert(let conversion):
            try parts.encode("convert")
            try parts.encode(conversion)
        case .describe: try parts.encode("describe")
        case .cancel: try parts.encode("cancel")
        case .close: try parts.encode("close")
        }
    }

    package init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        switch try parts.decode(String.self) {
        case "list": self = .list
        case "open": self = .open(try parts.decode(Opening.self))
        case "feed": self = .feed(try parts.decode(PageStorage.self))
        case "prefer": self = .prefer(try parts.decode(PageStorage.self))
        case "convert": self = .convert(try parts.decode(Conversion.self))
        case "describe": self = .describe
        case "cancel": self = .cancel
        case "close": self = .close
        default: throw UnpackingError()
        }
    }
}

extension Event {
    package func encode(to encoder: any Encoder) throws {
        var parts = encoder.unkeyedContainer()
        try parts.encode(word)
        switch self {
        case .hello(let build): try parts.encode(build)
        case .calling(let call): try parts.encode(call)
        case .scanners(let scanners): try parts.encode(scanners)
        case .opened(let settings): try parts.encode(settings)
        case .described(let options, let isLast):
            try parts.encode(options)
            try parts.encode(isLast)
        case .pageStarted(let info): try parts.encode(info)
        case .progress(let rows): try parts.encode(rows)
        case .pageEnded(let ending): try parts.encode(ending)
        case .failed(let error): try parts.encode(error)
        case .waiting, .noMorePaper, .closed: break
        }
    }

    private var word: String {
        switch self {
        case .hello: "hello"
        case .calling: "calling"
        case .waiting: "waiting"
        case .scanners: "scanners"
        case .opened: "opened"
        case .described: "described"
        case .pageStarted: "pageStarted"
        case .progress: "progress"
        case .pageEnded: "pageEnded"
        case .noMorePaper: "noMorePaper"
        case .failed: "failed"
        case .closed: "closed"
        }
    }

    package init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        switch try parts.decode(String.self) {
        case "hello": self = .hello(build: try parts.decode(String.self))
        case "calling": self = .calling(try parts.decode(DriverCall.self))
        case "waiting": self = .waiting
        case "scanners": self = .scanners(try parts.decode([ScannerDescription].self))
        case "opened": self = .opened(try parts.decode(ScanSettings.self))
        case "described":
            let options = try parts.decode([DescribedOption].self)
            self = .described(options, isLast: try parts.decode(Bool.self))
        case "pageStarted": self = .pageStarted(try parts.decode(PageInfo.self))
        case "progress": self = .progress(rows: try parts.decode(Int.self))
        case "pageEnded": self = .pageEnded(try parts.decode(PageEnding.self))
        case "noMorePaper": self = .noMorePaper
        case "failed": self = .failed(try parts.decode(ScanError.self))
        case "closed": self = .closed
        default: throw UnpackingError()
        }
    }
}
