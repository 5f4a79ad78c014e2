/// The list of scanners as people want to see it.
extension DeviceRules {
    /// Names what was found, without what is to be hidden. Neither ids nor labels change by what is hidden: clients keep
    /// them.
    ///
    /// - Parameter known: the list of before.
    package func name(
        _ found: [ScannerDescription],
        before known: [KnownScanner] = [],
        facts: (ScannerDescription) -> UsbFacts?
    ) -> [KnownScanner] {
        listed(ScannerIdentity.name(found, before: known, facts: facts), facts: facts)
    }

    /// What of all scanners is to be seen, under the names that people gave.
    package func listed(
        _ all: [KnownScanner],
        facts: (ScannerDescription) -> UsbFacts?
    ) -> [KnownScanner] {
        aliased(visible(all, facts))
    }

    /// A list of an earlier run under the rules of this one.
    package func rename(_ kept: [KnownScanner]) -> [KnownScanner] {
        listed(kept.map(\.underOwnLabel)) { _ in nil }
    }

    private func visible(_ all: [KnownScanner], _ facts: (ScannerDescription) -> UsbFacts?) -> [KnownScanner] {
        guard !rules.isEmpty else { return all }
        let wanted = all.map { (scanner: $0, settings: settings(for: $0)) }.filter { $0.settings.ignore != true }
        let ways = wanted.map {
            ScannerWay($0.scanner, facts($0.scanner.description), isPreferred: $0.settings.prefer == true)
        }
        let spare = ScannerWay.spare(of: ways)
        return wanted.map(\.scanner).filter { !spare.contains($0.id) }
    }

    /// Puts aliases in the place of labels; a second one of the same alias is counted.
    private func aliased(_ scanners: [KnownScanner]) -> [KnownScanner] {
        guard !rules.isEmpty else { return scanners }
        var result = scanners
        for place in result.indices {
            guard let alias = settings(for: result[place]).alias else { continue }
            result[place].ownLabel = result[place].label
            result[place].label = alias
        }
        for (place, label) in zip(result.indices, ScannerIdentity.unique(result.map(\.label), joinedBy: " ")) {
            result[place].label = label
        }
        return result.sorted { ($0.label, $0.id) < ($1.label, $1.id) }
    }
}

extension KnownScanner {
    /// The same without what the rules of some run made of its name.
    package var underOwnLabel: KnownScanner {
        var scanner = self
        scanner.label = ownLabel ?? label
        scanner.ownLabel = nil
        return scanner
    }
}

extension ScannerDescription {
    /// Maker and model, the same whichever driver found the scanner.
    var productName: String {
        let words = (isProtocolVendor ? model : "\(vendor) \(model)").plain.split(separator: " ")
        // Some drivers repeat the maker in the model, some say "series" behind it.
        let once = words.enumerated().filter { place, word in place == 0 || word != words[0] }.map(\.element)
        return (once.last == "series" ? once.dropLast() : once[...]).joined(separator: " ")
    }

    /// Network drivers say how they reach the scanner where others name its maker.
    var isProtocolVendor: Bool { ["", "escl", "wsd"].contains(vendor.plain) }
}
