extension [DeviceOption] {
    /// The option that says where the paper lies, whether or not it can be set.
    var sourceOption: DeviceOption? {
        named("source", "scan-source", "doc-source").flatMap { $0.words.isEmpty ? nil : $0 }
    }
}
