import Foundation
import TestSupport
import Testing

@Suite("every described device scans", .timeLimit(.minutes(15)))
struct ProfileTests {
    @Test("no described device is left out")
    func tableIsWhole() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: BuiltProducts.devices)
        let names = files.filter { $0.hasSuffix(".device") }.map { String($0.dropLast(7)) }
        #expect(Set(Profile.all.map(\.name)).isSubset(of: Set(names)))
        #expect(names.count >= 23)
    }

    @Test(
        """
        any source, colour and resolution gives pages of the right size, channels and density, and asks the driver for no \
        more than that, in the right order (BR-024, BR-025, BR-026, BR-029, BR-030, BR-088)
        """,
        arguments: Profile.all
    )
    func matrix(_ profile: Profile) throws {
        let room = try Room(["\(profile.name),pages=1"])
        for way in profile.ways {
            for colour in 0...2 {
                for (place, asked) in [75, 300].enumerated() {
                    let isFramed = asked == 300
                    let what = "\(way.config) \(colour) \(asked)"
                    let before = room.scanners.calls().count
                    let scan = try room.scan(
                        "\(profile.name),pages=1",
                        "\(way.config)\"PixelType\":\(colour),\"Resolution\":\(asked)",
                        extra: isFramed ? SizeTests.frame(1, 1, 3, 2.5) : ""
                    )
                    #expect(scan.end == 410, "\(what): \(scan.text)")
                    #expect(scan.pages.count == way.images, "\(what)")
                    let dpi = profile.resolutions[place]
                    let size = profile.size(of: way.bed, dpi: dpi, isFramed: isFramed)
                    let slack = 1 + (profile.step * dpi / 25.4).rounded(.up)
                    let density = profile.densities.map { $0[place] } ?? Int(dpi)
                    for facts in scan.facts {
                        #expect(facts?.components == profile.channels[colour], "\(what)")
                        #expect(facts?.density == density.map { [$0, $0] }, "\(what)")
                        #expect(abs(Double(facts?.width ?? 0) - size[0]) <= slack, "\(what): \(facts?.width ?? 0)")
                        #expect(abs(Double(facts?.height ?? 0) - size[1]) <= slack, "\(what): \(facts?.height ?? 0)")
                    }
                    try check(room, from: before, what)
                }
            }
        }
    }

    /// Options that a scan may be about, in the order in which drivers need them.
    private static let order = [
        "source", "adf-mode", "adf_mode", "mode", "depth", "resolution", "scan-area", "page-width", "page-height",
        "tl-x",
        "br-x", "tl-y", "br-y",
    ]

    /// What the driver was asked for the last scan.
    private func check(_ room: Room, from first: Int, _ what: String) throws {
        #expect(eventually { room.scanners.calls().last?.kind == .close }, "\(what)")
        let calls = room.scanners.calls().dropFirst(first)
        let sets = calls.filter { $0.kind == .set }.map { String($0.detail.prefix { $0 != "=" }) }
        let ranks = sets.map { Self.order.firstIndex(of: $0) }
        #expect(!ranks.contains(nil), "\(what): \(sets)")
        // The corners of a direction may come in either order.
        let stages = ranks.compactMap { $0 }.map { min($0, 9) }
        #expect(stages == stages.sorted(), "\(what): \(sets)")
        #expect(Set(sets).count == sets.count, "\(what): \(sets)")
        #expect(!calls.contains { $0.kind == .failed && !$0.detail.hasPrefix("start") }, "\(what)")
        #expect(calls.filter { $0.kind == .open }.count == 1, "\(what)")
        #expect(calls.filter { $0.kind == .cancel }.count == 1, "\(what)")
        #expect(calls.filter { $0.kind == .close }.count == 1, "\(what)")
        let lastSet = calls.lastIndex { $0.kind == .set } ?? 0
        #expect(lastSet < calls.firstIndex { $0.kind == .start } ?? .max, "\(what)")
    }
}
