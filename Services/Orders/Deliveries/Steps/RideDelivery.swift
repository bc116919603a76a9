import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The courier stands at the restaurant.
package struct ArriveAtRestaurant<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.arrive-at-restaurant.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID?
    package init(deliveryId: OrderID, courierId: User.ID? = nil) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        try Deliveries<Order>(tx).step(.arriveAtRestaurant, deliveryId, as: courierId)
    }
}

/// The courier has the order. It must be ready.
package struct PickUpDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.pick-up-delivery.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID?
    package init(deliveryId: OrderID, courierId: User.ID? = nil) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        try Deliveries<Order>(tx).step(.pickUp, deliveryId, as: courierId)
    }
}

/// The courier stands at the door.
package struct ArriveAtCustomer<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.arrive-at-customer.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID?
    package init(deliveryId: OrderID, courierId: User.ID? = nil) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        try Deliveries<Order>(tx).step(.arriveAtCustomer, deliveryId, as: courierId)
    }
}

extension Deliveries {
    /// One of the three steps on the way.
    func step(_ step: DeliveryStep, _ id: OrderID, as named: User.ID?) throws -> CourierVerdict<DeliveryAnswer> {
        try act(as: named, on: id) { courier, actor in
            var job = try own(id, of: courier.id)
            guard let target = try DeliveryRules.target(of: step, job, by: actor) else {
                return .done(try tx.deliveryAnswer(of: job, for: .courier(courier.id)))
            }
            if target == .pickedUp, job.readyAt == nil { throw DeliveryRules.notReady(job) }
            (job.status, job.changedBy) = (target, actor.id)
            if target == .pickedUp { job.pickedUpAt = tx.now }
            if target == .atCustomer { job.arrivedAt = tx.now }
            try tx.deliveryJobs.update(job)
            try note(job, by: actor)
            try publishUpdate(of: job, to: courier.id, at: tx.now)
            switch target {
            case .atRestaurant: try arrived(job, at: "restaurant", .arrivedAtRestaurant)
            case .atCustomer: try arrived(job, at: "customer", .arrivedAtCustomer)
            case .pickedUp: try Order.pickUp(job, by: actor, in: tx)
            case .searching, .assigned, .delivered, .failed, .cancelled: break  // Other commands lead there.
            }
            return .done(try tx.deliveryAnswer(of: require(id), for: .courier(courier.id)))
        }
    }

    private func arrived(_ job: Delivery, at place: String, _ change: DeliveryChange) throws {
        guard let courier = job.courier else { return }
        try tx.publish(DeliveryArrived(orderId: job.id, number: job.number, courierId: courier, customerId: job.customer,
                                       restaurantId: job.pickup.id, place: place, arrivedAt: tx.now.wholeSeconds))
        try Order.deliveryChanged(job, by: change, in: tx)
    }
}
