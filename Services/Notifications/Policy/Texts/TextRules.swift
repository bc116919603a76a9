import Kernel

/// What every text of a tenant must keep: T1 times are absolute and on the reader's clock, T2 the body alone tells the
/// fact, T3 nobody is told to tap. (T4 and T5, lengths and bytes, are counted elsewhere.) Checked when a tenant file is
/// applied, so that no reader ever meets the mistake.
public enum TextRules {
    /// What is wrong with one template, as sentences.
    public static func problems(of template: String, in language: TextLanguage) -> [String] {
        var found: [String] = []
        for placeholder in placeholders(template) {
            let name = placeholder.prefix { $0 != "|" }, format = placeholder.dropFirst(name.count + 1)
            if isTime(name), format != "when", !format.hasPrefix("when:") {
                found.append("{\(name)} is a time: write {\(name)|when}, which is absolute and on the reader's clock (T1)")
            }
            if format.hasPrefix("when:"), !format.contains("%") {
                found.append("{\(placeholder)} says no time: write % where it stands (T1)")
            }
            if format.hasPrefix("count:"), !isComplete(format, language) {
                found.append("{\(placeholder)} needs \(language.pluralForms) forms, or two")
            }
        }
        // What stands beside a time is read, too: {retryUntil|when:Tap here until %.}
        let beside = placeholders(template).compactMap { place in place.firstRange(of: "|when:").map { String(place[$0.upperBound...]) } }
        let words = " " + plain(([template] + beside).joined(separator: " . ")) + " "
        for phrase in taps(language) where words.contains(" \(phrase) ") { found.append("\"\(phrase)\" says nothing: tell the fact (T3)") }
        for phrase in relative(language) where words.contains(" \(phrase) ") {
            found.append("\"\(phrase)\" is read later than it is written: say the time (T3)")
        }
        if empty.contains(plain(template)) { found.append("the body alone tells the fact (T2)") }
        if template.unicodeScalars.contains(where: { $0 != "\n" && $0.properties.generalCategory == .control }) {
            found.append("has control characters")
        }
        return found
    }
    /// A title is one line.
    static func hasLineBreak(_ title: String) -> Bool { title.unicodeScalars.contains("\n") }

    private static func placeholders(_ template: String) -> [Substring] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { part[..<$0] }
        }
    }
    /// Facts named so are instants: `event.startDate`, `expiresAt`, `retryUntil`.
    private static func isTime(_ name: Substring) -> Bool { ["Date", "At", "Until"].contains { name.hasSuffix($0) } }
    private static func isComplete(_ format: Substring, _ language: TextLanguage) -> Bool {
        let forms = format.split(separator: ":", omittingEmptySubsequences: false).count - 1
        return forms == language.pluralForms || forms == 2
    }

    /// Lower case, single spaces, placeholders and numbers as `*`.
    private static func plain(_ template: String) -> String {
        var out = "", depth = 0
        for character in template.lowercased() {
            switch character {
            case "{": depth += 1
            case "}":
                depth = max(0, depth - 1)
                out += " * "
            default: if depth == 0 {
                out.append(character.isLetter || character.isNumber || character == "’" || character == "'" ? character : " ")
            }
            }
        }
        return out.split(separator: " ").map { $0.allSatisfy(\.isNumber) ? "*" : $0 }.joined(separator: " ")
    }
    private static let empty: Set<String> = ["view changes", "see changes", "view details", "see details", "open the app", "check the app",
                                             "see the app"]

    private static func taps(_ language: TextLanguage) -> [String] {
        switch language {
        case .en: ["tap to", "tap here", "tap for", "click here", "click to", "check it out"]
        case .fr: ["appuyez pour", "appuyez ici", "touchez pour", "cliquez ici", "cliquez pour"]
        case .es: ["toca para", "toca aquí", "pulsa para", "pulsa aquí", "haz clic"]
        case .ar: ["اضغط هنا", "اضغط لعرض", "انقر هنا", "انقر لعرض"]
        }
    }
    private static func relative(_ language: TextLanguage) -> [String] {
        switch language {
        case .en:
            ["in * minutes", "in * hours", "in * days", "in an hour", "within * minutes", "within * hours", "within * days",
             "within an hour",
            "* minutes left", "* hours left", "* days left", "minutes ago", "hours ago", "starting soon", "starts soon", "right now"]
        case .fr:
            ["dans * minutes", "dans * heures", "dans * jours", "dans une heure", "dans les * heures", "dans les * jours", "sous * heures",
             "sous * jours",
            "il y a"]
        case .es: ["en * minutos", "en * horas", "en * días", "en una hora", "dentro de * minutos", "dentro de * horas", "dentro de * días",
            "hace * minutos", "hace * horas", "hace * días"]
        case .ar: ["خلال * دقائق", "بعد * دقائق", "خلال * ساعات", "بعد * ساعات", "خلال * ساعة", "خلال * أيام", "بعد * أيام"]
        }
    }
}
