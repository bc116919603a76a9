import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The timer at the end of a job's first phase.
package struct OpenOffers: Message {
    package static let type: MessageType = "orders.open-delivery-offers.v1"
    package let orderId: OrderID
}

/// Handles `OpenOffers`: every courier nearby may take the job now.
package struct OpenOffersToAll<Order: DeliveredOrder>: Command {
    package static var type: MessageType { OpenOffers.type }
    package let orderId: OrderID

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let deliveries = Deliveries<Order>(tx)
        guard var job = try deliveries.job(orderId) else { return NoContent() }
        try deliveries.settleOffers(of: &job)
        return NoContent()
    }
}

/// The timer of a job that is ready and has no courier.
package struct NoticeMissedDelivery: Message {
    package static let type: MessageType = "orders.notice-missed-delivery.v1"
    package let orderId: OrderID
}

/// Handles `NoticeMissedDelivery`: alerts the staff if still nobody comes for the order.
package struct AlertMissedDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { NoticeMissedDelivery.type }
    package let orderId: OrderID

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let deliveries = Deliveries<Order>(tx)
        guard var job = try deliveries.job(orderId) else { return NoContent() }
        try deliveries.settleMissed(&job)
        return NoContent()
    }
}
