import Foundation
import TestSupport
import Testing

@Suite("a storm of clients, faults and replugs", .timeLimit(.minutes(15)))
struct SoakTests {
    @Test("no page is lost or doubled, and nothing is left over, in twenty seconds of it (T20)")
    func twentySeconds() throws {
        let soak = BuiltProducts.folder.appendingPathComponent("Soak").path
        // A page that is being waited for may take its time to fail, and so does the quiet beginning.
        let run = try Program.run([soak, "--seconds", "20"], seconds: 240)
        #expect(run.ending.succeeded, "\(run.text)\(run.errors)")
    }
}
