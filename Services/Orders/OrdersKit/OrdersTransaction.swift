import Contracts
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    /// This service, as topics and tenant files name it.
    package static let orders: ServiceName = "orders"
}

/// What a command or reaction of this service works with. Each feature adds its own stores in `<Feature>Transaction.swift`.
public struct OrdersTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    /// The fault that a request asks for in the payment of its order. Nil outside the sandbox.
    package var sandboxFault: String? { definition.sandbox ? context.envelope.attributes[CreateIntent.sandboxHeader] : nil }

    package var people: PersonStore { PersonStore(database, tenant) }
    package var refundReasons: RefundReasonStore { RefundReasonStore(database, tenant) }
}

/// What a query of this service works with.
public struct OrdersView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    package var people: PersonStore { PersonStore(database, tenant) }
}
