import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Paid, or free: what was held is sold. A hold that is over, and an event that was cancelled, refuse.
extension ConfirmClaim: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard var claim = try tx.claims.find(claimId), !claim.scope.isEmpty else {
            // The order must get an answer, and there is no event to name.
            try tx.publish(ClaimConfirmRefused(claimId: claimId, orderId: orderId, eventId: "unknown", slug: Claim.Refusal.unknownClaim.rawValue))
            return NoContent()
        }
        let event = EventID(claim.scope)
        if claim.state != .confirmed, try isCalledOff(event, tx) {
            try ClaimEnd(tx).release(claimId)
            try tx.publish(ClaimConfirmRefused(claimId: claimId, orderId: orderId, eventId: event, slug: "event-cancelled"))
            return NoContent()
        }
        do {
            let effect = try claim.confirm(at: tx.now)
            if effect == .heldBecomesSold { try sell(claim, of: event, tx) }
            // Confirmed before: the same answer again.
            try tx.publish(ClaimConfirmed(claimId: claimId, orderId: orderId, eventId: event))
        } catch let refusal as Claim.Refusal {
            try ClaimEnd(tx).expire(claimId)
            try tx.publish(ClaimConfirmRefused(claimId: claimId, orderId: orderId, eventId: event, slug: refusal.rawValue))
        }
        return NoContent()
    }

    private func isCalledOff(_ event: EventID, _ tx: CatalogTransaction) throws -> Bool {
        guard let seen = try tx.events.find(event) else { return true }
        switch seen.event.life {
        case .cancelled: return true
        case .draft, .published: return false
        }
    }

    private func sell(_ claim: Claim, of event: EventID, _ tx: CatalogTransaction) throws {
        try tx.claims.apply(.heldBecomesSold, of: claim)
        tx.cancelTimer(ClaimEnd.timer(claimId))
        for line in claim.lines where line.unitPrice > 0 {
            try tx.ticketTypes.addGross(line.quantity * line.unitPrice, to: TicketTypeID(line.resource), of: event)
        }
    }
}
