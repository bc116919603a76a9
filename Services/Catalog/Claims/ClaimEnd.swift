import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The ways a hold ends, with what everybody is told.
struct ClaimEnd {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }
    static func timer(_ id: ClaimID) -> String { "claim:\(id)" }

    /// The seats of a hold whose time is over sell again.
    func expire(_ id: ClaimID) throws {
        guard var claim = try tx.claims.find(id) else { return }
        switch claim.expire(at: tx.now) {
        case .nothing, .heldBecomesSold: return  // It ended another way, or its end was moved.
        case .heldGoesBack:
            try tx.claims.apply(.heldGoesBack, of: claim)
            tx.cancelTimer(Self.timer(id))
            try tx.publish(ClaimExpired(claimId: id, orderId: OrderID(claim.holder), eventId: EventID(claim.scope)))
            try Waitlist(tx).serve(EventID(claim.scope))
        }
    }

    func release(_ id: ClaimID) throws {
        guard var claim = try tx.claims.find(id) else { return }
        switch claim.release() {
        case .nothing, .heldBecomesSold: return  // Sold, or back already.
        case .heldGoesBack:
            try tx.claims.apply(.heldGoesBack, of: claim)
            tx.cancelTimer(Self.timer(id))
            try tx.publish(ClaimReleased(claimId: id, orderId: OrderID(claim.holder), eventId: EventID(claim.scope)))
            try Waitlist(tx).serve(EventID(claim.scope))
        }
    }
}
