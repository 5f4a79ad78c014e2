#if DEBUG || FUZZING
    import HTTPServer
    import Scanning
    import WorkerProtocol

    @testable import RESTServer

    extension FuzzHarness {
        /// A whole job whose workers say anything in any order, die at any moment, and whose clients come and go. Each
        /// byte of the input is a step; some take more bytes as numbers.
        static let scan = FuzzHarness("scan") { input in
            var reader = InputReader(input)
            let scene = try ScanScene()
            var steps = 0
            while !reader.isEmpty, steps < 400 {
                steps += 1
                try step(&reader, in: scene)
            }
            try scene.close()
        }

        private static func step(_ reader: inout InputReader, in scene: ScanScene) throws {
            let kind = Int(reader.byte())
            guard let worker = scene.workers.last else { return }
            switch kind % 32 {
            case 0: worker.beHeard(.max)
            case 1: worker.beHeard(1)
            case 2: scene.ask("GET", .http11)
            case 3: scene.ask("HEAD", .http11)
            case 4: scene.ask("GET", .http10)
            case 5: scene.cancel()
            case 6: scene.discard()
            case 7: scene.killDriver()
            case 8: worker.cut()
            case 9: worker.end(.exited(Int32(reader.byte())))
            case 10: worker.end(.killed(signal: 11))
            case 11: scene.clock.advance(by: .milliseconds(Int(reader.byte())))
            case 12: scene.clock.advance(by: .seconds(Int(reader.byte())))
            case 13...16: meet(&reader, in: scene)
            case 17: worker.say(reader.bytes(Int(reader.byte())))
            case 18, 19:
                let length = Int(reader.byte())
                worker.say(FrameHeader(type: .pageBytes, length: length).bytes + [UInt8](repeating: 7, count: length))
            default: worker.say(try Frame.bytes(of: event(kind % 32 - 20, &reader)))
            }
        }

        /// Something happens to one of those who asked.
        private static func meet(_ reader: inout InputReader, in scene: ScanScene) {
            guard !scene.clients.isEmpty else { return }
            let client = reader.choice(of: scene.clients)
            switch reader.byte() % 6 {
            case 0: client.delivery?.settle(.delivered)
            case 1: client.delivery?.settle(.lost)
            case 2: scene.leave(client)
            case 3: client.sight = .lost
            case 4: client.sight = .delivered
            default:
                guard case .stream(let stream)? = client.body else { return }
                withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = stream.read(into: $0) }
            }
        }

        private static func event(_ kind: Int, _ reader: inout InputReader) -> Event {
            switch kind {
            case 0: return .hello(build: reader.flag() ? Build.identifier : "other")
            case 1: return .calling(reader.choice(of: DriverCall.allCases))
            case 2: return .waiting
            case 3: return .scanners([])
            case 4:
                var settings = ScanSettings(source: .feeder)
                settings.pageLimit = reader.flag() ? reader.number(bytes: 1) : nil
                return .opened(settings)
            case 5:
                let height = reader.flag() ? reader.number(bytes: 2) : nil
                let picture = PictureFormat(channels: 1, depth: 8, width: 8, height: height)
                return .pageStarted(PageInfo(picture: picture, resolution: 100, encoding: .png))
            case 6: return .progress(rows: reader.number(bytes: 2))
            case 7: return .pageEnded(ending(&reader))
            case 8: return .noMorePaper
            case 9:
                return .failed(
                    reader.choice(of: [.device(.busy), .device(.jammed), .canceled, .feederEmpty, .host("")])
                )
            case 10: return .closed
            default: return .pageEnded(PageEnding(rows: 1))
            }
        }

        private static func ending(_ reader: inout InputReader) -> PageEnding {
            var ending = PageEnding(rows: reader.number(bytes: 1))
            if reader.flag() {
                let offset = reader.number(bytes: reader.choice(of: [1, 2, 8]))
                ending.patches = [.init(offset: offset, bytes: reader.bytes(4))]
            }
            if reader.flag() {
                let offset = reader.number(bytes: reader.choice(of: [1, 2, 8]))
                ending.cut = .init(offset: offset, tail: reader.bytes(4), patches: ending.patches)
            }
            return ending
        }
    }
#endif
