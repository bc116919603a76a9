import Contracts
import Kernel
import ServiceKit

/// Which documents prove who one is: `settings.auth.identityVerification`.
package struct IdentitySettings: Decodable, Sendable {
    package static let plugin = "identity-verification"
    package static let place = "identityVerification"

    package struct Document: Decodable, Sendable {
        package let type: String
        /// A regular expression over the whole number.
        package let pattern: String
    }
    /// The field of `user` (kind `reviewed`) that says how far it is.
    package let field: String
    package let documents: [Document]
    /// How long the sandbox looks at a document.
    package let checkSeconds: Int

    private enum Key: String, CodingKey { case field, documents, checkSeconds }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        field = try values.decode(String.self, forKey: .field)
        documents = try values.decode([Document].self, forKey: .documents)
        checkSeconds = try values.decodeIfPresent(Int.self, forKey: .checkSeconds) ?? 5
    }

    /// Nil: the tenant does not have the plugin.
    package static func of(_ definition: TenantDefinition) throws -> IdentitySettings? {
        guard definition.has(plugin: plugin, of: .auth) else { return nil }
        return try (definition.settings[ServiceName.auth.rawValue]?[place] ?? .object([:])).decoded()
    }

    /// The state that `user` shows of people without a check.
    private static let none = "unverified"

    @Sendable package static func check(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        let settings: IdentitySettings
        do { settings = try (json[place] ?? .object([:])).decoded() } catch { return SettingsProblem.of(error, at: place) }
        var problems: [(path: String, message: String)] = []
        // Settings of auth that cannot be read at all are named by the check of all of them.
        let fields = (try? AuthSettings(definition))?.profile
        let states = [none] + IdentityCheck.Status.allCases.map(\.rawValue)
        if let fields, !fields.contains(where: { $0.name == settings.field && $0.kind == .reviewed && $0.states == states }) {
            problems.append((place + ".field", "must name a field of kind reviewed with the states \(states.joined(separator: ", "))"))
        }
        if settings.documents.isEmpty { problems.append((place + ".documents", "must name at least one document")) }
        for (index, document) in settings.documents.enumerated() where (try? Regex(document.pattern)) == nil {
            problems.append(("\(place).documents.\(index).pattern", "is not a regular expression"))
        }
        if !(0...86_400).contains(settings.checkSeconds) { problems.append((place + ".checkSeconds", "must be 0 to 86400")) }
        return problems
    }

    package static let reference: [SettingDescription] = [
        .init("identityVerification.field", "The field of `user`, of kind `reviewed`, that says how far it is", "a name in `profile`",
              usual: nil),
        .init("identityVerification.documents[].type", "What the document is called in requests", "text", usual: nil),
        .init("identityVerification.documents[].pattern", "What its number must look like", "regular expression over the whole number",
              usual: nil),
        .init("identityVerification.checkSeconds", "How long the sandbox looks at a document", 0...86_400, "seconds", usual: 5),
    ]
}
