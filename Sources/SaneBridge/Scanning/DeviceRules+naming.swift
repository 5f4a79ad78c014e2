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
        aliased(visible(ScannerIdentity.name(found, before: known, facts: facts)))
    }

    /// A list of an earlier run under the rules of this one.
    package func rename(_ kept: [KnownScanner]) -> [KnownScanner] {
        aliased(
            visible(kept).map { scanner in
                var scanner = scanner
                scanner.label = scanner.ownLabel ?? scanner.label
                scanner.ownLabel = nil
                return scanner
            }
        )
    }

    private func visible(_ all: [KnownScanner]) -> [KnownScanner] {
        let wanted = all.map { (scanner: $0, settings: settings(for: $0)) }.filter { $0.settings.ignore != true }
        let preferred = Set(wanted.filter { $0.settings.prefer == true }.map { $0.scanner.description.productName })
        return wanted.filter { scanner, settings in
            settings.prefer == true || !preferred.contains(scanner.description.productName)
        }.map(\.scanner)
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
