internal import CImage
import Scanning

/// Turns the rows of one page into the bytes of a file while they arrive, in flat memory.
///
/// *Order:* `write` as often as rows come, `flush` whenever somebody waits, `finish` once. After an error the page is
/// over: every further call throws it again.
package final class PageEncoder {
    /// Takes encoded bytes, up to 64 KiB at a time; must not keep the pointer. What it throws ends the page.
    package typealias Sink = (UnsafeRawBufferPointer) throws(ScanError) -> Void

    private let encoder: OpaquePointer
    private let outlet: Outlet
    private var rows = 0
    private var failure: ScanError?
    private var isFinished = false

    /// Prepares a page; its first bytes reach the sink with its first rows.
    ///
    /// *Units:* `resolution` in dots per inch, 0 when unknown, and `lineResolution` the same down the page where it is
    /// another; `threads` that may encode, nil for as many as pay. The bytes do
    /// not depend on them. *Errors:* `badData` for a picture that cannot be one,
    /// `host` for one that the encoding cannot hold.
    package init(
        _ encoding: PageEncoding,
        picture: PictureFormat,
        resolution: Double,
        lineResolution: Double? = nil,
        threads: Int? = nil,
        sink: @escaping Sink
    ) throws(ScanError) {
        try encoding.check(picture)
        let outlet = Outlet(sink)
        var format = image_format(encoding, picture, resolution, lineResolution, threads: threads)
        guard let encoder = image_create(&format, passToOutlet, Unmanaged.passUnretained(outlet).toOpaque()) else {
            throw .host("There is not enough memory to store a page.")
        }
        self.encoder = encoder
        self.outlet = outlet
    }

    deinit {
        image_destroy(encoder)
    }

    /// Encodes rows of the picture; rows beyond a promised height are ignored.
    package func write(_ rows: RowBlock) throws(ScanError) {
        guard rows.count > 0 else { return }
        try check(image_write(encoder, rows.base, rows.stride, rows.count))
        self.rows += rows.count
    }

    /// Hands what is encoded by now to the sink; the picture does not change by it.
    package func flush() throws(ScanError) {
        try check(image_flush(encoder))
    }

    /// Ends the page and says what its stored copy needs. Rows that are missing from a promised height become white.
    ///
    /// *Errors:* `badData` when no row was written.
    package func finish() throws(ScanError) -> PageEnding {
        if let failure { throw failure }
        guard rows > 0 else { throw .noPicture }
        var ending = image_ending()
        try check(image_finish(encoder, &ending))
        isFinished = true
        return PageEnding(ending)
    }

    private func check(_ isDone: @autoclosure () -> Int32) throws(ScanError) {
        if let failure { throw failure }
        precondition(!isFinished, "nothing follows the end of a page")
        guard isDone() == 0 else { return }
        let error = outlet.failure ?? .host("The page could not be stored: \(String(cString: image_message(encoder))).")
        failure = error
        throw error
    }
}

/// Where C hands the bytes over; keeps what the sink threw until the call into C has returned.
private final class Outlet {
    let sink: PageEncoder.Sink
    var failure: ScanError?

    init(_ sink: @escaping PageEncoder.Sink) {
        self.sink = sink
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(ScanError) {
            try sink(bytes)
            return true
        } catch {
            failure = error
            return false
        }
    }
}

private func passToOutlet(context: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: Int) -> Int32 {
    guard let context else { return 0 }
    let outlet = Unmanaged<Outlet>.fromOpaque(context).takeUnretainedValue()
    return outlet.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
}
