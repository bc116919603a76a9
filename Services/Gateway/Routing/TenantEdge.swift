import Contracts
import Kernel
import ServiceKit

/// What a tenant says to the edge: `settings.gateway`.
struct TenantEdgeSettings: Sendable {
    struct Prompt: Decodable, Sendable {
        let title: String
        var benefits: [String] = []
        private enum CodingKeys: String, CodingKey { case title, benefits }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try container.decode(String.self, forKey: .title)
            benefits = try container.decodeIfPresent([String].self, forKey: .benefits) ?? []
        }
    }
    /// Action → what to tell a guest who wants it. `continue` is for every other action.
    let prompts: [String: Prompt]
    /// Our slug (or condition, see `EdgeCondition`) → the tenant's own.
    let slugs: [String: String]
    /// Paths below the base path that are the event stream, too, for whoever accepts only that.
    let streams: [String]
    /// Slug → language → the sentence people read (`message`), for an app with several languages.
    let messages: [String: [String: String]]
    /// Requests a minute, where the tenant wants fewer than the platform allows.
    let rateLimits: RateLimits

    struct RateLimits: Decodable, Sendable {
        var perPrincipalPerMinute: Int?
        var perAddressPerMinute: Int?
        var signInPerAddressPerMinute: Int?
        var signInPerIdentifierPerMinute: Int?
    }

    /// Settings that do not fit are as if they were not there: a tenant file is checked when it is applied (`TenantEdge`).
    init(_ definition: TenantDefinition) {
        let settings = definition.settings["gateway"]
        prompts = (try? settings?["prompts"]?.decoded()) ?? [:]
        slugs = (try? settings?["slugs"]?.decoded()) ?? [:]
        streams = (try? settings?["streams"]?.decoded()) ?? []
        messages = (try? settings?["messages"]?.decoded()) ?? [:]
        rateLimits = (try? settings?["rateLimits"]?.decoded()) ?? RateLimits()
    }
}

/// `settings.gateway` in a tenant file, as it is checked when the file is applied.
public enum TenantEdge {
    /// Routes that the gateway has in every tenant. They clash with routes of services in every tenant, sandbox or not.
    public static var routes: [RouteClaim] { BuiltIn.claims.map(\.claim) }

    public static let settings = PluginDeclaration("edge", reads: parts.map { .values($0.type, at: $0.name) }) { settings, _ in
        parts.compactMap { part in
            guard let value = settings[part.name], !SettingsReading.fits(value, part.type) else { return nil }
            return (part.name, "must be \(part.form)")
        } + (settings["rateLimits"]?.object ?? [:]).sorted { $0.key < $1.key }.compactMap { name, limit in
            (limit.int ?? 1) < 1 ? ("rateLimits.\(name)", "must be 1 or more") : nil
        }
    }

    private static let parts: [(name: String, type: any (Decodable & Sendable).Type, form: String)] = [
        ("prompts", [String: TenantEdgeSettings.Prompt].self, "action: { title: …, benefits: […] }"),
        ("slugs", [String: String].self, "our slug: the app's own"),
        ("streams", [String].self, "a list of paths"),
        ("messages", [String: [String: String]].self, "slug: { language: sentence }"),
        ("rateLimits", TenantEdgeSettings.RateLimits.self,
         "numbers of requests: perPrincipalPerMinute, perAddressPerMinute, signInPerAddressPerMinute, signInPerIdentifierPerMinute"),
    ]
}
