import DWTWire
import Scanning

/// The list of `sane-bridge scanners`, for people and for programs.
package struct ScannerTable: Sendable {
    private let rows: [KnownScanner]

    package init(_ rows: [KnownScanner]) {
        self.rows = rows
    }

    /// Columns for people; what a driver sent stays on its line.
    package var text: String {
        guard !rows.isEmpty else { return "No scanners found.\n" }
        let cells =
            [["NAME", "DEVICE", "ID"]] + rows.map { [$0.label, $0.description.deviceName, $0.id].map(Self.printable) }
        let widths = (0..<2).map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { cell in
            let padded = zip(cell, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded + [cell[2]]).joined(separator: "  ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A JSON array of objects, for programs.
    package var json: String {
        JSONValue.array(
            rows.map { row in
                .object([
                    "id": .string(row.id),
                    "label": .string(row.label),
                    "deviceName": .string(row.description.deviceName),
                    "vendor": .string(row.description.vendor),
                    "model": .string(row.description.model),
                    "type": .string(row.description.type),
                ])
            }
        ).text + "\n"
    }

    /// Control characters could steer the terminal.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }
}
