import Foundation

// A storm of clients, faults and replugs on the real service, against a model that knows which pages must arrive.

private var seconds = 600.0
private var seed = UInt64.random(in: 1...999_999_999)
private var lanes = 10
private var rest = CommandLine.arguments.dropFirst()

private func usage(_ code: Int32) -> Never {
    print(
        """
        Soak [--minutes N | --seconds N] [--seed N] [--lanes N]
        Lets N clients (10) work on virtual scanners for 10 minutes, and says whether a page was lost or doubled, or
        anything was left over. The same seed plans the same actions.
        """
    )
    exit(code)
}

while let word = rest.popFirst() {
    guard word != "--help" else { usage(0) }
    guard let value = rest.popFirst() else { usage(2) }
    switch (word, Double(value), UInt64(value)) {
    case ("--minutes", let number?, _): seconds = number * 60
    case ("--seconds", let number?, _): seconds = number
    case ("--seed", _, let number?): seed = number
    case ("--lanes", _, let number?): lanes = max(1, Int(number))
    default: usage(2)
    }
}
print("SEED=\(seed)")
do {
    exit(try Soak(seed: seed, lanes: lanes).run(.milliseconds(Int(seconds * 1_000))) ? 0 : 1)
} catch {
    print("The soak could not go on: \(error). SEED=\(seed)")
    exit(1)
}
