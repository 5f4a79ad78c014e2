import Foundation
import TestSupport
import Testing

@Suite("a disk that fills up in the middle of a page", .timeLimit(.minutes(15)))
struct FullDiskTests {
    /// Whether this host lets a test have a disk of its own.
    static let hasOwnDisk =
        (try? Program.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?
        .ending.succeeded == true

    /// Starts the service with a spool on a disk of 80 MB, which it alone sees.
    private static let start = """
        #!/bin/sh
        for word; do
            [ "$last" = --spool-folder ] && spool=$word
            last=$word
        done
        exec unshare -rm sh -c 'mkdir -p -m 700 "$0"; mount -t tmpfs -o size=80m none "$0"; exec "$@"' \\
            "$spool" \(BuiltProducts.server) "$@"

        """

    @Test(
        "costs that page with one error in words, and once there is room the next job is whole (BR-003)",
        .enabled(if: hasOwnDisk),
        // Pages of one thread and of several.
        arguments: ["size=1000x1300,chunk=20000,delay=10000", "size=2501x1800,chunk=200000,delay=20000"]
    )
    func fills(_ size: String) throws {
        let words = "page,pages=1,feeder,\(size)"
        let world = try SaneWorld(backends: ["virtual"])
        try world.plug(VirtualDevice("one", as: words, vendor: "Maker", model: "One"))
        let program = world.folder.appendingPathComponent("start")
        try Data(Self.start.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        let server = try RunningServer(
            scanners: world.folder.appendingPathComponent("conf"),
            arguments: ["--jpeg-quality", "100"],
            environment: world.environment,
            program: program.path
        )
        let client = LegacyClient(server: server)
        let order = #"{"device":"virtual:one","config":{"IfFeederEnabled":true,"PixelType":2,"Resolution":75}}"#
        let job = try client.createJob(order)
        #expect(eventually { world.calls().contains { $0.kind == .start } })
        // The disk as the service sees it.
        let filler = "/proc/\(server.pid)/root\(server.folder.path)/spool/filler"
        let fill = try Program.run(["dd", "if=/dev/zero", "of=\(filler)", "bs=64k"])
        #expect(fill.errors.contains("No space left"), "\(fill.errors)")
        let told = try client.next(job)
        #expect(told.status == 500)
        #expect(told.text.contains("No space left on device. Delete jobs that are done, or make room"), "\(told.text)")
        #expect(try client.next(job).status == 410)
        #expect(eventually { world.callLog().last == "close" })
        #expect(eventually { ProcessFigures(pid: server.pid).children.isEmpty })
        try FileManager.default.removeItem(atPath: filler)
        let scan = try client.pages(client.createJob(order))
        #expect(scan.pages.count == 1)
        #expect(scan.end.status == 410)
        #expect(try scan.pages.allSatisfy { try PageMark(inPage: $0) == PageMark(sheet: 1) })
    }
}
