import DWTWire
import HTTPServer
import WorkerProtocol

/// The calls about the service itself: `/api/server`, and the sign of life that clients ask for at `/fa/VersionInfo`.
final class ServerHandlers {
    private let log: Log
    private lazy var openAPIDocument = Array(OpenAPIDocument(programVersion: Build.version).json.text.utf8)

    init(log: Log) {
        self.log = log
    }

    /// `GET /api/server`
    func server(_ exchange: Exchange) {
        exchange.answer(.json(200, encoding: ServerSettings(logLevel: .init(log.level))))
    }

    /// `PATCH /api/server`: takes effect at once, until the service ends.
    func updateServer(_ exchange: Exchange) {
        do throws(WireError) {
            let settings = try ServerSettings(JSONText.value(of: exchange.request.body))
            // Whoever reads the log later finds out why nothing follows.
            log.info("log level set by a client", ["level": "\(settings.logLevel.rawValue)"])
            log.level = LogLevel(settings.logLevel)
            exchange.answer(.json(200, encoding: settings))
        } catch {
            exchange.answer(.failure(WireFailure(error), .v19))
        }
    }

    /// `GET /api/server/version`
    func version(_ exchange: Exchange) {
        exchange.answer(.json(200, encoding: ServerVersion(modules: ["core": [Build.version]])))
    }

    /// `GET /api/openapi.json`
    func openAPI(_ exchange: Exchange) {
        exchange.answer(.json(200, openAPIDocument))
    }

    /// `POST /fa/VersionInfo`, and GET, which has no body: only the status counts for most.
    func versionInfo(_ exchange: Exchange) {
        do throws(WireError) {
            let body = exchange.request.body
            let call = try body.isEmpty ? LibraryCall() : LibraryCall(JSONText.value(of: body))
            exchange.answer(.json(200, encoding: call.versionAnswer))
        } catch {
            exchange.answer(.failure(WireFailure(error), .library))
        }
    }
}

extension LogLevel {
    /// The level of ours that is one of the API's; nil where that wants nothing at all.
    fileprivate init?(_ level: ServerSettings.Level) {
        switch level {
        case .off: return nil
        case .normal: self = .info
        case .verbose: self = .debug
        }
    }
}

extension ServerSettings.Level {
    /// The level of the API's that comes next to one of ours.
    fileprivate init(_ level: LogLevel?) {
        self =
            switch level {
            case nil: .off
            case .error, .warning, .info: .normal
            case .debug: .verbose
            }
    }
}
