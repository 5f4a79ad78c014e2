import Glibc
import SaneBridge
import Scanning
import WorkerProtocol

/// The worker: a process for one device or one enumeration, because drivers crash and hang.
///
/// Plain synchronous code: this thread owns libsane, a second one listens. It leaves by `_exit`, so that no driver can
/// stop it at the end.
struct WorkerProgram {
    private let link: ServerLink
    private let queue: CommandQueue
    private let interruption: Interruption
    private let preference = Preference()
    private var library: SaneLibrary?

    /// Does what the server says, then ends the process.
    static func run(_ arguments: [String]) -> Never {
        if arguments.dropFirst().first == "--version" {
            print(Build.identifier)
            exit(0)
        }
        guard fcntl(ServerLink.descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            print("sane-bridge-worker is started by sane-bridge, not by people.")
            exit(2)
        }
        ignoreBrokenPipes()
        // libsane reads configuration files of the current folder before those of the system.
        _ = chdir("/")
        var program = WorkerProgram()
        program.serve()
        _exit(0)
    }

    /// A server that has gone is noticed by writing, and its device is still to be closed.
    ///
    /// Ignoring the signal is not enough: libsane's reading threads set it back to what ends a process. Blocked it stays
    /// in this thread and in all that are started by it.
    private static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
    }

    private init() {
        interruption = Interruption()
        queue = CommandQueue()
        link = ServerLink(interruption: interruption)
    }

    private mutating func serve() {
        link.send(.hello(build: Build.identifier))
        Listener(queue: queue, interruption: interruption, preference: preference).start()
        while let order = nextOrder() {
            switch order.command {
            case .list:
                return list()
            case .open(let opening):
                if open(opening) { return }
            case .convert(let conversion):
                convert(conversion)
            case .close:
                return link.send(.closed)
            case .feed, .cancel, .prefer, .describe:
                link.send(.failed(.host("No scanner is open.")))
            }
        }
    }

    private func nextOrder() -> Order? {
        link.send(.waiting)
        return queue.next()
    }

    private mutating func list() {
        link.send(.calling(.list))
        do throws(ScanError) {
            link.send(.scanners(try loadedLibrary().scanners()))
        } catch {
            link.send(.failed(error))
        }
    }

    /// The worker waits to be told to go: what it has said is on its way by then.
    private func convert(_ conversion: Conversion) {
        do throws(ScanError) {
            try ProcessMemory.limit(toMore: conversion.memoryLimit)
            link.send(.pageEnded(try PageConversion(conversion, link: link, interruption: interruption).run()))
        } catch {
            link.send(.failed(error))
        }
    }

    private mutating func loadedLibrary() throws(ScanError) -> SaneLibrary {
        if let library { return library }
        let loaded = try SaneLibrary()
        library = loaded
        return loaded
    }

    /// Opens a device and scans with it until it is closed; false when it did not open.
    private mutating func open(_ opening: Opening) -> Bool {
        link.send(.calling(.open))
        let setup = DeviceSetup(link: link, interruption: interruption)
        do throws(ScanError) {
            let library = try loadedLibrary()
            let device = try library.open(
                opening.deviceName,
                userName: opening.userName,
                password: opening.password
            )
            var description = DeviceDescription(link: link, interruption: interruption)
            let settings: ScanSettings
            do throws(ScanError) {
                if opening.describes { try description.note(device) }
                settings = try setup.settings(for: opening, on: device)
                if opening.describes { try description.tell(device) }
            } catch {
                link.send(.failed(error))
                link.send(.calling(.close))
                device.close()
                return false
            }
            let resolution = setup.resolution(settings, of: device)
            link.send(.opened(settings))
            scan(
                DeviceSession(
                    device,
                    opening: opening,
                    settings: settings,
                    resolution: resolution,
                    link: link,
                    interruption: interruption,
                    preference: preference
                ),
                description
            )
            return true
        } catch {
            link.send(.failed(error))
            return false
        }
    }

    private func scan(_ opened: consuming DeviceSession, _ description: DeviceDescription) {
        var session = opened
        orders: while let order = nextOrder() {
            switch order.command {
            case .feed(let storage): session.feed(storage, page: order.page)
            case .describe: session.describe(description)
            case .close: break orders
            case .cancel, .list, .open, .prefer, .convert: link.send(.failed(.host("A scanner is open already.")))
            }
        }
        session.close()
        link.send(.closed)
    }
}
