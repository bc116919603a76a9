import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The timer of a courier who is online.
package struct CheckSilence: Message {
    package static let type: MessageType = "orders.check-courier-silence.v1"
    package let courierId: User.ID
}

/// Handles `CheckSilence`.
package struct EndSilence<Order: DeliveredOrder>: Command {
    package static var type: MessageType { CheckSilence.type }
    package let courierId: User.ID

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Deliveries<Order>(tx).settleSilence(of: courierId)
        return NoContent()
    }
}

/// The timer of a position that nobody needs any more.
package struct ForgetPosition: Command {
    package static let type: MessageType = "orders.forget-courier-position.v1"
    package let courierId: User.ID
    package init(courierId: User.ID) { self.courierId = courierId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        // Online: going offline sets the timer anew. The end of a job does, too.
        guard var courier = try tx.couriers.find(courierId), !courier.isOnline, courier.activeJobs == 0 else { return NoContent() }
        courier.position = nil
        try tx.couriers.save(courier)
        return NoContent()
    }
}
