import Contracts
import Kernel
import ServiceKit

/// What differs between the orders of different apps: the states an order can be in, what moves it on, who may do what, how long each wait
/// may last, and what undoes what. Each workflow has a folder, a target and tables of its own; `Orders.workflows` lists it.
///
/// The order is the process. A workflow decides in `step`, which is pure; what it wants done comes back as effects and
/// happens in `perform`.
package protocol OrderWorkflow: Sendable {
    /// An order of this kind, with its state.
    associatedtype Order: Sendable, Equatable
    /// What such an order can learn: what payments reports, the end of a wait, and whatever else concerns it.
    associatedtype Fact: OrderFact
    /// What it wants done besides its own row.
    associatedtype Effect: Sendable, Equatable
    /// What `step` reads of the tenant's settings.
    associatedtype Settings: Sendable

    /// As tenant files name it.
    static var name: String { get }
    /// What it adds to the service, in the order of documents. One of them declares `plugin`.
    static var features: [Feature] { get }
    /// Moves the order on and answers what has to happen. A fact that comes twice, late or before its cause must do no harm.
    /// Throws a rejection when a person asks for what this state does not allow.
    static func step(_ order: inout Order, on fact: Fact, at now: Timestamp, settings: Settings) throws(Rejection) -> [Effect]
    static func settings(in tx: OrdersTransaction) throws -> Settings
    /// Nil: there is no order of this kind with this id.
    static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> Order?
    static func save(_ order: Order, in tx: OrdersTransaction) throws
    static func perform(_ effects: [Effect], of order: Order, in tx: OrdersTransaction) throws

    /// What it reads of the tenant's `settings.orders`.
    static var reads: [SettingsReading] { get }
    /// Problems of the tenant's `settings.orders`, as (path, message).
    static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)]

    // The requirements below have defaults, for workflows that have no settings, and store neither refunds nor data of people.

    /// What docs/tenants.md says about the settings.
    static var settingsReference: [SettingDescription] { get }

    /// Money of an order went back. False: neither the order nor the refund is of this kind.
    static func refundSucceeded(_ refund: SettledRefund, in tx: OrdersTransaction) throws -> Bool
    /// Money could not go back. False: this workflow does not store the refund, and nothing changes.
    static func refundFailed(_ refund: FailedRefund, in tx: OrdersTransaction) throws -> Bool
    /// A person asked for a refund in payments; it succeeds or fails later.
    static func refundRequested(_ refund: RefundID, of order: OrderID, amount: Money, in tx: OrdersTransaction) throws
    /// Takes the text that a person typed for a refund in payments. Nil: neither the order nor the refund is of this kind.
    static func explain(_ refund: RefundID, of order: OrderID, reason: String, in tx: OrdersTransaction) throws -> RefundExplanation?
    /// An account was erased: undoes its open orders and forgets what names the person. Rows of money stay.
    static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws
    /// Whether an order that goes on still needs name and phone of somebody whose account was erased. The workflow erases them at its end.
    static func needsName(of user: User.ID, in tx: OrdersTransaction) throws -> Bool
}

/// For workflows whose decisions need no settings.
package struct NoSettings: Sendable {
    package init() {}
}

extension OrderWorkflow where Settings == NoSettings {
    package static func settings(in tx: OrdersTransaction) throws -> NoSettings { NoSettings() }
}

extension OrderWorkflow {
    /// Lets an order learn a fact. Nil if this kind has no order with that id.
    @discardableResult
    package static func apply(_ fact: Fact, to id: OrderID, in tx: OrdersTransaction) throws -> Order? {
        guard let before = try load(id, in: tx) else { return nil }
        var order = before
        let effects = try step(&order, on: fact, at: tx.now, settings: settings(in: tx))
        if order != before { try save(order, in: tx) }
        try perform(effects, of: order, in: tx)
        return order
    }

    /// Lets an order learn a fact that another service reports. Throws `notFound` for an order that this workflow does not know.
    package static func handle(_ fact: Fact, of id: OrderID, in tx: OrdersTransaction) throws {
        guard !id.isForeign else { return }  // Paid for at another service, which hears of it itself.
        guard try apply(fact, to: id, in: tx) != nil else { throw Rejection.notFound }
    }

    /// The plugin that a feature declares for the workflow.
    package static var plugin: PluginDeclaration { PluginDeclaration(name, reads: reads) { problems(in: $0, of: $1) } }

    package static func refundSucceeded(_ refund: SettledRefund, in tx: OrdersTransaction) throws -> Bool {
        let notice = PaymentNotice(refund.payment, refund.refundedTotal)
        return try apply(.payment(.refunded(notice, reason: refund.reason)), to: refund.order, in: tx) != nil
    }
    package static func refundFailed(_ refund: FailedRefund, in tx: OrdersTransaction) throws -> Bool { false }
    package static func explain(_ refund: RefundID, of order: OrderID, reason: String,
        in tx: OrdersTransaction) throws -> RefundExplanation? {
        try load(order, in: tx) == nil ? nil : .taken
    }
    package static func refundRequested(_ refund: RefundID, of order: OrderID, amount: Money, in tx: OrdersTransaction) throws {}
    package static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {}
    package static func needsName(of user: User.ID, in tx: OrdersTransaction) throws -> Bool { false }
    package static var settingsReference: [SettingDescription] { [] }
}
