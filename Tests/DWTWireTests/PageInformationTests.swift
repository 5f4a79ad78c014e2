import DWTWire
import Testing

@Suite("What is told about a page")
struct PageInformationTests {
    @Test("a Letter page in colour is the vendor's example, byte for byte where it does not name a page")
    func example() {
        let info = PageInformation(
            imageID: 1,
            imageUID: "1951d65a72b1",
            url: "http://h/p",
            width: 1_700,
            height: 2_200,
            bitsPerSample: 8,
            samplesPerPixel: 3,
            resolution: 200
        )
        let expected = """
            {"extendedImageInfo":{},"imageId":1,"imageInfo":{"BitsPerPixel":24,"BitsPerSample":[8,8,8,0,0,0,0,0],\
            "Compression":0,"ImageLayout":{"DocumentNumber":1,"Frame":{"Bottom":11,"Left":0,"Right":8.5,"Top":0},\
            "FrameNumber":0,"PageNumber":1},"ImageLength":2200,"ImageWidth":1700,"PixelType":2,"Planar":false,\
            "SamplesPerPixel":3,"XResolution":200,"YResolution":200},"imageuid":"1951d65a72b1","url":"http://h/p"}
            """
        #expect(info.json.text == expected)
    }

    @Test("a page lies where it was scanned, in inches, and each direction has its dots")
    func place() {
        var info = PageInformation(
            imageID: 1,
            imageUID: "x",
            url: "u",
            width: 300,
            height: 600,
            bitsPerSample: 8,
            samplesPerPixel: 1,
            resolution: 150
        )
        info.lineResolution = 300
        info.left = 1.5
        info.top = 0.25
        let text = info.json.text
        #expect(text.contains(#""Frame":{"Bottom":2.25,"Left":1.5,"Right":3.5,"Top":0.25}"#))
        #expect(text.contains(#""XResolution":150,"YResolution":300"#))
    }

    @Test("a page of unknown resolution has no size in inches, and bits are bits")
    func bits() {
        let info = PageInformation(
            imageID: 3,
            imageUID: "x",
            url: "u",
            width: 10,
            height: 20,
            bitsPerSample: 1,
            samplesPerPixel: 1,
            resolution: 0
        )
        let text = info.json.text
        #expect(text.contains(#""PixelType":0"#))
        #expect(text.contains(#""BitsPerPixel":1,"BitsPerSample":[1,0,0,0,0,0,0,0]"#))
        #expect(text.contains(#""Frame":{"Bottom":0,"Left":0,"Right":0,"Top":0}"#))
        #expect(text.contains(#""PageNumber":3"#))
    }

    @Test("types are read in any case, and others are refused in words")
    func types() throws {
        #expect(try ImageType.asked(for: nil) == nil)
        #expect(try ImageType.asked(for: "IMAGE/Jpeg") == .jpeg)
        #expect(try ImageType.asked(for: "image/png") == .png)
        for text in ["", "image/bmp", "image/jpeg ", "jpeg"] {
            let refusal = WireError("The type must be image/png or image/jpeg.")
            #expect(throws: refusal) { try ImageType.asked(for: text) }
        }
    }
}
