import Foundation

// Measures the shipped service against scanimage, in one run, and says whether it holds what it promises.

private let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains(where: { !["--quick", "--table"].contains($0) }) {
    print(
        """
        Benchmark [--quick] [--table]
        Compares sane-bridge with scanimage on SANE's test backend, pairwise, and prints medians with pass or fail.
          --quick  three rounds and short rests; a figure fails only beyond twice its limit,
                   a time only when nobody else uses the processors
          --table  all figures once more at the end, as a table for the documentation
        """
    )
    exit(arguments.contains("--help") ? 0 : 2)
}
// scanimage's pages go to memory, while the service keeps its spool on a disk: the comparison is never in its favour.
if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 1) }
private let plan: Plan = arguments.contains("--quick") ? .quick : .full
private let report = Report(slack: plan.slack, sparesBusyMachines: plan.sparesBusyMachines)
do {
    for picture in TestPicture.allCases {
        try Comparison(picture: picture, plan: plan, report: report).run()
    }
    try Flow(plan: plan, report: report).run()
    try Promptness(plan: plan, report: report).run()
    try Footprint(plan: plan, report: report).run()
    if arguments.contains("--table") { report.printTable() }
} catch {
    report.note("The benchmark could not go on: \(error)")
    exit(1)
}
exit(report.conclude() ? 0 : 1)
