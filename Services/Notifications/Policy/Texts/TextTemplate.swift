import Kernel

/// Fills placeholders: `{event.title}`, `{event.startDate|when}`, `{tickets.count|count:ticket:tickets}`,
/// `{items|titles}`, `{failureCode|failure}`, `{relation|relation}`, `{url|link}` (our address, never cut),
/// `{url|labeled:Book again:}` (the same with a label), `{reason|text}` (a long text), `{coverageEnd|date}` (a day),
/// `{retryUntil|when:Try again until %.}` (a sentence that goes where the time is missing), `{daysLeft|inDays}` (tomorrow,
/// in 3 days), `{discountBasisPoints|percent}` (7.5), `{number|bare}` (isolated only where it would turn the text around
/// it). `{{` is a brace. A fact that is missing leaves nothing behind. What people wrote stands in a text as one line of
/// bearable length, isolated where it could run the other way; a text never gets a second placeholder, a line break or a
/// header out of it.
///
/// `count` takes as many words as the language has forms: two in English, French and Spanish, six in Arabic (zero, one,
/// two, few, many, other).
package struct TextTemplate: Sendable {
    let facts: Facts
    let zone: TimeZoneRules
    let now: Timestamp
    let language: TextLanguage
    private let words: PolicyVocabulary
    package init(facts: [String: JSONValue], zone: TimeZoneRules, now: Timestamp, language: TextLanguage = .en, words: PolicyVocabulary) {
        (self.facts, self.zone, self.now, self.language, self.words) = (Facts(facts), zone, now, language, words)
    }

    package func render(_ template: String) -> String {
        // A text that is one value (the steps of a payment) is cut where the text would be.
        let isAlone = template.hasPrefix("{") && template.firstIndex(of: "}") == template.indices.last
        let text = Self.spaced(filled(template) { value($0, charactersMax: isAlone ? Notification.bodyMax : SafeText.valueCharactersMax) })
        // Nothing stands around it that it could turn: a campaign's title is the title, no sign more.
        return isAlone && !template.contains("|") ? SafeText.withoutMarks(text) : text
    }
    /// Nil: a placeholder has no value.
    package func renderedWhole(_ template: String) -> String? {
        var isWhole = true
        _ = filled(template) { name in
            if value(name, charactersMax: SafeText.valueCharactersMax).isEmpty { isWhole = false }
            return ""
        }
        return isWhole ? render(template) : nil
    }
    /// Removes double spaces that a missing fact leaves.
    private static func spaced(_ text: String) -> String {
        guard text.utf8.last == 32 || text.contains("  ") else { return text }
        return text.split(separator: " ").joined(separator: " ")
    }
    /// A link: values are percent-encoded, so none of them adds a path, a query or a mark. A query whose value is missing is left out.
    /// Nil: a value of the path is missing, so the link would lead nowhere.
    package func address(_ template: String) -> String? {
        let path = template.prefix { $0 != "?" }
        var isWhole = true
        let start = filled(String(path)) { name in
            let segment = linkValue(name)
            if segment.isEmpty { isWhole = false }
            return segment
        }
        guard isWhole else { return nil }
        let query = filled(String(template.dropFirst(path.count)), linkValue)
        return query.hasSuffix("=") ? start : start + query
    }
    private func linkValue(_ name: Substring) -> String {
        switch facts[String(name)] {
        case .string(let text): FormEncoding.pathSegment(SafeText.line(text))
        case .int(let number): String(number)
        case .null, .bool, .double, .array, .object, nil: ""  // No link is made of these.
        }
    }
    private func filled(_ template: String, _ value: (Substring) -> String) -> String {
        var out = "", rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            out += rest[..<open]
            let next = rest.index(after: open)
            if next < rest.endIndex, rest[next] == "{" {
                out += "{"
                rest = rest[rest.index(after: next)...]
                continue
            }
            guard let close = rest[open...].firstIndex(of: "}") else { return out + rest[open...] }
            out += value(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }
    /// Formats of a template that nobody knows.
    static func unknownFormats(_ template: String, _ words: PolicyVocabulary) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part -> String? in
            guard let close = part.firstIndex(of: "}"), let bar = part[..<close].firstIndex(of: "|") else { return nil }
            let format = part[part.index(after: bar)..<close]
            let isKnown = ["when", "titles", "date", "inDays", "percent", "link", "text", "bare"].contains(format)
                || format.hasPrefix("count:") || format.hasPrefix("labeled:") || format.hasPrefix("when:") || words.isFormat(String(format))
            return isKnown ? nil : String(format)
        }
    }
    /// Texts that are said as they are.
    package static func literal(_ texts: NotificationPolicy.Texts) -> NotificationPolicy.Texts {
        .init(title: texts.title.replacing("{", with: "{{"), body: texts.body.replacing("{", with: "{{"), why: texts.why)
    }
    /// Cut to a length in characters, with a mark where it was cut.
    package func render(_ template: String, max: Int) -> String {
        SafeText.cut(render(template), characters: max)
    }

    private func value(_ placeholder: Substring, charactersMax: Int) -> String {
        let parts = placeholder.split(separator: "|", maxSplits: 1)
        guard let name = parts.first, let fact = facts[String(name)] else { return "" }
        return parts.count == 2 ? formatted(fact, String(parts[1])) : plain(fact, charactersMax)
    }

    private func formatted(_ fact: JSONValue, _ format: String) -> String {
        let words = format.split(separator: ":").map(String.init)
        switch (words.first, fact) {
        case ("when", .string(let text)):
            guard let when = Timestamp(text).map({ language.when(zone.local($0), today: zone.local(now).date) }) else { return "" }
            return words.count > 1 ? String(format.dropFirst("when:".count)).replacing("%", with: when) : when
        case ("count", .int(let number)) where words.count >= 3: return counted(number, words)
        case ("count", .array(let elements)) where words.count >= 3: return counted(Self.total(elements), words)
        case ("date", .string(let text)): return CalendarDate(text).map(language.date) ?? ""
        case ("inDays", .int(let number)): return language.inDays(number)
        case ("percent", .int(let basisPoints)): return language.percent(basisPoints)
        case ("titles", .array(let elements)): return titles(elements)
        case ("link", .string(let address)): return Self.isLink(address) ? address : ""
        case ("labeled", .string(let address)) where words.count > 1: return Self.isLink(address) ? "\(format.dropFirst(8)) \(address)" : ""
        case ("text", .string(let text)): return safe(text, Self.longCharactersMax)
        case ("bare", _):
            let text = plain(fact, SafeText.valueCharactersMax), bare = SafeText.withoutMarks(text)
            return SafeText.turnsNothing(bare, rightToLeft: language.isRightToLeft) ? bare : text
        case (_, .string(let code)):
            return self.words.text(code, format: format, title: safe(self.words.title(in: facts) ?? ""), language) ?? ""
        default: return ""  // A format that does not fit its fact says nothing; applying the tenant file refuses unknown ones.
        }
    }

    /// Half an address leads nowhere, so it is said whole or not at all. In printable ASCII, as addresses are.
    private static func isLink(_ address: String) -> Bool {
        (address.hasPrefix("https://") || address.hasPrefix("http://")) && address.utf8.count <= linkBytesMax && address.utf8.allSatisfy {
            (33...126).contains($0)
        }
    }
    private static let linkBytesMax = 400
    /// The limit for long texts of users, such as the reason of a cancellation.
    private static let longCharactersMax = 520

    /// An entry of a digest may stand for several facts: sales that came while one of them waited.
    private static func total(_ elements: [JSONValue]) -> Int {
        elements.reduce(0) { sum, element in
            let (total, isOver) = sum.addingReportingOverflow(max(1, element["count"]?.int ?? 1))
            return isOver ? .max : total
        }
    }
    private func counted(_ number: Int, _ words: [String]) -> String {
        // A template with two words in a language of six forms says the last one for many.
        let form = words.count - 1 == language.pluralForms ? language.pluralForm(of: number) : (number == 1 ? 0 : 1)
        return "\(number) \(words[form + 1])"
    }
    /// The first few titles of a list, each once.
    private func titles(_ elements: [JSONValue]) -> String {
        var seen: [String] = []
        for element in elements {
            let title = safe(element["title"]?.string ?? element.string ?? "", Self.listedCharactersMax)
            if !title.isEmpty, !seen.contains(title) { seen.append(title) }
        }
        return seen.prefix(Self.listedMax).joined(separator: ", ") + (seen.count > Self.listedMax ? ", …" : "")
    }
    private static let listedMax = 3
    private static let listedCharactersMax = 50

    private func plain(_ fact: JSONValue, _ charactersMax: Int) -> String {
        switch fact {
        case .string(let text): return safe(text, charactersMax)
        case .int(let number): return String(number)
        case .object(let members):
            guard let amount = members["amount"]?.int, let currency = members["currency"]?.string.flatMap({ Currency($0) }) else {
                return ""
            }
            return safe(language.money(Money(amount, currency)))
        case .null, .bool, .double, .array: return ""  // No text says these.
        }
    }

    private func safe(_ text: String, _ charactersMax: Int = SafeText.valueCharactersMax) -> String {
        SafeText.value(text, rightToLeft: language.isRightToLeft, charactersMax: charactersMax)
    }
}
