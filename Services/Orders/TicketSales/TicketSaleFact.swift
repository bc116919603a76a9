import Contracts
import Kernel
import OrdersKit

/// What a ticket order learns: from the catalog, from payments, from people, from the clock. Each fact may come late, twice or before
/// its cause.
package enum TicketSaleFact: OrderFact {
    case claimed(ClaimedSeats)
    case claimRefused(ClaimID, Rejection)
    case claimConfirmed(ClaimID)
    case claimConfirmRefused(ClaimID, slug: String)
    case claimExpired(ClaimID)
    case claimReleased(ClaimID)
    /// The next answer of another service did not come in time.
    case answerOverdue
    case payment(PaymentFact)
    /// `refundedSoFar`: of the order, including this refund; `ticketsLeft`: its tickets that are valid or used;
    /// `byHand`: payments made some of the refunds, where no tickets are named, so a full refund means all of them.
    case refundSettled(RefundID, amount: Money, refundedSoFar: Money, ticketsLeft: Int, byHand: Bool)
    case refundFailed(RefundID)
    /// The buyer's account was erased.
    case buyerErased
    case buyerCancels
    /// The event will not happen; `refundable` is what was paid and neither went back nor is on its way.
    case eventCancelled(refundable: Money)
}

/// Seats as the catalog holds them, or has sold them.
package struct ClaimedSeats: Sendable, Equatable {
    package let claim: ClaimID
    package let lines: [ClaimedLine]
    package let total: Money
    package let expiresAt: Timestamp
    package let organizer: User.ID
    package let title: String
    package let attention: String?
    /// They cost nothing, and the catalog sold them as it answered.
    package let isSold: Bool
    package init(claim: ClaimID, lines: [ClaimedLine], total: Money, expiresAt: Timestamp, organizer: User.ID, title: String,
        attention: String? = nil, isSold: Bool = false) {
        (self.claim, self.lines, self.total, self.expiresAt) = (claim, lines, total, expiresAt)
        (self.organizer, self.title, self.attention, self.isSold) = (organizer, title, attention, isSold)
    }

    /// The lines are what was asked for and add up to the total, in this currency.
    package func fit(_ wanted: [TicketLine], currency: Currency) -> Bool {
        var sum = Money.zero(currency)
        for line in lines {
            guard line.quantity > 0, line.unitPrice.amount >= 0, let subtotal = try? line.unitPrice.times(line.quantity),
                let next = try? sum.adding(subtotal) else {
                return false
            }
            sum = next
        }
        guard sum == total else { return false }
        return Self.quantities(lines.map { ($0.ticketTypeId, $0.quantity) }) == Self.quantities(wanted.map { ($0.ticketTypeId,
            $0.quantity) })
    }
    /// Lines of one type are added up.
    private static func quantities(_ lines: [(TicketTypeID, Int)]) -> [TicketTypeID: Int] { Dictionary(lines) { $0 + $1 } }
}

extension ListingReference {
    /// Claims of other workflows are theirs to hear of. One that the catalog does not know was asked for by some
    /// workflow: this one looks, too.
    var isOfTicketSales: Bool { kind == Self.eventKind || self == .unknown }
}
