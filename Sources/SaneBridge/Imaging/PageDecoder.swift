internal import CImage
import Scanning

/// Turns the bytes of a stored page back into rows, in flat memory. Nothing about the bytes is believed.
///
/// *Errors:* `host` with what is wrong with the file, or what the source threw; after one the decoder is of no more use.
package final class PageDecoder {
    /// Fills the buffer with what comes next of the file and says how much that is, 0 at its end.
    package typealias Source = (UnsafeMutableRawBufferPointer) throws(ScanError) -> Int

    /// What comes out, its height included.
    package let picture: PictureFormat
    private let decoder: OpaquePointer
    private let inlet: Inlet
    private let name: String
    /// Rows that are decoded at once take about so many bytes.
    private static let stripBytes = 65_536

    /// Reads the header; `encoding` says which kind of file it is, its quality does not matter.
    package init(_ encoding: PageEncoding, source: @escaping Source) throws(ScanError) {
        let inlet = Inlet(source)
        let kind = encoding == .png ? image_file_png : image_file_jpeg
        name = encoding.name
        guard let decoder = image_decoder_create(kind, takeFromInlet, Unmanaged.passUnretained(inlet).toOpaque()) else {
            throw .host("There is not enough memory to read a page.")
        }
        self.decoder = decoder
        self.inlet = inlet
        var found = image_picture()
        guard image_decoder_begin(decoder, &found) == 1 else {
            let error = Self.failure(of: decoder, inlet, encoding.name)
            image_decoder_destroy(decoder)
            throw error
        }
        picture = PictureFormat(
            channels: Int(found.channels),
            depth: Int(found.depth),
            width: Int(found.width),
            height: Int(found.height)
        )
    }

    deinit {
        image_decoder_destroy(decoder)
    }

    /// Hands on all rows, in blocks that are valid during the call, and then makes sure that the file is whole.
    package func eachStrip(_ take: (RowBlock) throws(ScanError) -> Void) throws(ScanError) {
        let rowBytes = picture.rowBytes
        let most = max(1, Self.stripBytes / rowBytes)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: most * rowBytes, alignment: 16)
        defer { buffer.deallocate() }
        var left = picture.height ?? 0
        while left > 0 {
            let count = min(most, left)
            try check(image_decoder_read(decoder, buffer, rowBytes, count))
            left -= count
            try take(RowBlock(base: UnsafeRawPointer(buffer), stride: rowBytes, count: count))
        }
        try check(image_decoder_finish(decoder))
    }

    private func check(_ isDone: Int32) throws(ScanError) {
        guard isDone == 1 else { throw Self.failure(of: decoder, inlet, name) }
    }

    private static func failure(of decoder: OpaquePointer, _ inlet: Inlet, _ name: String) -> ScanError {
        let reason = String(cString: image_decoder_message(decoder))
        return inlet.failure ?? .host("The stored \(name) page cannot be read: \(reason).")
    }
}

/// Where C takes the bytes from; keeps what the source threw until the call into C has returned.
private final class Inlet {
    let source: PageDecoder.Source
    var failure: ScanError?

    init(_ source: @escaping PageDecoder.Source) {
        self.source = source
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        do throws(ScanError) {
            return try source(buffer)
        } catch {
            failure = error
            return -1
        }
    }
}

private func takeFromInlet(context: UnsafeMutableRawPointer?, bytes: UnsafeMutablePointer<UInt8>?, room: Int) -> Int {
    guard let context else { return -1 }
    let inlet = Unmanaged<Inlet>.fromOpaque(context).takeUnretainedValue()
    return inlet.fill(UnsafeMutableRawBufferPointer(start: bytes, count: room))
}
