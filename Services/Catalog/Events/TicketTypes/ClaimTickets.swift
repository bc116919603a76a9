import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Claims tickets as releases before `PlaceClaim` said it: a log may hold it.
extension ClaimTickets: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        let request = PlaceClaim(claimId: claimId, orderId: orderId, userId: userId, listing: .event(eventId), lines: items.map(\.claimed),
                                 expectedTotal: expectedTotal, placedAt: placedAt, late: late, offerId: offerId,
                                 details: [EventTickets.ageConfirmed: .bool(ageConfirmed)])
        try Claims(tx).place(request, of: EventTickets.self)
        return NoContent()
    }
}
