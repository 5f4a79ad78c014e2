/// A name with `*` for any text and `?` for any letter, as shells have them; upper and lower case are the same.
package struct DevicePattern: Hashable, Sendable, Codable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Whether the whole of a name is of this form.
    package func matches(_ name: String) -> Bool {
        let pattern = Array(text.lowercased())
        let letters = Array(name.lowercased())
        var place = 0
        var at = 0
        // Where to go back to when letters turn out not to fit: behind the last star, one letter further on.
        var star: (place: Int, at: Int)?
        while at < letters.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == letters[at] {
                place += 1
                at += 1
            } else if let last = star {
                star = (last.place, last.at + 1)
                place = last.place + 1
                at = last.at + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }

    /// The driver whose devices these are, all of them (`escl:*`); nil when the pattern means anything else.
    package var wholeBackend: String? {
        guard text.hasSuffix(":*") else { return nil }
        let backend = text.dropLast(2)
        guard !backend.isEmpty, !backend.contains(where: { ":*?".contains($0) }) else { return nil }
        return String(backend).lowercased()
    }
}

/// What holds for the scanners that a pattern means.
package struct DeviceRule: Hashable, Sendable, Codable {
    package var pattern: DevicePattern
    package var settings: DeviceSettings

    package init(pattern: DevicePattern, settings: DeviceSettings) {
        self.pattern = pattern
        self.settings = settings
    }
}

/// All that was said about single scanners, in order: of several words about one thing the last one counts.
package struct DeviceRules: Hashable, Sendable {
    package var rules: [DeviceRule]

    package init(_ rules: [DeviceRule] = []) {
        self.rules = rules
    }

    /// What holds for a scanner. It is meant by its name in SANE, by "vendor model", by its id, by its own label, and by
    /// the alias that an earlier rule gave it.
    package func settings(for scanner: KnownScanner) -> DeviceSettings {
        let found = scanner.description
        let names = [found.deviceName, "\(found.vendor) \(found.model)", scanner.id, scanner.ownLabel ?? scanner.label]
        var settings = DeviceSettings()
        for rule in rules where (names + [settings.alias].compactMap(\.self)).contains(where: rule.pattern.matches) {
            settings.take(rule.settings)
        }
        return settings
    }

    /// Drivers of which no scanner is wanted: they need not be asked at all.
    package var ignoredBackends: Set<String> {
        var ignored: Set<String> = []
        for rule in rules {
            switch (rule.settings.ignore, rule.pattern.wholeBackend) {
            case (true, let backend?): ignored.insert(backend)
            // It may mean a device of any driver.
            case (false, _): ignored.removeAll()
            default: break
            }
        }
        return ignored
    }
}
