/// How a page is to be stored, before anybody knows how deep it will be. What one encoding cannot keep is lost for good,
/// while another one can be made of the page at any time.
package struct PageStorage: Hashable, Sendable, Codable {
    /// For pages of which every encoding keeps all that matters.
    package var usual: PageEncoding
    /// For pages of more than eight bits a sample.
    package var deep: PageEncoding

    package init(usual: PageEncoding, deep: PageEncoding) {
        self.usual = usual
        self.deep = deep
    }

    /// One encoding for all pages.
    package init(_ encoding: PageEncoding) {
        self.init(usual: encoding, deep: encoding)
    }

    /// Every page as PNG.
    package static let png = PageStorage(.png)

    /// Every page as JPEG, whatever that costs of it.
    package static func jpeg(quality: Int) -> PageStorage { PageStorage(.jpeg(quality: quality)) }

    /// The encoding for a page of so many bits a sample.
    package func encoding(ofDepth depth: Int) -> PageEncoding { depth > 8 ? deep : usual }
}
