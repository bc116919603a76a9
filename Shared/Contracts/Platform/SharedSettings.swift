import Kernel

/// Settings that more than one service reads. They stand once in a tenant file, among the settings of their owner, and every service reads
/// them there. `Contracts/<Owner>/` holds the types.
public protocol SharedSettings: Decodable, Sendable {
    static var owner: ServiceName { get }
    /// Where they begin below the owner's settings, dotted; empty: at the top.
    static var place: String { get }
    /// Copies that services had of them before there was one owner.
    static var copies: [SettingCopy] { get }
    /// What `service` reads of a definition that was published with copies. Nil: the owner's.
    static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self?
}

extension SharedSettings {
    public static var place: String { "" }
    public static var copies: [SettingCopy] { [] }
    public static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self? { nil }
}

/// A setting of a service that has moved to its owner.
public struct SettingCopy: Sendable {
    public let service: ServiceName
    /// Dotted, below the service's settings.
    public let path: String
    /// The same of the owner.
    public let name: String
    public init(_ service: ServiceName, _ path: String, name: String? = nil) {
        (self.service, self.path, self.name) = (service, path, name ?? path)
    }
}

extension TenantDefinition {
    public static let sharedSettings: [any SharedSettings.Type] = [
        RefundTerms.self, LegalVersions.self, Neighborhoods.self, PaymentTerms.self, MembershipTerms.self, ReminderTimes.self,
        SupportContact.self, PublicPages.self, CalendarTerms.self, QuoteTerms.self, Cuisines.self, PhoneRules.self,
        FuelLimits.self, CaptureTerms.self,
    ]

    /// Settings of another service, or of this one that others read. Decoded once per definition.
    /// Throws `DecodingError` when they do not fit (they are checked when the tenant file is applied).
    public func shared<T: SharedSettings>(_: T.Type = T.self, in service: ServiceName) throws -> T {
        try read.value(of: "shared with " + service.rawValue) {
            if settingsLayout == nil, service != T.owner,
                let copy = try T.copy(of: service, in: settings[service.rawValue] ?? .object([:])) { return copy }
            let own = settings[T.owner.rawValue] ?? .object([:])
            return try (own.at(T.place) ?? .object([:])).decoded()
        }
    }
}

extension JSONValue {
    /// The value that a dotted path of names leads to.
    public func at(_ dottedPath: String) -> JSONValue? {
        dottedPath.split(separator: ".").reduce(Optional(self)) { $0?[String($1)] }
    }
}
