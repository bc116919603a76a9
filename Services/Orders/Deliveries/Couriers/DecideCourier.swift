import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The staff lets a courier ride.
package struct ApproveCourier<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.approve-courier.v1" }
    package let courierId: User.ID
    package init(courierId: User.ID) { self.courierId = courierId }

    package func handle(in tx: OrdersTransaction) throws -> CourierAnswer {
        guard var courier = try tx.couriers.find(courierId), courier.hasRole else { throw Rejection.notFound }
        if courier.status != .approved {
            courier.status = .approved
            try tx.couriers.save(courier)
            try tx.publish(CourierApproved(courierId: courierId, approvedAt: tx.now.wholeSeconds))
        }
        return try tx.courierAnswer(courier)
    }
}

/// The staff stops a courier: he goes offline, and what he has not picked up goes to others.
package struct SuspendCourier<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.suspend-courier.v1" }
    package let courierId: User.ID
    package let reason: String
    package init(courierId: User.ID, reason: String) { (self.courierId, self.reason) = (courierId, reason) }

    package func handle(in tx: OrdersTransaction) throws -> CourierAnswer {
        var check = Validation()
        let reason = check.text("reason", reason, 1...300, multiline: true)
        try check.check()
        guard let courier = try tx.couriers.find(courierId), courier.hasRole else { throw Rejection.notFound }
        if courier.status != .suspended {
            let actor = tx.actor(with: "couriers:manage")
            try Deliveries<Order>(tx).suspend(courier, .suspended, by: actor)
            try tx.publish(CourierSuspended(courierId: courierId, reason: reason, suspendedAt: tx.now.wholeSeconds))
        }
        return try tx.courierAnswer(tx.couriers.find(courierId) ?? courier)
    }
}
