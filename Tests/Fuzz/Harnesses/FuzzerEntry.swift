import Glibc

/// Where libFuzzer comes in, with one input at a time. The variable FUZZ_TARGET names the harness.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        try harness.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

private let harness: FuzzHarness = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let harness = FuzzHarness.named(name) else {
        print("FUZZ_TARGET must be one of \(FuzzHarness.all.map(\.name).joined(separator: ", ")).")
        exit(2)
    }
    return harness
}()
