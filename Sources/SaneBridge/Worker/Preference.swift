import Scanning
import Synchronization

/// What the listening thread tells the scanning thread while that is busy beginning a page: how somebody who has come in
/// the meantime wants it.
final class Preference: Sendable {
    private let latest = Mutex<(storage: PageStorage, page: Int)?>(nil)

    /// Notes what is preferred for a page, by its number among those that were asked for.
    func note(_ storage: PageStorage, page: Int) {
        latest.withLock { $0 = (storage, page) }
    }

    /// What is preferred for a page by now; nil when nothing was said of it.
    func storage(ofPage page: Int) -> PageStorage? {
        latest.withLock { $0?.page == page ? $0?.storage : nil }
    }
}

/// How a page is to be stored, which is decided when its first row is there.
struct EncodingChoice {
    /// As it was asked for.
    var ordered: PageStorage
    /// Of pages of one bit; nil when they are as all others.
    var ofBits: PageEncoding?
    var preference: Preference

    /// The choice for a page of that kind, by its number among those that were asked for.
    func encoding(of picture: PictureFormat, page: Int) -> PageEncoding {
        if picture.depth == 1, let ofBits { return ofBits }
        return (preference.storage(ofPage: page) ?? ordered).encoding(ofDepth: picture.depth)
    }
}
