import Kernel

/// One app of the platform, as data: `deploy/tenants/<tenant>.yml`. It goes to `platform.tenants` and every shard's log.
public struct TenantDefinition: Codable, Sendable, Equatable {
    public var tenant: TenantID
    public var name: String
    /// Host names that mean this tenant; locally every tenant is at `/t/<tenant>`.
    public var hosts: [String]
    /// Where its API starts: `/api/v1`.
    public var basePath: String
    public var json: KeyStyle
    public var currency: Currency
    /// IANA name: `Africa/Kampala`.
    public var timezone: String
    /// The first is the default.
    public var languages: [String]
    /// Put before phone numbers written without a country: `+256`.
    public var phonePrefix: String
    /// Sandbox tenants have a virtual clock, test cards and `/dev` routes.
    public var sandbox: Bool
    /// Role → permissions.
    public var roles: [String: [String]]
    /// Service → names of the plugins that are mounted for this tenant.
    public var plugins: [String: [String]]
    /// Service → plugin → what stands before the plugin's paths: `/club`. Absent: nothing.
    public var prefixes: [String: [String: String]]?
    /// The same, of earlier mounts (empty: none): links that were handed out with them still lead to the plugin.
    public var formerPrefixes: [String: [String: [String]]]?
    /// Name → properties that this app adds to a schema of a route (`Schema.withFields(of:)`): JSON Schema by the
    /// field's name. Plugins make
    /// them of the settings when a tenant file is read, so the gateway need not know what the settings mean.
    public var fields: [String: JSONValue]?
    /// Service → settings; each plugin reads its own part.
    public var settings: [String: JSONValue] { didSet { read = ReadSettings() } }
    /// 2: settings that several services read have one place (`SharedSettings`). Absent in definitions of before, where
    /// each service has a copy. 3: a permission says who uses the routes for development. 4: also who earns, and who collects cash.
    public private(set) var settingsLayout: Int? = 4
    var read = ReadSettings()

    private enum CodingKeys: String, CodingKey {
        case tenant, name, hosts, basePath, json, currency, timezone, languages, phonePrefix, sandbox, roles, plugins, prefixes,
            formerPrefixes, fields, settings, settingsLayout
    }
    public enum KeyStyle: String, Codable, Sendable { case camelCase = "camelCase", snakeCase = "snake_case" }

    public init(tenant: TenantID, name: String, hosts: [String] = [], basePath: String = "/api/v1", json: KeyStyle = .camelCase,
                currency: Currency, timezone: String = "UTC", languages: [String] = ["en"], phonePrefix: String = "", sandbox: Bool = false,
                roles: [String: [String]] = [:], plugins: [String: [String]] = [:], settings: [String: JSONValue] = [:]) {
        (self.tenant, self.name, self.hosts, self.basePath, self.json, self.currency) = (tenant, name, hosts, basePath, json, currency)
        (self.timezone, self.languages, self.phonePrefix, self.sandbox) = (timezone, languages, phonePrefix, sandbox)
        (self.roles, self.plugins, self.settings) = (roles, plugins, settings)
    }

    public func has(plugin: String, of service: ServiceName) -> Bool { plugins[service.rawValue]?.contains(plugin) ?? false }
    /// Where the routes of a plugin begin: the base path, then the prefix of its mount. Links to a plugin's routes start with it.
    public func basePath(of plugin: String?, in service: ServiceName) -> String {
        basePath(behind: plugin.flatMap { prefixes?[service.rawValue]?[$0] } ?? "")
    }
    /// Where else the gateway answers for them.
    public func formerBasePaths(of plugin: String?, in service: ServiceName) -> [String] {
        (plugin.flatMap { formerPrefixes?[service.rawValue]?[$0] } ?? []).map(basePath(behind:))
    }
    private func basePath(behind prefix: String) -> String { (basePath + prefix).split(separator: "/").map { "/" + $0 }.joined() }
    /// The languages in which a text is looked for: the one that somebody asked for, if the app speaks it, then the app's in their order.
    public func languages(first asked: String?) -> [String] {
        guard let asked, languages.contains(asked) else { return languages }
        return [asked] + languages.filter { $0 != asked }
    }
    public func permissions(of roles: [String]) -> Set<String> { Set(roles.flatMap { self.roles[$0] ?? [] }) }

    public static let sandboxPermission = "sandbox:use"
    /// Whose holders use the routes for development (`/dev/…`) where not everybody may.
    public var sandboxRoles: [String] { roles(with: Self.sandboxPermission) }

    /// The roles that have a permission, by name.
    public func roles(with permission: String) -> [String] {
        if let earlier = Self.earlierHolders[permission], settingsLayout ?? 1 < earlier.layout { return [earlier.role] }
        return roles.filter { $0.value.contains(permission) }.keys.sorted()
    }
    /// Permissions that definitions before a layout do not have. There it was this role, by its name in the code.
    private static let earlierHolders: [String: (layout: Int, role: String)] = [
        sandboxPermission: (3, "developer"), "earnings:own": (4, "organizer"), "shop-cash:own": (4, "vendor"),
    ]
}

/// A tenant is new or changed. It goes into every shard's log, so a handler uses the definition at its place in the log.
public struct ApplyTenant: Message {
    public static let type: MessageType = "platform.apply-tenant.v1"
    public let definition: TenantDefinition
    public init(_ definition: TenantDefinition) { self.definition = definition }
}

/// Sandbox: moves the tenant's virtual clock forward to an offset from real time. Timers that fall due fire inside this message, in order.
public struct AdvanceClock: Message {
    public static let type: MessageType = "platform.advance-clock.v1"
    /// Milliseconds ahead of real time, in total (not: further).
    public let offsetMilliseconds: Int64
    /// The virtual instant this moves to.
    public let now: Timestamp
    public init(offsetMilliseconds: Int64, now: Timestamp) { (self.offsetMilliseconds, self.now) = (offsetMilliseconds, now) }
}

/// A reader's position is no longer in a topic: the owners publish again what they still retain.
public struct Republish: Message {
    public static let type: MessageType = "platform.republish.v1"
    public let topic: String
    /// From the last message id the reader has; nil: everything retained.
    public let afterID: String?
    public init(topic: String, afterID: String?) { (self.topic, self.afterID) = (topic, afterID) }
}
