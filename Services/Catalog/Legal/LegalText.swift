import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Legal texts of an app.
package enum LegalKind: String, CaseIterable, Sendable {
    case terms, privacy
    case organizerTerms = "organizer-terms"

    func version(in versions: LegalVersions) -> String {
        switch self {
        case .terms: versions.terms
        case .privacy: versions.privacy
        case .organizerTerms: versions.organizerTerms
        }
    }
}

/// One version of a legal text, as people get it.
package struct LegalText: Encodable, Sendable, Equatable {
    let kind: String
    /// Its first heading.
    let title: String
    let version: String
    let effectiveFrom: String
    /// The same day under another name; some apps read this one.
    let effectiveDate: String
    /// Markdown.
    let body: String

    init(kind: LegalKind, version: String, effectiveFrom: String, body: String) {
        let heading = body.split(whereSeparator: \.isNewline).first { $0.hasPrefix("# ") }
        title = heading.map { String($0.dropFirst(2)).trimmed } ?? kind.rawValue
        (self.kind, self.version, self.body) = (kind.rawValue, version, body)
        (self.effectiveFrom, effectiveDate) = (effectiveFrom, effectiveFrom)
    }

    static let schema = Schema.object([
        "kind": .oneOf(LegalKind.allCases.map(\.rawValue)), "title": .string(), "version": .string(), "effectiveFrom": .date,
        "effectiveDate": .date, "body": .string(),
    ], required: ["kind", "title", "version", "effectiveFrom", "effectiveDate", "body"])
}

extension LegalKind {
    /// The plugin of apps that show their legal texts. `settings.catalog.legal` names the versions in force.
    static let declaration = PluginDeclaration("legal", reads: [.values(LegalVersions.self, at: LegalVersions.place)]) { settings, _ in
        guard let legal = settings[LegalVersions.place] else { return [] }
        do {
            _ = try legal.decoded(as: LegalVersions.self)
            return []
        } catch { return SettingsProblem.of(error, at: LegalVersions.place) }
    }
}
