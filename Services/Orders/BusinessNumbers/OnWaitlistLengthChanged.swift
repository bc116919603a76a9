import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// More or fewer people wait for an event's tickets.
struct OnWaitlistLengthChanged: Reaction {
    func handle(_ line: WaitlistLengthChanged, in tx: OrdersTransaction) throws {
        try tx.businessEvents.save(waiting: line.length, for: line.eventId)
    }
}
