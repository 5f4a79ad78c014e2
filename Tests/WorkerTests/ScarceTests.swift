import Foundation
import Scanning
import TestSupport
import Testing
import WorkerProtocol

/// Memory and threads that run out while several threads encode a page.
@Suite("A worker that runs out of memory or threads in a page")
struct ScarceTests {
    /// Strips need a second processor; a worker has as many as this process.
    static let hasTwoProcessors = ProcessInfo.processInfo.activeProcessorCount > 1
    private static let encoding = PageEncoding.jpeg(quality: 100)
    /// Noise that needs much room, of which there are some dozens of strips.
    private static let device = "virtual:page,pages=3,plain,size=2501x1800"

    private struct Scene {
        let world: SaneWorld
        let worker: WorkerProcess
        private var log: URL { world.folder.appendingPathComponent("scarce.log") }

        /// - Parameter what: KIND FROM COUNT, as Tests/Backends/Scarce says.
        init(_ what: String) throws {
            world = try SaneWorld(backends: ["virtual"])
            let environment = [
                "LD_PRELOAD": try BuiltProducts.scarceMemory(), "SCARCE": what,
                "SCARCE_LOG": world.folder.appendingPathComponent("scarce.log").path,
            ]
            worker = try WorkerProcess(in: world, environment: environment)
            _ = try worker.open(device, .feeder)
        }

        /// Calls that failed so far.
        var failures: Int {
            // No log means none.
            (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n").count ?? 0
        }

        /// What becomes of the next page: nil when it came whole.
        func failure() throws -> ScanError? {
            try worker.send(.feed(PageStorage(ScarceTests.encoding)))
            while true {
                switch try worker.nextAnswer(seconds: 30) {
                case .pageStarted: continue
                case .pageEnded: return nil
                case .failed(let error): return error
                case let other: throw WorkerProcess.Trouble.unexpected(other)
                }
            }
        }

        /// The encoder's threads that the worker has now.
        var crew: Int {
            let tasks = "/proc/\(worker.pid)/task"
            // A thread may be gone by now.
            return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).filter { thread in
                (try? String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)) == "jpeg\n"
            }.count
        }
    }

    /// A kind of call, the number from which it fails, and how often.
    static let shortages = [
        "libjpeg 1 1", "libjpeg 2 1", "libjpeg 5 1", "libjpeg 12 1", "libjpeg 30 1", "libjpeg 60 1", "libjpeg 120 1",
        "libjpeg 1 1000000", "libjpeg 45 1000000", "crew 1 1", "crew 2 1", "crew 7 1", "crew 1 1000000",
        "grow 1 1", "grow 3 1", "grow 1 1000000", "rows 1 1", "rows 2 1", "rows 3 1",
    ]

    @Test(
        "a shortage in any thread is one error in words; no thread stays, and the worker goes on or leaves (BR-059)",
        .enabled(if: hasTwoProcessors),
        arguments: shortages
    )
    func shortage(_ what: String) throws {
        let scene = try Scene(what)
        let failure = try scene.failure()
        #expect(scene.failures > 0, "nothing failed")
        let isOnce = what.hasSuffix(" 1")
        // For some of its rooms libjpeg asks again for a smaller one.
        if isOnce, what.hasPrefix("libjpeg"), failure == nil {
            return #expect(try scene.worker.leave() == .exit(0))
        }
        guard case .host(let text) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.hasPrefix("The page could not be stored: ") && text.lowercased().contains("memory"), "\(text)")
        #expect(eventually { scene.crew == 0 })
        if isOnce {
            _ = scene.worker.takePage()
            let page = try #require(try scene.worker.page(Self.encoding, seconds: 30))
            #expect(try PortableMap(jpeg: page.bytes).height == 1_800)
        } else {
            #expect(try scene.failure() != nil)
        }
        #expect(try scene.worker.leave() == .exit(0))
    }

    @Test("a worker that gets no threads makes the same page without them (BR-059)", .enabled(if: hasTwoProcessors))
    func noThreads() throws {
        // The first thread is the one that listens to the server.
        let pages = try ["none 0 0", "thread 2 1", "thread 2 1000000"].map { what in
            let scene = try Scene(what)
            let page = try #require(try scene.worker.page(Self.encoding, seconds: 30))
            #expect((scene.failures > 0) == (what != "none 0 0"))
            #expect(try scene.worker.leave() == .exit(0))
            return page.bytes
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0] == pages[2])
    }
}

extension ScanRequest {
    fileprivate static var feeder: ScanRequest {
        var request = ScanRequest()
        request.source = .feeder
        request.colour = .colour
        return request
    }
}
