/// A line of a configuration file.
package struct Place: Hashable, Sendable {
    package var file: String
    /// Counted from 1; nil for the file as a whole.
    package var line: Int?

    package init(file: String, line: Int? = nil) {
        self.file = file
        self.line = line
    }

    /// As compilers write it, so that editors can jump there.
    package var text: String { line.map { "\(file):\($0)" } ?? file }
}

/// Who gave a setting its value.
package enum Origin: Hashable, Sendable {
    case file(Place)
    case flag

    /// Where to look for it.
    package func text(of key: String) -> String {
        switch self {
        case .file(let place): "\(key) in \(place.text)"
        case .flag: "--\(key)"
        }
    }
}

/// What is wrong in a configuration file, where, and what would be right.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    package var place: Place
    package var message: String

    package init(_ place: Place, _ message: String) {
        self.place = place
        self.message = message
    }

    package var text: String { "\(place.text): \(message)" }
}
