/// Why an answer breaks a promise.
struct Complaint: ExpressibleByStringInterpolation {
    var text: String
    /// Pages that will never come.
    var lost: Int
    /// Pages that came once more.
    var doubled: Int

    init(_ text: String, lost: Int = 0, doubled: Int = 0) {
        self.text = text
        self.lost = lost
        self.doubled = doubled
    }

    init(stringLiteral text: String) { self.init(text) }
}
