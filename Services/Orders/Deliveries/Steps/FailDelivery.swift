import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The courier has waited at the door, and nobody takes the order.
package struct FailDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.fail-delivery.v1" }
    package let deliveryId: OrderID
    package let reason: DeliveryFailure
    package let note: String?
    package let courierId: User.ID?
    package init(deliveryId: OrderID, reason: DeliveryFailure, note: String? = nil, courierId: User.ID? = nil) {
        (self.deliveryId, self.reason, self.note, self.courierId) = (deliveryId, reason, note, courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        var check = Validation()
        let text = check.text("note", note, 0...300, required: false, multiline: true)
        let deliveries = Deliveries<Order>(tx)
        try deliveries.checkRider(courierId, &check)
        try check.check()
        return try deliveries.act(as: courierId, on: deliveryId) { courier, actor in
            var job = try deliveries.own(deliveryId, of: courier.id)
            guard let target = try DeliveryRules.target(of: .fail, job, by: actor) else {
                return .done(try tx.deliveryAnswer(of: job, for: .courier(courier.id)))
            }
            // From the second that the timeline shows, so that the answer names the very first moment.
            let allowedAt = (job.arrivedAt ?? tx.now).wholeSeconds + .minutes(deliveries.settings.unreachableMinutes)
            guard tx.now >= allowedAt else {
                throw Rejection.conflict("too-early", "Wait a little longer for the customer.",
                                         ["allowedAt": .string(allowedAt.description)])
            }
            (job.status, job.changedBy, job.endedAt) = (target, actor.id, tx.now)
            try tx.deliveryJobs.update(job)
            let note = text.flatMap { $0.isEmpty ? nil : $0 }
            try deliveries.note(job, by: actor, note: note ?? reason.rawValue)
            deliveries.stopTimers(of: job.id)
            try deliveries.earn(job.payout.base.amount, tip: 0, cash: 0, isDelivered: false, with: job, courier.id)
            try deliveries.publishUpdate(of: job, to: courier.id, at: tx.now)
            try Order.fail(job, reason: reason, note: note, by: actor, in: tx)
            try deliveries.free(courier.id, at: tx.now)
            try tx.deliveryJobs.forgetErased(job.id)
            return .done(try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .courier(courier.id)))
        }
    }
}
