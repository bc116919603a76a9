import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Returns tickets as releases before `ReturnStock` had lines of any unit said it: a log or a dead letter may hold it.
extension ReturnTickets: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        let request = ReturnStock(orderId: orderId, listing: .event(eventId), lines: items.map(\.claimed), returnId: returnId,
                                  userId: userId, refundedTotal: refundedTotal)
        try Claims(tx).takeBack(request, of: EventTickets.self)
        return NoContent()
    }
}
