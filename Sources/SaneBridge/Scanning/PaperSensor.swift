/// The option by which a device says whether paper lies in its feeder. Only devices that have a sensor have one.
package struct PaperSensor: Hashable, Sendable {
    /// The option to be read.
    package let option: DeviceOption
    /// It says that there is none.
    private let tellsAbsence: Bool

    /// The best of a device's options; nil when none of those that can be read now tells.
    package init?(among options: [DeviceOption]) {
        let sensors = options.filter {
            $0.isReadable && !$0.capabilities.contains(.softSelect) && [.bool, .int, .string].contains($0.type)
                && $0.size > 0
        }
        for (words, tellsAbsence) in [(Self.presence, false), (Self.absence, true)] {
            // The name is the driver's own word; titles are for people, and some are translated.
            for text in [\DeviceOption.name, \DeviceOption.title] {
                let ranked = sensors.compactMap { sensor in
                    words.rank(of: sensor[keyPath: text].withoutDashes).map { (sensor, $0) }
                }
                guard let best = ranked.first(by: \.1)?.0 else { continue }
                option = best
                self.tellsAbsence = tellsAbsence
                return
            }
        }
        return nil
    }

    /// Whether there is paper, by the option's value; nil when that says neither.
    package func isLoaded(_ value: OptionValue?) -> Bool? {
        let says: Bool? =
            switch value {
            case .bool(let flag): flag
            case .number(let number): number != 0
            case .string(let word): Self.meaning(of: word)
            default: nil
            }
        return says.map { $0 != tellsAbsence }
    }

    private static func meaning(of word: String) -> Bool? {
        let word = word.withoutDashes
        if no.rank(of: word) != nil { return false }
        return yes.rank(of: word) != nil ? true : nil
    }

    /// Source: `SANE_NAME_PAGE_LOADED` of saneopts.h, and the sensors of the backends in sane-backends (canon_dr, epjitsu,
    /// fujitsu, genesys, hp5590 …); the rest are the same words in other orders and languages.
    private static let presence = OptionWords(
        whole: [
            "page loaded", "adf loaded", "doc in adf", "document loaded", "paper loaded", "feeder loaded", "paper in",
        ],
        parts: [
            "page loaded", "pages loaded", "paper loaded", "document loaded", "documents loaded", "media loaded",
            "sheet loaded", "sheets loaded", "original loaded", "originals loaded", "adf loaded", "feeder loaded",
            "hopper loaded", "tray loaded", "in adf", "in feeder", "in hopper", "in document feeder",
            "paper present", "page present", "document present", "media present", "sheet present", "original present",
            "paper detected", "page detected", "document detected", "media detected", "paper inserted",
            "document inserted", "document available", "paper available", "has paper", "has document", "paper sensor",
            "document sensor", "page sensor", "media sensor", "loaded paper",
            "papier eingelegt", "vorlage eingelegt", "papier im einzug", "papier vorhanden", "papier chargé",
            "document chargé", "papier présent", "papel cargado", "papel colocado", "papel presente",
            "documento cargado",
            "carta caricata", "carta presente", "papel carregado", "papier geladen", "papier aanwezig",
            "бумага загружена", "наличие бумаги", "есть бумага", "原稿あり", "用紙あり", "有纸", "有紙", "已装纸",
        ],
        without: [
            "card", "cover", "jam", "length", "width", "height", "size", "count", "number", "flatbed", "glass", "film",
            "slide", "output", "eject", "no ", "not ", "double", "multi",
        ]
    )

    private static let absence = OptionWords(
        whole: ["adf empty", "feeder empty", "no paper", "paper out", "paper empty", "out of paper"],
        parts: [
            "adf empty", "feeder empty", "hopper empty", "tray empty", "paper empty", "no paper", "no document",
            "no media", "no page", "no sheet", "paper out", "out of paper", "out of documents", "paper end",
            "not loaded", "kein papier", "einzug leer", "sans papier", "chargeur vide", "sin papel",
            "senza carta", "sem papel", "geen papier", "нет бумаги", "原稿なし", "用紙なし", "无纸", "無紙", "缺纸",
        ],
        without: ["card", "cover", "output", "film", "slide", "glass", "flatbed"]
    )

    private static let no = OptionWords(
        whole: ["no", "0", "off", "false", "empty", "none", "absent", "unloaded", "leer", "nein", "vide", "vacío"],
        parts: ["empty", "not ", "no paper", "no document", "no media", "no page", "out of", "unloaded", "absent"]
    )

    private static let yes = OptionWords(
        whole: ["yes", "1", "on", "true", "ok", "ready", "full", "ja", "oui", "sí", "si"],
        parts: ["loaded", "present", "detected", "inserted", "available", "ready"]
    )
}

extension String {
    /// The words of an option's name: what joins them is a matter of taste.
    fileprivate var withoutDashes: String {
        String(plain.map { $0 == "-" || $0 == "_" || $0 == "." ? " " : $0 })
    }
}
