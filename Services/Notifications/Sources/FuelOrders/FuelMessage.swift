import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit

/// What every event of an order of fuel says, as far as messages need it.
protocol FuelFact {
    var orderId: OrderID { get }
    /// The customer.
    var userId: User.ID { get }
    var number: String { get }
    var version: Int { get }
    var at: Timestamp { get }
}
extension OrderScheduled: FuelFact {}
extension OrderRescheduled: FuelFact {}
extension OrderAssigned: FuelFact {}
extension DriverEnRoute: FuelFact {}
extension DriverArrived: FuelFact {}
extension FuelOrderCompleted: FuelFact {}
extension ReceiptIssued: FuelFact {}
extension FuelOrderCancelled: FuelFact {}
extension OrderFailed: FuelFact {}
extension FuelDoorReminderDue: FuelFact {}
extension FuelPaymentUpdated: FuelFact {}
extension BalanceDue: FuelFact {}
extension FuelOrderRefunded: FuelFact {}
extension AssignmentOverdue: FuelFact {}

/// One message about an order of fuel.
struct FuelMessage {
    /// The order has not ended.
    static let active = "order.active"
    let tx: NotificationsTransaction
    let fact: any FuelFact
    var facts: Facts
    init(_ fact: some FuelFact, in tx: NotificationsTransaction) {
        (self.tx, self.fact) = (tx, fact)
        facts = Facts(["order": ["id": .string(fact.orderId.rawValue)], "number": .string(fact.number)])
    }

    mutating func setTime(_ path: String, _ time: Timestamp) { facts.set(path, .string(time.wholeSeconds.description)) }

    /// Decided as of the time it happened: a jump of a sandbox clock ends as small steps do.
    func send(_ type: String) throws {
        try Notifying(tx: tx).notify(try trigger(type), to: fact.userId, relations: ["customer"], asOf: tx.happenedAt)
    }
    /// Nothing that only makes sense before the delivery is sent any more.
    func close() throws { try tx.conditions.close(Self.active, fact.orderId.subject, at: tx.happenedAt) }
    func send(_ type: String, toStaff roles: [String]) throws { try StaffMessages.send(try trigger(type), to: roles, in: tx) }

    private func trigger(_ type: String) throws -> Trigger {
        // A key of the tenant's file says how often the same is told; without one each version of the order tells once.
        let key = try tx.policy().types[type]?.dedupe == nil ? "\(type)-\(fact.version):\(fact.orderId)" : nil
        // What happened too long ago expires: receipts that come with imported orders.
        return Trigger(type, at: min(fact.at, tx.happenedAt), subject: fact.orderId.subject, facts: facts, dedupeKey: key)
    }
}
