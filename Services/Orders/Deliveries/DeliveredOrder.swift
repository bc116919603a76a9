import Contracts
import Kernel
import OrdersKit

/// An order whose delivery is a job of a courier. The functions are called in the transaction of the message that changed the job,
/// after the job is saved; what they throw refuses that message.
///
/// `pickUp`, `complete` and `fail` come instead of `deliveryChanged`, never beside it.
package protocol DeliveredOrder: Sendable {
    /// The plugin whose tenants have couriers. An `OrderWorkflow` has it already.
    static var name: String { get }

    /// Lets happen what the timers of this order owe by now. Called before anything about its job is decided.
    static func settleTimers(of id: OrderID, in tx: OrdersTransaction) throws
    /// The job has another status, courier or place on the map. An order has a new version of it, but for `.moved` only if the
    /// estimate moved by a minute.
    static func deliveryChanged(_ job: Delivery, by change: DeliveryChange, in tx: OrdersTransaction) throws
    /// The courier has it.
    static func pickUp(_ job: Delivery, by actor: DeliveryActor, in tx: OrdersTransaction) throws
    /// The customer has it; `job.proof` says how that is known.
    /// - Parameter collected: the cash that the courier has taken; nil: there was nothing to collect.
    static func complete(_ job: Delivery, collected: Money?, by actor: DeliveryActor, in tx: OrdersTransaction) throws
    /// The customer does not get it. The order ends; the courier earns `job.payout.base` without the tip.
    static func fail(_ job: Delivery, reason: DeliveryFailure, note: String?, by actor: DeliveryActor, in tx: OrdersTransaction) throws
    /// What the customer says at the door: four digits.
    static func customerCode(of id: OrderID, in tx: OrdersTransaction) throws -> String
}

/// What happened to a job.
package enum DeliveryChange: Sendable, Equatable {
    /// A courier has it: claimed, or given by the staff. `former` had it until then.
    case assigned(former: User.ID?)
    /// The courier lost it, and it is searched for anew.
    case searching(former: User.ID)
    case arrivedAtRestaurant
    case arrivedAtCustomer
    /// The courier of the job has moved. Not a new version by itself.
    case moved
}

/// What is known of a job when its order is accepted.
package struct NewDelivery: Sendable, Equatable {
    package let id: OrderID
    package let number: String
    package let pickup: PickupPlace
    package let customer: User.ID
    package let dropoff: Dropoff
    package let payout: DeliveryPayout
    /// What the courier collects at the door; nil: it is paid already.
    package let cash: Money?
    package let leaveAtDoor: Bool
    package let estimatedReadyAt: Timestamp
    package init(id: OrderID, number: String, pickup: PickupPlace, customer: User.ID, dropoff: Dropoff, payout: DeliveryPayout,
                 cash: Money?, leaveAtDoor: Bool, estimatedReadyAt: Timestamp) {
        (self.id, self.number, self.pickup, self.customer, self.dropoff) = (id, number, pickup, customer, dropoff)
        (self.payout, self.cash, self.leaveAtDoor, self.estimatedReadyAt) = (payout, cash, leaveAtDoor, estimatedReadyAt)
    }
}

/// What a cancelled order leaves to its courier.
package struct EndedDelivery: Sendable, Equatable {
    /// As it was before it ended.
    package let job: Delivery
    /// For a courier who stood at the restaurant when somebody else ended the order; zero is nil.
    package let compensation: Money?
    /// The base of the payout, if the staff pays the courier.
    package let pay: Money?
}
