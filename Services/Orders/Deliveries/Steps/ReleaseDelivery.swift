import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier gives a job back before he has the order.
package struct ReleaseDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.release-delivery.v1" }
    package let deliveryId: OrderID
    package let reason: String
    package let courierId: User.ID?
    package init(deliveryId: OrderID, reason: String, courierId: User.ID? = nil) {
        (self.deliveryId, self.reason, self.courierId) = (deliveryId, reason, courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        var check = Validation()
        let reason = check.text("reason", reason, 1...200, multiline: true)
        let deliveries = Deliveries<Order>(tx)
        try deliveries.checkRider(courierId, &check)
        try check.check()
        return try deliveries.act(as: courierId, on: deliveryId) { courier, actor in
            var job = try deliveries.own(deliveryId, of: courier.id)
            guard try DeliveryRules.target(of: .release, job, by: actor) != nil else { throw DeliveryRules.invalidTransition(job) }
            try deliveries.lose(&job, .released, reason: reason, by: actor, at: tx.now)
            return .done(try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .courier(courier.id), countsOnce: true))
        }
    }
}
