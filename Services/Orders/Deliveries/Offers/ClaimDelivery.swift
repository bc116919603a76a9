import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier wants a job that he is offered. Of many the first one in the log gets it.
package struct ClaimDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.claim-delivery.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID?
    package init(deliveryId: OrderID, courierId: User.ID? = nil) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        let deliveries = Deliveries<Order>(tx)
        return try deliveries.act(as: courierId, on: deliveryId) { courier, actor in
            let (known, offer) = try deliveries.offered(deliveryId, to: courier.id)
            var job = known
            // He has it, in every state since.
            if job.courier != courier.id {
                try DeliveryRules.requireClaimable(job, by: courier, offer: offer, at: tx.now, deliveries.settings)
                try deliveries.assign(&job, to: courier.id, by: actor, isStaff: false)
            }
            return .done(try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .courier(courier.id)))
        }
    }
}

/// A courier does not want a job, as long as this search for a courier goes on.
package struct DeclineDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.decline-delivery.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID?
    package init(deliveryId: OrderID, courierId: User.ID? = nil) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<NoContent> {
        let deliveries = Deliveries<Order>(tx)
        return try deliveries.act(as: courierId, on: deliveryId) { courier, _ in
            var (job, offer) = try deliveries.offered(deliveryId, to: courier.id)
            guard job.courier != courier.id else { throw DeliveryRules.alreadyAssigned }
            guard job.status == .searching else { return .done(NoContent()) }
            let wasLive = offer.isLive
            offer.declinedSearch = job.search
            if wasLive {
                try deliveries.end(offer, .declined, at: tx.now)
                try deliveries.offersEnded(of: job.id, at: tx.now)
            } else {
                try tx.deliveryOffers.save(offer)
            }
            return .done(NoContent())
        }
    }
}

extension Deliveries {
    /// A job that a courier was offered, now or once, or had. Throws 404 for others.
    func offered(_ id: OrderID, to courier: User.ID) throws -> (Delivery, DeliveryOffer) {
        guard let job = try job(id), let offer = try tx.deliveryOffers.find(id, courier) else { throw Rejection.notFound }
        return (job, offer)
    }
    /// A job that a courier has. Throws 404 for one that he was never offered, 409 `not-assigned` for another's.
    func own(_ id: OrderID, of courier: User.ID) throws -> Delivery {
        let (job, _) = try offered(id, to: courier)
        guard job.courier == courier else { throw DeliveryRules.notAssigned }
        return job
    }
}
