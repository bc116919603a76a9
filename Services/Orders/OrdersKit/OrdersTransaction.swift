import Contracts
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    /// This service, as topics and tenant files name it.
    package static let orders: ServiceName = "orders"
}

/// What handlers and queries of orders both work with. Each subject adds its stores in a file of its own.
package protocol OrdersScope: ServiceScope {}

extension OrdersScope {
    package var people: PersonStore { PersonStore(database, tenant) }
}

/// What a command or reaction of orders works with.
public struct OrdersTransaction: ServiceTransaction, OrdersScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    /// The fault that a request asks for in the payment of its order. Nil outside the sandbox.
    package var sandboxFault: String? { definition.sandbox ? context.envelope.attributes[CreateIntent.sandboxHeader] : nil }

    package var refundReasons: RefundReasonStore { RefundReasonStore(database, tenant) }
}

/// What a query of this service works with.
public struct OrdersView: ServiceView, OrdersScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
}
