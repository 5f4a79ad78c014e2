import HTTPServer
import Scanning

/// Brings pages into the form in which somebody wants them.
struct PageForms {
    /// Makes a complete page's file in another encoding; answers how to give that up. `then` is called once, unless it is
    /// given up.
    typealias Convert = (
        _ page: StoredPage, _ wanted: PageEncoding, _ then: @escaping (Result<PageFile, ScanError>) -> Void
    ) -> () -> Void

    let convert: Convert

    /// A page flows to so many at the same time; more wait for its end. Each of them holds a connection until then.
    private static let mostFlows = 16

    /// The answer that brings a page to an asker, or says why it cannot be had in that form; nil while both must wait.
    /// `changed` is called when a form that had to be made is there, and the page is no longer read for it.
    func answer(to asker: PageAsker, with page: StoredPage, changed: @escaping () -> Void) -> Response? {
        switch asker.wish {
        case .facts(let tell):
            guard page.isComplete || (asker.mayFlow && page.canFlow) else { return nil }
            return followed(tell(page), for: asker)
        case .picture(let wanted) where wanted.mediaType != page.info.encoding.mediaType:
            guard page.isComplete else { return nil }
            return answer(to: asker, with: page, as: wanted, changed: changed)
        case .asStored, .picture:
            if page.isComplete { return page.wholeAnswer() }
            guard asker.mayFlow, page.canFlow, page.flowCount < Self.mostFlows else { return nil }
            return page.flowingAnswer()
        }
    }

    private func answer(
        to asker: PageAsker,
        with page: StoredPage,
        as wanted: PageEncoding,
        changed: @escaping () -> Void
    ) -> Response? {
        if case .made(let file)? = page.otherForm { return page.wholeAnswer(of: file, wanted) }
        if let attempt = asker.attempt, attempt.page === page, let failure = attempt.failure {
            return followed(asker.replies.failure(failure), for: asker)
        }
        if case .making(let attempt)? = page.otherForm {
            asker.attempt = attempt
        } else {
            asker.attempt = page.makeOtherForm(wanted, by: convert, changed: changed)
        }
        return nil
    }

    private func followed(_ response: Response, for asker: PageAsker) -> Response {
        var response = response
        response.wantsReceipt = !asker.isOnlyLooking
        return response
    }
}

/// The encoding in which a page was last asked for and served, whoever asked: a good guess at what the next client wants.
final class PageTaste {
    var last: PageEncoding?
}

extension PageForms {
    /// For pages that are only wanted as they are stored.
    static var none: PageForms {
        PageForms { _, _, then in
            then(.failure(.host("The page cannot be had in another encoding.")))
            return {}
        }
    }
}
