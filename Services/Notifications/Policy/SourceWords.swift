import Kernel

/// What one source of notifications adds to tenant files, texts and preferences. The rules read these words and have none of their own.
package struct SourceWords: Sendable {
    package var relations: [Relation] = []
    /// Conditions that `open` of a type may name.
    package var conditions: Set<String> = []
    package var occasion: Occasion?
    /// Reason codes of the rules in the words of this source.
    package var phrases: [String: Phrase] = [:]
    /// Formats of templates: `{failureCode|failure}`.
    package var formats: [String: CodedSentences] = [:]
    /// Types that every tenant sends whatever its file says, with texts for tenants without words of their own.
    package var types: [NotificationPolicy.MessageType] = []
    package var templates: [String: [String: NotificationPolicy.Texts]] = [:]
    package var lines: [PreferenceLine] = []
    package var switches: [PreferenceSwitch] = []
    package var digestChoice: DigestChoice?
    /// The plugin of the apps that this source speaks for: their previews have its facts before those of others.
    package var plugin: String?
    /// Facts for previews of texts.
    package var samples: (@Sendable (SampleFacts) -> [String: JSONValue])?
    /// Types whose texts name the currency themselves: their `amount` is a number alone.
    package var bareAmounts: Set<String> = []
    /// What subjects are called in previews.
    package var sampleTitle: Phrase?
    package init() {}

    /// What ties a person to a subject.
    package struct Relation: Sendable {
        package let name: String
        /// What facts may call it besides.
        package let alias: String?
        /// Why the person hears of it; `%` is the subject's title. Nil: the type's texts say why.
        package let sentence: Phrase?
        package init(_ name: String, alias: String? = nil, why sentence: Phrase? = nil) {
            (self.name, self.alias, self.sentence) = (name, alias, sentence)
        }
    }

    /// A subject that takes place at a time. Rules about starts and ends (R3, R4, R9, R14 and waivers) read its facts.
    package struct Occasion: Sendable {
        /// The object in facts, and the name of its times in tenant files: `event.start`, `event.end-PT2H`.
        package let name: String
        /// Paths of facts.
        package let title, start, end, status: String
        /// States in which it does not take place.
        package let off: Set<String>
        /// The condition that is false in these states.
        package let condition: String?
        /// Who takes part: reminded although inactive, and near the start at any hour.
        package let participant: String?
        /// Reason codes of R3 and R4.
        package let offCode, overCode, tooCloseCode: String
        /// Fields whose changes people are notified of, for `eventUpdates`.
        package let updateFields: [String]
        /// Where it takes place: the first of these facts that is there.
        package let places: [String]

        package init(_ name: String, start: String, end: String, off: Set<String> = [], condition: String? = nil,
                     participant: String? = nil, offCode: String = "resolved", overCode: String = "expired",
                     tooCloseCode: String = "expired", updateFields: [String] = [], places: [String] = []) {
            (self.name, title, status) = (name, "\(name).title", "\(name).status")
            (self.start, self.end, self.off, self.condition) = ("\(name).\(start)", "\(name).\(end)", off, condition)
            (self.participant, self.updateFields, self.places) = (participant, updateFields, places)
            (self.offCode, self.overCode, self.tooCloseCode) = (offCode, overCode, tooCloseCode)
        }

        /// True if these facts speak of one.
        func isIn(_ facts: Facts) -> Bool {
            facts.members[name] != nil || [title, start, end, status].contains { facts.members[$0] != nil }
        }
        func isOff(_ facts: Facts) -> Bool { !off.isEmpty && facts[status]?.string.map(off.contains) == true }
    }

    /// Sentences for the codes of a fact.
    package struct CodedSentences: Sendable {
        package let sentences: [String: Phrase]
        package let otherwise: Phrase
        package init(_ sentences: [String: Phrase], otherwise: Phrase) { (self.sentences, self.otherwise) = (sentences, otherwise) }
        func text(_ code: String, _ language: TextLanguage) -> String { (sentences[code] ?? otherwise)[language] }
    }

    /// A line of the `channels` view of preferences: the switches of a category or of a type.
    package struct PreferenceLine: Sendable {
        package enum Target: Sendable { case category(String), type(String) }
        package let name: String
        package let target: Target
        package init(_ name: String, _ target: Target) { (self.name, self.target) = (name, target) }
    }

    /// A switch of the `simple` view.
    package struct PreferenceSwitch: Sendable {
        package enum Meaning: Sendable {
            /// One of the reminders a person may choose.
            case reminder(offset: String)
            /// The pushes of a type; of its category for tenants without the type.
            case push(type: String, category: String)
            /// What cannot be switched off, and what does not exist.
            case always, never
        }
        package let name: String
        package let meaning: Meaning
        package init(_ name: String, _ meaning: Meaning) { (self.name, self.meaning) = (name, meaning) }
    }

    /// Who may choose how often sales are summed up (R13).
    package struct DigestChoice: Sendable {
        package let role: String
        /// For everybody else.
        package let refusal: String
        package init(role: String, refusal: String) { (self.role, self.refusal) = (role, refusal) }
    }
}

/// One phrase in the languages of the platform.
package struct Phrase: Sendable {
    let en, fr, ar, es: String
    package init(_ en: String, _ fr: String, _ ar: String, _ es: String) { (self.en, self.fr, self.ar, self.es) = (en, fr, ar, es) }
    package subscript(_ language: TextLanguage) -> String {
        switch language {
        case .en: en
        case .fr: fr
        case .ar: ar
        case .es: es
        }
    }
}
