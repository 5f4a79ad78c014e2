import HTTPServer
import Scanning

/// A page of a job: its bytes, and in what forms they can be had.
final class StoredPage {
    /// Counts from 1.
    let number: Int
    let file: PageFile
    let info: PageInfo
    /// Names the page among those of its job, in twelve hexadecimal digits.
    private(set) lazy var uid = Self.makeUID()
    /// How the bytes end; nil while the page is being scanned.
    private(set) var ending: PageEnding?
    private(set) var isBroken = false
    /// Somebody has got it.
    private(set) var wasDelivered = false
    /// The page in the encoding in which it was not stored, since somebody wanted it so.
    private(set) var otherForm: OtherForm?
    /// Answers with the page that are on their way.
    private var readers = 0
    /// A cut that must wait because somebody is reading the page at its promised height.
    private var pendingCut: PageEnding.Cut?
    /// They belong to their answers; a strong hold from both sides would keep a broken page, and its file, for ever.
    private var streams: [WeakStream] = []

    /// How a conversion stands.
    enum OtherForm {
        case making(FormAttempt)
        case made(PageFile)
    }

    private struct WeakStream {
        weak var stream: PageStream?
    }

    init(number: Int, file: PageFile, info: PageInfo) {
        self.number = number
        self.file = file
        self.info = info
    }

    var isComplete: Bool { ending != nil }

    /// Only a page whose height is known may be told of, or start to flow: what is sent cannot be patched any more.
    var canFlow: Bool { info.picture.height != nil && !isBroken }

    /// Answers with the page that rest while there are no more bytes.
    var flowCount: Int { streams.count { $0.stream != nil } }

    /// Rows of the page, as far as it is known: those that came, else those that were promised.
    var height: Int { ending?.rows ?? info.picture.height ?? 0 }

    // MARK: Answers

    /// The whole page as an answer.
    func wholeAnswer() -> Response {
        wholeAnswer(of: file, info.encoding)
    }

    /// The whole page in the encoding in which it was made from the stored one.
    func wholeAnswer(of other: PageFile, _ encoding: PageEncoding) -> Response {
        other.withDescriptor { descriptor, length in
            Self.answer(with: .file(descriptor: descriptor, length: length), encoding)
        }
    }

    /// The page as far as it is, and the rest as it comes.
    func flowingAnswer() -> Response {
        let stream = PageStream(page: self)
        streams.removeAll { $0.stream == nil }
        streams.append(WeakStream(stream: stream))
        return Self.answer(with: .stream(stream), info.encoding)
    }

    private static func answer(with body: Response.Body, _ encoding: PageEncoding) -> Response {
        var response = Response(status: 200, body: body)
        response.headers.add("Content-Type", encoding.mediaType)
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// An answer with the page is on its way.
    func lend() {
        readers += 1
    }

    /// That answer has come to its end, well or badly; nobody else reads, and the page gets its true height.
    func giveBack() throws(ScanError) {
        readers -= 1
        guard readers == 0, let cut = pendingCut else { return }
        pendingCut = nil
        // That was made of the page at its promised height.
        otherForm = nil
        try file.apply(cut)
    }

    /// It has reached a client.
    func noteDelivered() {
        wasDelivered = true
    }

    /// It has reached its client, and nobody will ask for it again: its bytes are not needed any more.
    func empty() {
        file.empty()
    }

    // MARK: The scan

    /// All bytes are there.
    func end(with ending: PageEnding) throws(ScanError) {
        try file.apply(ending.patches)
        if let cut = ending.cut {
            if readers == 0 {
                try file.apply(cut)
            } else {
                pendingCut = cut
            }
        }
        self.ending = ending
        wakeStreams()
    }

    /// The page can never be completed, or nobody may have it any more.
    func breakOff() {
        isBroken = true
        if case .making(let attempt)? = otherForm { attempt.cancel?() }
        otherForm = nil
        wakeStreams()
    }

    /// More bytes are there.
    func grew() {
        wakeStreams()
    }

    private func wakeStreams() {
        for entry in streams { entry.stream?.wake() }
    }

    // MARK: The other form

    /// Has the page made in the other encoding. It is lent for that, so that it is not cut while it is read: `changed` is
    /// called when that is done, or has failed, and the page is to be given back.
    func makeOtherForm(
        _ wanted: PageEncoding,
        by convert: PageForms.Convert,
        changed: @escaping () -> Void
    ) -> FormAttempt {
        lend()
        let attempt = FormAttempt(at: self)
        otherForm = .making(attempt)
        attempt.cancel = convert(self, wanted) { [weak self] result in
            guard let self, !isBroken else { return }
            switch result {
            case .success(let file): otherForm = .made(file)
            case .failure(let error):
                // What failed once may succeed for whoever asks next.
                otherForm = nil
                attempt.failure = error
            }
            changed()
        }
        return attempt
    }

    private static func makeUID() -> String {
        let digits = String(UInt64.random(in: 0..<1 << 48), radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }
}

/// One attempt to bring a page into its other form. Those who waited for it are told when it fails; whoever asks later is
/// worth another one.
final class FormAttempt {
    private(set) weak var page: StoredPage?
    /// Gives it up.
    fileprivate(set) var cancel: (() -> Void)?
    fileprivate(set) var failure: ScanError?

    fileprivate init(at page: StoredPage) {
        self.page = page
    }
}
