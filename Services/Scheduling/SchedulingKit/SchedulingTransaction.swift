import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    package static let scheduling: ServiceName = "scheduling"
}

/// What a command or reaction of scheduling works with. Each subject adds its stores in a file of its own.
public struct SchedulingTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    package var numbers: NumberStore { NumberStore(database, tenant) }
    package var claims: SlotClaimStore { SlotClaimStore(database, tenant) }
    package func settings() throws -> SchedulingSettings { try settings(as: SchedulingSettings.self) }

    /// The tenant's languages; the first is the default.
    package func language(_ wanted: String?) -> String {
        let languages = definition.languages
        if let wanted, languages.contains(wanted) { return wanted }
        if let asked = context.envelope.attributes["language"], languages.contains(asked) { return asked }
        return languages.first ?? "en"
    }
    /// A language that was kept, for what is written to somebody else than the asker; the tenant's first where none was.
    package func ownLanguage(_ kept: String?) -> String {
        kept.flatMap { definition.languages.contains($0) ? $0 : nil } ?? definition.languages.first ?? "en"
    }
    /// Where the tenant's pages are for people, as the gateway saw it.
    package var root: String { context.envelope.attributes["root"] ?? definition.hosts.first.map { "https://" + $0 } ?? "/t/\(tenant)" }
    /// Where the routes of calendars and bookings begin.
    package var basePath: String { definition.basePath(of: names.plugin, in: ServiceName.scheduling) }
    /// What the API of the tenant calls things.
    package var names: BookingNames { BookingNames.of(definition) }
    /// 43 characters nobody can guess.
    package func token(for purpose: String) -> String { Base64URL.encode(secretBytes(for: purpose)) }
}

/// What a query of scheduling works with.
public struct SchedulingView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
    package var root: String { context.envelope.attributes["root"] ?? definition.hosts.first.map { "https://" + $0 } ?? "/t/\(tenant)" }
    package var basePath: String { definition.basePath(of: names.plugin, in: ServiceName.scheduling) }
    /// What the API of the tenant calls things.
    package var names: BookingNames { BookingNames.of(definition) }
    package func language(_ wanted: String?) -> String {
        if let wanted, definition.languages.contains(wanted) { return wanted }
        if let asked = context.envelope.attributes["language"], definition.languages.contains(asked) { return asked }
        return definition.languages.first ?? "en"
    }
}
