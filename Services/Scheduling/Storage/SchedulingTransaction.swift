import GRDB
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of scheduling works with.
public struct SchedulingTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
    var events: EventStore { EventStore(database, tenant) }
    var audience: AudienceStore { AudienceStore(database, tenant) }
    func settings() throws -> SchedulingSettings { try settings(as: SchedulingSettings.self) }
}

/// What a query of scheduling works with.
public struct SchedulingView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
    var events: EventStore { EventStore(database, tenant) }
}
