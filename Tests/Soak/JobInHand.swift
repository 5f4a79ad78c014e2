import TestSupport

/// A job that a client holds, and what it may still expect of it. Every answer is judged here, against the model.
struct JobInHand {
    let id: String
    let errand: Errand
    /// The pages that must come, in order.
    private let expected: [KnownPage]
    private let reader: PageReader
    private var received: Set<Int> = []
    private let killsBefore: Int
    private var isErrorTold = false
    private(set) var isOver = false
    private(set) var isDeleted = false

    init(id: String, errand: Errand, pages: [KnownPage], reader: PageReader, killsBefore: Int) {
        self.id = id
        self.errand = errand
        self.reader = reader
        expected = Array(pages.prefix(errand.outcome.pages))
        self.killsBefore = killsBefore
    }

    /// The page that comes next when they are fetched one by one.
    var nextPage: Int { (0..<expected.count).first { !received.contains($0) } ?? expected.count }

    /// Length of the next page; nil when none is due.
    var nextLength: Int? { nextPage < expected.count ? expected[nextPage].bytes.count : nil }

    var receivedCount: Int { received.count }

    /// The job was deleted: only the end may come.
    mutating func delete() {
        isDeleted = true
        isOver = true
    }

    /// Judges an answer to a request for a page. `mayBe` is how many requests were under way at once.
    mutating func judge(_ answer: HTTPResponse, kills: Int, atOnce: Int = 1) -> Complaint? {
        switch answer.status {
        case 200: judgePage(answer.body, atOnce)
        case 500: judgeError(kills)
        case 410: judgeEnd()
        default: "status \(answer.status) (\(answer.text)) as an answer to a request for a page"
        }
    }

    /// Judges the answer to HEAD. How long a page without a number is, the model does not know.
    func judgeLook(_ look: HTTPResponse) -> Complaint? {
        guard look.status == 200 else { return nil }
        guard nextPage < expected.count else { return "HEAD told of a page when none was due" }
        let (page, told) = (expected[nextPage], look["Content-Length"])
        guard page.seen.mark != nil, told != "\(page.bytes.count)" else { return nil }
        return "HEAD told \(told ?? "no length") for a page of \(page.bytes.count) bytes"
    }

    /// Judges a page that broke off on a connection that this client had not left.
    mutating func judgeBreak(kills: Int) -> Complaint? {
        if isDeleted || kills != killsBefore { return nil }
        return isErrorDue ? nil : "page \(nextPage + 1) broke off although nothing had happened"
    }

    /// Judges a page that arrived whole although the job was being deleted.
    func judgeLatePage(_ bytes: [UInt8]) -> Complaint? {
        guard let seen = try? reader.read(bytes), place(of: seen) != nil else {
            return "an answer of \(bytes.count) bytes ended like a whole page and is none"
        }
        return nil
    }

    private var isErrorDue: Bool { received.count == expected.count && errand.outcome.endsInError && !isErrorTold }

    private mutating func judgePage(_ bytes: [UInt8], _ atOnce: Int) -> Complaint? {
        if isOver { return "a page came after the end" }
        let seen: PageReader.Seen
        do {
            seen = try reader.read(bytes)
        } catch {
            return "a page of \(bytes.count) bytes is no whole picture: \(error)"
        }
        guard let page = place(of: seen) else {
            let what = "a page that shows \(seen.mark.map { "\($0)" } ?? "no number") is none of this job"
            return expected.isEmpty || expected[0].seen.mark != nil ? Complaint(what) : Complaint(what, doubled: 1)
        }
        guard received.insert(page).inserted else { return Complaint("page \(page + 1) came twice", doubled: 1) }
        if let complaint = judgeLooks(bytes, seen, expected[page]) { return complaint }
        // Of several answers at once, the one that is read first may hold the later page.
        let first = (0..<page).first { !received.contains($0) } ?? page
        return page - first < atOnce ? nil : "page \(page + 1) came before page \(first + 1)"
    }

    /// Which page of this job a picture is. Of pages without a number, the next.
    private func place(of seen: PageReader.Seen) -> Int? {
        guard seen.mark == nil else { return expected.firstIndex { $0.seen.mark == seen.mark } }
        return nextPage < expected.count && expected[nextPage].seen.mark == nil ? nextPage : nil
    }

    /// The rest of the picture must be that of its number.
    private func judgeLooks(_ bytes: [UInt8], _ seen: PageReader.Seen, _ page: KnownPage) -> Complaint? {
        guard seen.width == page.seen.width, seen.height == page.seen.height else {
            return "a page of \(seen.width) x \(seen.height) and not \(page.seen.width) x \(page.seen.height)"
        }
        // libsane's test driver, stopped for a moment in mid-page, goes on with other rows, for scanimage as well.
        guard page.seen.mark != nil else { return nil }
        let isAlike = (try? reader.looksLike(bytes, page.bytes)) ?? false
        return isAlike ? nil : "a page has its number and another picture"
    }

    private mutating func judgeError(_ kills: Int) -> Complaint? {
        if isDeleted { return "an error was told after DELETE" }
        if isErrorTold { return "the error was told twice" }
        if isOver { return "an error was told after the end" }
        let isDue = isErrorDue
        isErrorTold = true
        return isDue || kills != killsBefore
            ? nil : "an error was told after \(received.count) of \(expected.count) pages"
    }

    private mutating func judgeEnd() -> Complaint? {
        if isOver { return nil }
        isOver = true
        if isErrorTold { return nil }
        let lost = expected.count - received.count
        guard lost == 0 else {
            return Complaint("the end came after \(received.count) of \(expected.count) pages", lost: lost)
        }
        return errand.outcome.endsInError ? "the end came and the error was never told" : nil
    }
}
