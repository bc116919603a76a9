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
    let version: String
    let effectiveFrom: String
    /// Markdown.
    let body: String
    static let schema = Schema.object(["kind": .oneOf(LegalKind.allCases.map(\.rawValue)), "version": .string(), "effectiveFrom": .date,
                                       "body": .string()], required: ["kind", "version", "effectiveFrom", "body"])
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
