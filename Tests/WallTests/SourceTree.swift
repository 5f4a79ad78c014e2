import Foundation

/// The package's own files, as text.
enum SourceTree {
    /// The folder with Package.swift, found from where this file was compiled.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of all files below `folder`, relative to the root, in order.
    static func files(under folder: String, endingIn suffix: String = "") -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (names?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(suffix) && !isFolder("\(folder)/\($0)") }
            .map { "\(folder)/\($0)" }
            .sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static func imports(of path: String) throws -> [String] {
        try imports(in: text(of: path))
    }

    /// The modules that a Swift text imports, whatever stands before `import`.
    static func imports(in text: String) throws -> [String] {
        let words = "(?:(?:@\\w+|public|package|internal|fileprivate|private)\\s+)*"
        let kind = "(?:(?:struct|class|enum|protocol|func|var|let|typealias)\\s+)?"
        let line = try Regex("\\s*\(words)import\\s+\(kind)(\\w+)", as: (Substring, Substring).self)
        return try text.split(separator: "\n").compactMap { try line.prefixMatch(in: $0).map { String($0.1) } }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
