import Contracts
import Kernel
import ServiceKit

/// Sold seats come back after a refund. Lines that name a type this event does not have, or more than was sold, are refused: nobody should send them.
extension ReturnStock: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.claims.beginReturn(returnId, at: tx.now) else { return NoContent() }
        let types = try tx.ticketTypes.of(eventId)
        for item in items {
            guard let type = types.first(where: { $0.id == item.ticketTypeId }), item.quantity > 0, item.quantity <= type.stock.sold else {
                throw Rejection.conflict("nothing-to-return", "So many tickets of \(item.ticketTypeId) were not sold.")
            }
            let price = try tx.claims.giveBack(item.quantity, of: item.ticketTypeId.rawValue, soldTo: orderId.rawValue, in: eventId.rawValue, by: userId)
            try tx.ticketTypes.addGross(-item.quantity * (price ?? type.price), to: item.ticketTypeId, of: eventId)
        }
        try Waitlist(tx).serve(eventId)
        return NoContent()
    }
}
