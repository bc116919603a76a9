import Contracts
import GRDB
import Kernel

/// What a message that changes rows and a question that reads them have in common: the rows of their tenant, its time and settings,
/// and the request they came from.
public protocol HandlerContext: AnyObject {
    var database: Database { get }
    var envelope: Envelope { get }
    /// The tenant's time. Never `Date()`.
    var now: Timestamp { get }
    var definition: TenantDefinition { get }
    /// What the service's contents bring for its handlers, for example the kinds of apps it knows. The service knows its type.
    var extensions: any Sendable { get }
    /// 32 bytes of a long-lived key of this service, the same for every message.
    func serviceKey(_ purpose: String) -> [UInt8]
    /// A cipher for one kind of column, for example `client-document`.
    func columnCipher(_ use: String) -> ColumnCipher
}

extension HandlerContext {
    public var tenant: TenantID { envelope.tenant }
    /// Who asks; nil: a guest, or no person.
    public var principal: Principal? { envelope.principal }
    /// The language that the caller asked for. It may be one that the app does not speak.
    public var askedLanguage: String? { envelope.attributes["language"] }
    /// The request's `Accept-Language`, where its route reads it.
    public var acceptLanguage: String? { envelope.attributes["accept-language"] }
    /// Where the app is for people, as the gateway saw it: an address or a path, without a slash at its end.
    public var root: String { envelope.attributes["root"] ?? definition.hosts.first.map { "https://" + $0 } ?? "/t/\(tenant)" }
    /// The request's `Accept`, where its route reads it.
    public var accept: String? { envelope.attributes["accept"] }
}
