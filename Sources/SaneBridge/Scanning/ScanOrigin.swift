/// Where on the bed a page begins, from the left edge and the top.
package struct ScanOrigin: Hashable, Sendable, Codable {
    package var left = Length(micrometres: 0)
    package var top = Length(micrometres: 0)

    package init() {}
}
