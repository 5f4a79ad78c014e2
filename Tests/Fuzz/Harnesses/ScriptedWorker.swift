// Reaches into the service, which only builds for testing allow; a plain release build does without this harness.
#if DEBUG || FUZZING
    import Synchronization
    import WorkerProtocol

    @testable import RESTServer

    /// A worker without a process: it says what the fuzzer wants, and is heard when the fuzzer wants.
    final class ScriptedWorker: WorkerBody, WorkerLine {
        let pid: Int32 = 0
        private(set) var isKilled = false
        private(set) var isGone = false
        private var isCut = false
        private let intake: WorkerIntake
        private let unheard = Unheard()
        private var reader = FrameReader.fromWorker()
        private var isBelieved = true
        /// The page in the worker's mouth was ordered: its bytes have a place.
        private(set) var orders = 0
        var session: WorkerSession?

        /// What the reading thread has told and the loop has not heard yet.
        private final class Unheard: Sendable {
            let messages = Mutex<[WorkerIntake.Message]>([])
        }

        init() {
            intake = WorkerIntake { [unheard] message in unheard.messages.withLock { $0.append(message) } }
        }

        // MARK: What the session does

        var lastActivity: UInt64 { 0 }
        var isStoring: Bool { false }
        func expect(_ page: PageFile) { intake.expect(page) }
        func hangUp() { cut() }
        func kill() { isKilled = true }

        func send(_ command: Command) -> Bool {
            if case .feed = command { orders += 1 }
            return !isCut
        }

        // MARK: What the fuzzer does

        /// The worker sends bytes.
        func say(_ bytes: [UInt8]) {
            guard !isCut, isBelieved else { return }
            isBelieved = bytes.withUnsafeBytes { intake.take($0, with: &reader) }
            if !isBelieved { cut() }
        }

        /// The connection ends.
        func cut() {
            guard !isCut else { return }
            isCut = true
            intake.end()
        }

        /// The process ends.
        func end(_ ending: WorkerProcess.Ending) {
            guard !isGone else { return }
            isGone = true
            session?.processEnded(ending)
        }

        /// The loop hears at most so many messages.
        func beHeard(_ count: Int) {
            for _ in 0..<count {
                let message = unheard.messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let message else { return }
                session?.take(message)
            }
        }
    }
#endif
