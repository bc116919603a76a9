import AuthKit
import Contracts
import Kernel
import ServiceKit

/// Which role is applied for, and who decides: `settings.auth.organizerApplication`.
package struct ApplicationSettings: Decodable, Sendable {
    package static let plugin = "organizer-application"
    package static let place = "organizerApplication"

    package enum Review: String, Decodable, Sendable {
        /// A person with a verified identity is approved.
        case auto
        case moderator
    }
    /// What approval grants.
    package let role: String
    package let review: Review

    private enum Key: String, CodingKey { case role, review }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        role = try values.decode(String.self, forKey: .role)
        review = try values.decodeIfPresent(Review.self, forKey: .review) ?? .moderator
    }

    /// Nil: the tenant does not have the plugin.
    package static func of(_ definition: TenantDefinition) throws -> ApplicationSettings? {
        guard definition.has(plugin: plugin, of: .auth) else { return nil }
        return try (definition.settings[ServiceName.auth.rawValue]?[place] ?? .object([:])).decoded()
    }

    @Sendable package static func check(_ json: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        let settings: ApplicationSettings
        do { settings = try (json[place] ?? .object([:])).decoded() } catch { return SettingsProblem.of(error, at: place) }
        var problems: [(path: String, message: String)] = []
        if definition.roles[settings.role] == nil {
            problems.append((place + ".role", "\(settings.role) is not among the tenant's roles"))
        }
        let states = ApplicationStatus.allCases.map(\.rawValue)
        // Settings of auth that cannot be read at all are named by the check of all of them.
        if let auth = try? AuthSettings(definition), !hasField(of: auth, for: settings.role, states) {
            problems.append((place + ".role", """
                needs a field of kind applied in settings.auth.profile, for this role and with the states \(states.joined(separator: ", "))
                """))
        }
        if !definition.has(plugin: IdentitySettings.plugin, of: .auth) {
            problems.append((place, "needs the plugin \(IdentitySettings.plugin): a step of the application is the identity"))
        }
        return problems
    }

    private static func hasField(of settings: AuthSettings, for role: String, _ states: [String]) -> Bool {
        guard let field = settings.field(ofApplicationFor: role) else { return false }
        return Set(field.states) == Set(states) && field.states.first == states.first
    }

    package static let reference: [SettingDescription] = [
        .init("organizerApplication.role", "The role that is applied for; a field of kind `applied` says how far it is",
              "a role of the file", usual: nil),
        .init("organizerApplication.review", "Who approves: `auto` approves verified people, unless a moderator refused them before",
              "`auto` or `moderator`", usual: "moderator"),
    ]
}

extension AuthSettings {
    /// The field of `user` that says how far an application for this role is.
    package func field(ofApplicationFor role: String) -> ProfileField? { profile.first { $0.kind == .applied && $0.roles.contains(role) } }
}
