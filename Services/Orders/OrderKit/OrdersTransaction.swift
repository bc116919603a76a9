import Contracts
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of this service works with.
public struct OrdersTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    package var orders: OrderStore { OrderStore(database, tenant) }
    package var tickets: TicketStore { TicketStore(database, tenant) }
    package var refunds: RefundStore { RefundStore(database, tenant) }
    package var events: EventStore { EventStore(database, tenant) }
    package var people: PersonStore { PersonStore(database, tenant) }
    package var cancellations: CancellationStore { CancellationStore(database, tenant) }
    package var door: DoorStore { DoorStore(database, tenant) }
    package var doorCounts: DoorCountStore { DoorCountStore(database, tenant) }
    package var orderSettings: OrderSettings { definition.settings(of: "orders") { OrderSettings($0) } }
    package var signer: TicketSigner { TicketSigner(seed: context.serviceKey(TicketCode.keyUse)) }
}

/// What a query of this service works with.
public struct OrdersView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    package var orders: OrderStore { OrderStore(database, tenant) }
    package var tickets: TicketStore { TicketStore(database, tenant) }
    package var refunds: RefundStore { RefundStore(database, tenant) }
    package var events: EventStore { EventStore(database, tenant) }
    package var people: PersonStore { PersonStore(database, tenant) }
    package var cancellations: CancellationStore { CancellationStore(database, tenant) }
    package var door: DoorStore { DoorStore(database, tenant) }
    package var doorCounts: DoorCountStore { DoorCountStore(database, tenant) }
    package var orderSettings: OrderSettings { definition.settings(of: "orders") { OrderSettings($0) } }
    package var signer: TicketSigner { TicketSigner(seed: context.serviceKey(TicketCode.keyUse)) }
}
