/// What is told about a scanned page before or without its picture.
///
/// Source: vendor's REST reference, `next-page-info`.
public struct PageInformation: Hashable, Sendable {
    /// Counts from 1.
    public var imageID: Int
    /// Names the page in `next-page?page=`.
    public var imageUID: String
    /// Where the picture can be had, absolute.
    public var url: String
    /// Pixels across.
    public var width: Int
    /// Rows.
    public var height: Int
    /// 1, 8 or 16.
    public var bitsPerSample: Int
    /// 1 gray, 3 colour.
    public var samplesPerPixel: Int
    /// Dots per inch; 0 when nobody knows.
    public var resolution: Double
    /// The same down the page; nil is as many.
    public var lineResolution: Double?
    /// Inches from the left edge of the bed.
    public var left = 0.0
    /// Inches from the top of the bed.
    public var top = 0.0

    /// Makes the description of a page.
    public init(
        imageID: Int,
        imageUID: String,
        url: String,
        width: Int,
        height: Int,
        bitsPerSample: Int,
        samplesPerPixel: Int,
        resolution: Double
    ) {
        self.imageID = imageID
        self.imageUID = imageUID
        self.url = url
        self.width = width
        self.height = height
        self.bitsPerSample = bitsPerSample
        self.samplesPerPixel = samplesPerPixel
        self.resolution = resolution
    }

    /// The object as it travels.
    public var json: JSONValue {
        .object([
            "extendedImageInfo": .object([:]),
            "imageId": .integer(imageID),
            "imageInfo": .object(imageInfo),
            "imageuid": .string(imageUID),
            "url": .string(url),
        ])
    }

    private var imageInfo: [String: JSONValue] {
        // There is room for eight samples; what is not used is zero.
        let samples = (0..<8).map { JSONValue.integer($0 < samplesPerPixel ? bitsPerSample : 0) }
        return [
            "BitsPerPixel": .integer(bitsPerSample * samplesPerPixel),
            "BitsPerSample": .array(samples),
            "Compression": .integer(0),
            "ImageLayout": .object(imageLayout),
            "ImageLength": .integer(height),
            "ImageWidth": .integer(width),
            "PixelType": .integer(pixelType.rawValue),
            "Planar": .bool(false),
            "SamplesPerPixel": .integer(samplesPerPixel),
            "XResolution": .rounded(resolution),
            "YResolution": .rounded(lineResolution ?? resolution),
        ]
    }

    private var imageLayout: [String: JSONValue] {
        let frame: [String: JSONValue] = [
            "Bottom": .rounded(top + inches(height, lineResolution ?? resolution)),
            "Left": .rounded(left),
            "Right": .rounded(left + inches(width, resolution)),
            "Top": .rounded(top),
        ]
        return [
            "DocumentNumber": .integer(1), "Frame": .object(frame), "FrameNumber": .integer(0),
            "PageNumber": .integer(imageID),
        ]
    }

    private var pixelType: PixelType {
        if samplesPerPixel > 1 { return .rgb }
        return bitsPerSample == 1 ? .blackAndWhite : .gray
    }

    private func inches(_ pixels: Int, _ dpi: Double) -> Double {
        dpi > 0 ? Double(pixels) / dpi : 0
    }
}
