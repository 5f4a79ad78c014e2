import FoundationEssentials
import Glibc
import Scanning
import WorkerProtocol

/// The program `sane-bridge`, from its words to its exit code.
package enum Program {
    /// Does what the command line says and ends the process.
    package static func run() -> Never {
        let process = ProcessInfo.processInfo
        exit(run(Array(CommandLine.arguments.dropFirst()), environment: process.environment))
    }

    private static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        let invocation: Invocation
        do {
            invocation = try Invocation.parse(arguments, environment: environment, files: .ofThisHost)
        } catch {
            for line in error.message.split(separator: "\n") { tell("sane-bridge: \(line)", to: STDERR_FILENO) }
            return error.exitCode
        }
        switch invocation {
        case .serve(let configuration): return ServeCommand.run(configuration, environment: environment)
        case .scanners(let configuration, let isJSON):
            return ScannersCommand.run(configuration, environment: environment, isJSON: isJSON)
        case .showConfiguration(let configuration):
            return ConfigCommand.show(configuration, environment: environment)
        case .checkConfiguration(let path): return ConfigCommand.check(path)
        case .version: tell("sane-bridge \(Build.version)")
        case .help: tell(HelpText.text(environment: environment))
        }
        return EXIT_SUCCESS
    }
}

/// Writes a text and a line end for people; there is nobody to tell when that fails.
func tell(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
    }
}
