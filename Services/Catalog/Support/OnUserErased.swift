import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An account is gone, and its conversations with it.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws {
        for ticket in try tx.support.erase(event.userId) { tx.cancelTimer(CloseAnsweredTicket.timer(of: ticket)) }
        try tx.orderOwners.erase(event.userId)
    }
}
