import TestSupport
import Testing

@Suite("feeders", .timeLimit(.minutes(15)))
struct FeederTests {}
