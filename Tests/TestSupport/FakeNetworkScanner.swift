import Foundation
import Glibc
import Synchronization

/// A network scanner that speaks eSCL, on loopback: glass and feeder, and faults on demand. For the driver `airscan`.
///
/// Source: the eSCL Technical Specification of Mopria, version 2.97; only what the driver needs of it.
package final class FakeNetworkScanner: Sendable {
    /// How it behaves; may change at any time.
    package struct Behaviour: Sendable {
        /// Sheets in the feeder.
        package var sheets = 0
        /// What it says of its feeder when that is empty, or jammed.
        package var feeder: FeederState?
        /// So many requests for a new scan get 503 first.
        package var busy = 0
        /// Every page's answer comes so much later.
        package var delay = Duration.zero
        /// The connection ends after half of this page, counted from 1 over all scans.
        package var cutPage: Int?
        /// Accepts connections and says nothing.
        package var isMute = false

        package init() {}
    }

    /// eSCL's words.
    package enum FeederState: String, Sendable {
        case empty = "ScannerAdfEmpty"
        case loaded = "ScannerAdfLoaded"
        case jam = "ScannerAdfJam"
    }

    private struct State {
        var behaviour = Behaviour()
        /// Width, height and whether the feeder is meant, of the scan that runs.
        var scan: (width: Int, height: Int, isFeeder: Bool)?
        var sheetsOfScan = 0
        var pages = 0
        var log: [String] = []
        var isClosed = false
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    /// Method and path of every request so far.
    package var log: [String] { state.withLock { $0.log } }

    /// Starts listening on a free port of loopback.
    package init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            Glibc.close(listener)
            throw HTTPClientError.noConnection(errno: errno)
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in serve() }.start()
    }

    /// Stops listening; the scanner is off.
    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

    package func change(_ body: @Sendable (inout Behaviour) -> Void) {
        state.withLock { body(&$0.behaviour) }
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            Thread { [self] in
                answer(connection)
                Glibc.close(connection)
            }.start()
        }
    }

    private func answer(_ connection: Int32) {
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard let (head, body) = read(connection) else { return }
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count == 3 else { return }
        let behaviour = state.withLock { state in
            state.log.append("\(words[0]) \(words[1])")
            return state.behaviour
        }
        if behaviour.isMute {
            usleep(15_000_000)
            return
        }
        switch (words[0], words[1].split(separator: "/").last ?? "") {
        case ("GET", "ScannerCapabilities"): send(connection, 200, type: "text/xml", Array(Self.capabilities.utf8))
        case ("GET", "ScannerStatus"): send(connection, 200, type: "text/xml", Array(status().utf8))
        case ("POST", "ScanJobs"): begin(connection, body)
        case ("GET", "NextDocument"): page(connection)
        case ("DELETE", _):
            state.withLock { $0.scan = nil }
            send(connection, 200)
        default: send(connection, 404)
        }
    }

    // MARK: Scanning

    private func begin(_ connection: Int32, _ order: String) {
        let status = state.withLock { state in
            if state.behaviour.busy > 0 {
                state.behaviour.busy -= 1
                return 503
            }
            let isFeeder = order.contains("Feeder")
            if isFeeder, state.behaviour.sheets == 0 || state.behaviour.feeder == .jam { return 409 }
            let dpi = Self.number("XResolution", in: order) ?? 300
            let width = (Self.number("Width", in: order) ?? 2_550) * dpi / 300
            let height = (Self.number("Height", in: order) ?? 3_300) * dpi / 300
            state.scan = (width, height, isFeeder)
            state.sheetsOfScan = 0
            return 201
        }
        send(connection, status, headers: ["Location: http://127.0.0.1:\(port)/eSCL/ScanJobs/1"])
    }

    private func page(_ connection: Int32) {
        let (scan, behaviour, number) = state.withLock { state in
            guard let scan = state.scan, scan.isFeeder ? state.behaviour.sheets > 0 : state.sheetsOfScan == 0 else {
                state.scan = nil
                return (nil as (width: Int, height: Int, isFeeder: Bool)?, state.behaviour, 0)
            }
            if scan.isFeeder { state.behaviour.sheets -= 1 }
            state.sheetsOfScan += 1
            state.pages += 1
            return (scan, state.behaviour, state.pages)
        }
        guard let scan else { return send(connection, 404) }
        usleep(useconds_t(behaviour.delay.components.seconds * 1_000_000))
        guard let picture = Self.picture(number, scan.width, scan.height) else { return send(connection, 500) }
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\nConnection: close\r\n\r\n"
        let isCut = behaviour.cutPage == number
        write(connection, Array(head.utf8) + (isCut ? Array(picture.prefix(picture.count / 2)) : picture))
        if isCut { state.withLock { $0.scan = nil } }
    }

    private static func picture(_ number: Int, _ width: Int, _ height: Int) -> [UInt8]? {
        var map = Array("P6 \(width) \(height) 255\n".utf8)
        map.reserveCapacity(map.count + width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                map.append(UInt8(x * 255 / width))
                map.append(UInt8(y * 255 / height))
                map.append(UInt8(number * 20 & 255))
            }
        }
        return (try? Program.run(["cjpeg"], input: map))?.bytes  // An answer of 500 tells the test.
    }

    private static func number(_ element: String, in text: String) -> Int? {
        text.range(of: ":\(element)>").flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
    }

    // MARK: Messages

    private func read(_ connection: Int32) -> (head: String, body: String)? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length = text.range(of: "Content-Length: ", options: .caseInsensitive).flatMap {
                    Int(text[$0.upperBound...].prefix { $0.isNumber })
                }
                if text[end.upperBound...].utf8.count >= length ?? 0 {
                    return (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    private func send(
        _ connection: Int32,
        _ status: Int,
        type: String = "text/plain",
        headers: [String] = [],
        _ body: [UInt8] = []
    ) {
        let lines =
            ["HTTP/1.1 \(status) Status", "Content-Type: \(type)", "Content-Length: \(body.count)"] + headers
            + ["Connection: close"]
        write(connection, Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    private func write(_ connection: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func status() -> String {
        let behaviour = state.withLock { $0.behaviour }
        let feeder = behaviour.feeder ?? (behaviour.sheets > 0 ? .loaded : .empty)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <scan:ScannerStatus xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" \
            xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">
            <pwg:Version>2.6</pwg:Version><pwg:State>Idle</pwg:State><scan:AdfState>\(feeder.rawValue)</scan:AdfState>
            </scan:ScannerStatus>
            """
    }

    private static let capabilities = """
        <?xml version="1.0" encoding="UTF-8"?>
        <scan:ScannerCapabilities xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" \
        xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">
        <pwg:Version>2.6</pwg:Version><pwg:MakeAndModel>Fake Scanner</pwg:MakeAndModel>
        <scan:Platen><scan:PlatenInputCaps>\(source)</scan:PlatenInputCaps></scan:Platen>
        <scan:Adf><scan:AdfSimplexInputCaps>\(source)</scan:AdfSimplexInputCaps></scan:Adf>
        </scan:ScannerCapabilities>
        """

    private static let source = """
        <scan:MinWidth>16</scan:MinWidth><scan:MaxWidth>2550</scan:MaxWidth>\
        <scan:MinHeight>16</scan:MinHeight><scan:MaxHeight>3508</scan:MaxHeight>\
        <scan:MaxScanRegions>1</scan:MaxScanRegions><scan:SettingProfiles><scan:SettingProfile>\
        <scan:ColorModes><scan:ColorMode>RGB24</scan:ColorMode><scan:ColorMode>Grayscale8</scan:ColorMode>\
        </scan:ColorModes><scan:DocumentFormats><pwg:DocumentFormat>image/jpeg</pwg:DocumentFormat>\
        <scan:DocumentFormatExt>image/jpeg</scan:DocumentFormatExt></scan:DocumentFormats>\
        <scan:SupportedResolutions><scan:DiscreteResolutions>\(resolutions)</scan:DiscreteResolutions>\
        </scan:SupportedResolutions></scan:SettingProfile></scan:SettingProfiles>
        """

    private static let resolutions = [75, 150, 300].map { dpi in
        """
        <scan:DiscreteResolution><scan:XResolution>\(dpi)</scan:XResolution>\
        <scan:YResolution>\(dpi)</scan:YResolution></scan:DiscreteResolution>
        """
    }.joined()
}
