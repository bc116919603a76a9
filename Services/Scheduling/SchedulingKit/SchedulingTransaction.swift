import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    package static let scheduling: ServiceName = "scheduling"
}

/// What handlers and queries of scheduling both work with. Each subject adds its stores in a file of its own.
package protocol SchedulingScope: ServiceScope {}

extension SchedulingScope {
    /// Where the tenant's pages are for people.
    package var root: String { context.root }
    /// Where the routes of calendars and bookings begin.
    package var basePath: String { definition.basePath(of: names.plugin, in: ServiceName.scheduling) }
    /// What the API of the tenant calls things.
    package var names: BookingNames { BookingNames.of(definition) }
    /// The wanted language, or the one that was asked for, or the tenant's first: the first of them that the tenant has.
    package func language(_ wanted: String?) -> String {
        if let wanted, definition.languages.contains(wanted) { return wanted }
        return language
    }
}

/// What a command or reaction of scheduling works with.
public struct SchedulingTransaction: ServiceTransaction, SchedulingScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    package var numbers: NumberStore { NumberStore(database, tenant) }
    package var claims: SlotClaimStore { SlotClaimStore(database, tenant) }
    package func settings() throws -> SchedulingSettings { try settings(as: SchedulingSettings.self) }

    /// A language that was kept, for what is written to somebody else than the asker; the tenant's first where none was.
    package func ownLanguage(_ kept: String?) -> String {
        kept.flatMap { definition.languages.contains($0) ? $0 : nil } ?? definition.languages.first ?? "en"
    }
    /// 43 characters nobody can guess.
    package func token(for purpose: String) -> String { Base64URL.encode(secretBytes(for: purpose)) }
}

/// What a query of scheduling works with.
public struct SchedulingView: ServiceView, SchedulingScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
}
