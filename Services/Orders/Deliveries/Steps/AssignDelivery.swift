import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The staff gives a job to a courier, with or without an offer.
package struct AssignDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.assign-delivery.v1" }
    package let deliveryId: OrderID
    package let courierId: User.ID
    package init(deliveryId: OrderID, courierId: User.ID) { (self.deliveryId, self.courierId) = (deliveryId, courierId) }

    package func handle(in tx: OrdersTransaction) throws -> DeliveryAnswer {
        let deliveries = Deliveries<Order>(tx)
        try deliveries.settle(deliveryId)
        var job = try deliveries.require(deliveryId)
        guard let courier = try tx.couriers.find(courierId), courier.hasRole else {
            throw Rejection.invalid(["courierId": ["must be a courier"]])
        }
        guard courierId != job.customer, courierId != job.pickup.owner else {
            throw Rejection.invalid(["courierId": ["must not be a party of the order"]])
        }
        let isHis = job.courier == courierId && job.status.isReassignable
        if !isHis {
            // Without a position he is offline, which is said below.
            if courier.position != nil, OfferRules.distance(courier, job, deliveries.settings) == nil {
                throw Rejection.invalid(["courierId": ["must be near the restaurant"]])
            }
            switch job.status {
            case .searching, .assigned, .atRestaurant, .cancelled: break
            case .pickedUp, .atCustomer, .delivered, .failed: throw DeliveryRules.invalidTransition(job)
            }
            guard courier.status == .approved else { throw DeliveryRules.notApproved(courier) }
            if job.status == .cancelled { throw DeliveryRules.cancelled }
            try DeliveryRules.requireRoom(courier, job, deliveries.settings)
            try deliveries.assign(&job, to: courierId, by: tx.actor(with: "deliveries:assign"), isStaff: true)
        }
        return try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .staff, countsOnce: true)
    }
}
