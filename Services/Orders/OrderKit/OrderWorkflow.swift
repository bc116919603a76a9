import Contracts
import Kernel
import ServiceKit

/// What differs between the orders of different apps: the states an order can be in, what moves it on, who may do what,
/// how long each wait may last, and what undoes what. A workflow is a value, linked in and listed in `OrderWorkflows`.
///
/// The order is the process. A workflow decides in `step`, which is pure; what it wants done comes back as effects and happens in `perform`.
package protocol OrderWorkflow: Sendable {
    /// An order of this kind, with its state.
    associatedtype Order: Sendable, Equatable
    /// What it wants done besides its own row.
    associatedtype Effect: Sendable, Equatable
    /// As tenant files name it.
    static var name: String { get }
    /// Moves the order on and answers what has to happen. A fact that comes twice, late or before its cause must do no harm.
    /// Throws a rejection when a person asks for what this state does not allow.
    static func step(_ order: inout Order, on fact: OrderFact, at now: Timestamp, settings: OrderSettings) throws(Rejection) -> [Effect]
    /// Nil: there is no order of this kind with this id.
    static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> Order?
    static func save(_ order: Order, in tx: OrdersTransaction) throws
    static func perform(_ effects: [Effect], of order: Order, in tx: OrdersTransaction) throws
    /// What it reads of the tenant's `settings.orders`.
    static var reads: [SettingsReading] { get }
    /// Problems of the tenant's `settings.orders`, as (path, message).
    static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)]
}

extension OrderWorkflow {
    /// Tells an order a fact. Nil: there is no such order of this kind.
    @discardableResult
    package static func take(_ fact: OrderFact, of id: OrderID, in tx: OrdersTransaction) throws -> Order? {
        guard let before = try load(id, in: tx) else { return nil }
        var order = before
        let effects = try step(&order, on: fact, at: tx.now, settings: tx.orderSettings)
        if order != before { try save(order, in: tx) }
        try perform(effects, of: order, in: tx)
        return order
    }
}

/// The workflows there are.
package enum OrderWorkflows {
    package static let all: [any OrderWorkflow.Type] = [TicketSale.self, Membership.self]

}

extension OrdersTransaction {
    /// Tells an order what happened, through the workflow it was placed under: the one that finds it.
    /// Throws `notFound` for an order that is not there: other services name orders only after this one told them.
    package func tell(_ id: OrderID, _ fact: OrderFact) throws {
        guard !id.isForeign else { return }  // Paid for at another service, which hears of it itself.
        for workflow in OrderWorkflows.all {
            if try workflow.take(fact, of: id, in: self) != nil { return }
        }
        throw Rejection.notFound
    }
}
