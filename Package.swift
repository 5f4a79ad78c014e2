// swift-tools-version: 6.0
import PackageDescription

// Four rooms and their walls: docs/architecture.md. An arrow that is not listed there does not belong here.

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

func library(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(path)", swiftSettings: strict)
}

func program(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/\(name)",
        exclude: exclude,
        swiftSettings: strict
    )
}

let cRoom: [Target] = [
    .systemLibrary(
        name: "CSane",
        path: "Sources/CSane/Sane",
        pkgConfig: "sane-backends",
        providers: [.apt(["libsane-dev"])]
    ),
    .target(
        name: "CImage",
        path: "Sources/CSane/Image",
        linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("z")]
    ),
    .target(name: "CHTTPD", path: "Sources/CSane/HTTPD", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "CPosix", path: "Sources/CSane/Posix"),
]

let saneBridge: [Target] = [
    // No import line in there, hence nothing that would link the C library's mathematics by itself.
    .target(
        name: "Scanning",
        path: "Sources/SaneBridge/Scanning",
        swiftSettings: strict,
        linkerSettings: [.linkedLibrary("m")]
    ),
    library("WorkerProtocol", "SaneBridge/Protocol", ["Scanning"]),
    library("SaneBridge", "SaneBridge/Device", ["Scanning", "CSane"]),
    library("Imaging", "SaneBridge/Imaging", ["Scanning", "CImage"]),
    program(
        "sane-bridge-worker",
        "Sources/SaneBridge/Worker",
        ["SaneBridge", "Imaging", "WorkerProtocol", "Scanning", "CPosix"]
    ),
]

let restServer: [Target] = [
    library("HTTPServer", "RESTServer/HTTP", ["CHTTPD", "CPosix"]),
    library("RESTServer", "RESTServer/Service", ["HTTPServer", "DWTWire", "WorkerProtocol", "Scanning", "CPosix"]),
    program("sane-bridge", "Sources/RESTServer/Main", ["RESTServer"]),
]

let compat: [Target] = [
    library("DWTWire", "Compat/Wire")
]

let checks: [Target] = [
    .target(
        name: "TestSupport",
        dependencies: ["WorkerProtocol", "Scanning", "CPosix"],
        path: "Tests/TestSupport",
        swiftSettings: strict
    ),
    tests("ScanningTests", ["Scanning", "TestSupport"], exclude: ["Fixtures"]),
    tests("WorkerProtocolTests", ["WorkerProtocol", "Scanning"]),
    tests("WorkerTests", ["WorkerProtocol", "Scanning", "TestSupport", "CPosix"]),
    tests("SaneBridgeTests", ["SaneBridge", "Scanning", "CSane", "TestSupport"]),
    tests("VirtualDeviceTests", ["WorkerProtocol", "Scanning", "TestSupport"]),
    tests("PageAssemblyTests", ["Scanning"]),
    tests("ImagingTests", ["Imaging", "Scanning", "TestSupport"]),
    tests("DWTWireTests", ["DWTWire"]),
    tests("HTTPServerTests", ["HTTPServer", "TestSupport"]),
    .target(name: "HandClock", dependencies: ["HTTPServer"], path: "Tests/HandClock", swiftSettings: strict),
    tests("RESTServerTests", ["RESTServer", "DWTWire", "HTTPServer", "WorkerProtocol", "Scanning", "HandClock"]),
    tests(
        "CapabilityTests",
        ["RESTServer", "DWTWire", "Scanning", "WorkerProtocol", "TestSupport"],
        exclude: ["Snapshots"]
    ),
    tests("EndToEndTests", ["TestSupport", "DWTWire", "sane-bridge", "sane-bridge-worker", "Soak"]),
    tests("ReliabilityTests", ["TestSupport", "Scanning", "DWTWire", "sane-bridge", "sane-bridge-worker"]),
    tests("WallTests", ["TestSupport"]),
    .target(
        name: "FuzzHarnesses",
        dependencies: ["RESTServer", "DWTWire", "HTTPServer", "Imaging", "WorkerProtocol", "Scanning", "HandClock"],
        path: "Tests/Fuzz/Harnesses",
        swiftSettings: strict
    ),
    tests("FuzzTests", ["FuzzHarnesses"]),
    program("Benchmark", "Tests/Benchmark", ["TestSupport", "WorkerProtocol", "Scanning"]),
    program("Soak", "Tests/Soak", ["TestSupport"]),
    // The README's example, so that it cannot rot.
    program("FirstScan", "docs/examples", []),
]

let package = Package(
    name: "sane-bridge",
    products: [
        .executable(name: "sane-bridge", targets: ["sane-bridge"]),
        .executable(name: "sane-bridge-worker", targets: ["sane-bridge-worker"]),
    ],
    targets: cRoom + saneBridge + restServer + compat + checks,
    swiftLanguageModes: [.v6]
)
