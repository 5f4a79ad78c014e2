import DWTWire
import HTTPServer

extension FuzzHarness {
    /// The query of a scanner list and of a job's creation.
    static let query = FuzzHarness("query") { input in
        let text = String(decoding: input, as: UTF8.self)
        let target = RequestTarget(raw: "/DWTAPI/Scanners?" + text)
        try promise(target.segments == ["DWTAPI", "Scanners"], "the path is \(target.segments)")
        for member in target.query {
            let found = target.query(member.name)
            try promise(found != nil, "\(member.name) is there and not found")
            try promise(target.query(member.name.asciiUppercased) == found, "\(member.name) in capitals")
        }
        if let mask = try? TypeMask(query: target.query("type")) {
            for isStrict in [false, true] {
                let shown = mask.shownType(strict: isStrict)
                let isAskedFor = shown.map { mask.bits == 0 || mask.bits & UInt32($0.rawValue) != 0 } ?? true
                try promise(isAskedFor || shown == .sane, "\(mask.bits) is answered with \(String(describing: shown))")
            }
        }
    }
}

extension String {
    fileprivate var asciiUppercased: String {
        String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
}
