/// One setting: its name, what it is for, and how its value is written.
///
/// Flags, help text, configuration files and error messages all come from these rows.
package struct SettingRow<Subject>: Sendable {
    /// As in `--jpeg-quality`.
    package let key: String
    /// What it does, for people.
    package let sentence: String
    /// Completes "… must be".
    package let legal: String
    package let placeholder: String
    /// A flag may stand without a value, which means yes.
    package let isFlag: Bool
    /// Not to be shown to anybody.
    package let isSecret: Bool
    /// Takes a text into the settings; false when it is not legal.
    package let set: @Sendable (inout Subject, String) -> Bool
    /// The value as it would be written; empty for none.
    package let show: @Sendable (Subject) -> String

    init<Value>(
        _ key: String,
        _ member: any WritableKeyPath<Subject, Value> & Sendable,
        _ kind: SettingKind<Value>,
        _ sentence: String,
        isSecret: Bool = false
    ) {
        self.key = key
        self.sentence = sentence
        self.isSecret = isSecret
        legal = kind.legal
        placeholder = kind.placeholder
        isFlag = Value.self == Bool.self
        set = { settings, text in
            guard let value = kind.parse(text) else { return false }
            settings[keyPath: member] = value
            return true
        }
        show = { kind.show($0[keyPath: member]) }
    }

    /// A setting that is absent until somebody says something.
    init<Value>(
        _ key: String,
        maybe member: any WritableKeyPath<Subject, Value?> & Sendable,
        _ kind: SettingKind<Value>,
        _ sentence: String,
        isSecret: Bool = false
    ) {
        let lifted = SettingKind<Value?>(
            legal: kind.legal,
            placeholder: kind.placeholder,
            parse: { text in kind.parse(text).map { .some($0) } },
            show: { $0.map(kind.show) ?? "" }
        )
        self.init(key, member, lifted, sentence, isSecret: isSecret)
    }

    /// What is wrong with a value; nil when it was taken.
    func problem(taking text: String, into subject: inout Subject) -> String? {
        guard !set(&subject, text) else { return nil }
        let found = isSecret ? "what was given" : "\"\(text.brief)\""
        return "\(key) must be \(legal), not \(found)."
    }
}
