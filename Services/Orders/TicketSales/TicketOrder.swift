import Contracts
import Kernel

/// An order of tickets for one event.
package struct TicketOrder: Sendable, Equatable {
    package let id: OrderID
    package let number: String
    package let buyer: User.ID
    package let eventId: EventID
    /// What was asked for.
    package let wanted: [TicketLine]
    /// Names for the tickets, one each; empty: the buyer's.
    package let attendees: [String]
    package let ageConfirmed: Bool
    /// The provider's misbehaviour asked for (`X-Sandbox-Payment`).
    package let sandbox: String?
    package let placedAt: Timestamp

    package var status: OrderStatus
    /// The request that placed the order, while it waits for its answer.
    package var request: String?
    /// What was claimed, at the prices of that moment. Empty until then.
    package var lines: [ClaimedLine] = []
    package var total: Money
    /// The platform's share of the total, paid by the organizer.
    package var fee: Money
    package var organizer: User.ID?
    package var title: String?
    /// What the door must look at: `check-id-18`.
    package var attention: String?
    package var paymentState: PaymentState?
    package var completedAt: Timestamp?

    /// A new order of nothing yet: seats are asked for next.
    package init(id: OrderID, number: String, buyer: User.ID, eventId: EventID, wanted: [TicketLine], attendees: [String],
                 ageConfirmed: Bool, sandbox: String?, placedAt: Timestamp, currency: Currency, request: String) {
        (self.id, self.number, self.buyer, self.eventId, self.wanted, self.attendees) = (id, number, buyer, eventId, wanted, attendees)
        (self.ageConfirmed, self.sandbox, self.placedAt, self.request) = (ageConfirmed, sandbox, placedAt, request)
        (total, fee) = (.zero(currency), .zero(currency))
        status = .pending(Self.firstClaim(of: id))
    }

    /// An order as it was stored.
    package init(id: OrderID, number: String, buyer: User.ID, eventId: EventID, wanted: [TicketLine], attendees: [String],
                 ageConfirmed: Bool, sandbox: String?, placedAt: Timestamp, status: OrderStatus, total: Money, fee: Money) {
        (self.id, self.number, self.buyer, self.eventId, self.wanted, self.attendees) = (id, number, buyer, eventId, wanted, attendees)
        (self.ageConfirmed, self.sandbox, self.placedAt, self.status, self.total, self.fee) =
            (ageConfirmed, sandbox, placedAt, status, total, fee)
    }
}

extension TicketOrder {
    /// The names for the tickets of each type. They follow the lines as they were ordered; the catalog adds up lines of one type.
    var attendeesByType: [TicketTypeID: ArraySlice<String>] {
        var rest = attendees[...]
        var names: [TicketTypeID: ArraySlice<String>] = [:]
        for line in wanted {
            names[line.ticketTypeId, default: []] += rest.prefix(line.quantity)
            rest = rest.dropFirst(line.quantity)
        }
        return names
    }

    /// Sold, or paid and about to be.
    var isSale: Bool {
        switch status {
        case .confirming, .reclaiming: true
        case .pending, .preparing, .awaitingPayment, .completed, .partiallyRefunded, .returning, .refunded, .refused, .expired, .cancelled:
            completedAt != nil
        }
    }
}

/// The payment as the buyer sees it in the order (`common.md` §3 has the states; the payments service owns them).
package enum PaymentState: String, Sendable, CaseIterable {
    case requiresPaymentMethod = "requires_payment_method"
    case requiresAction = "requires_action"
    case processing
    case succeeded
    case partiallyRefunded = "partially_refunded"
    case refunded
    case failed
    case canceled
}

// Ids that follow from the order's: asking twice names the same claim, payment and refund, so a repeated step is one step.
extension TicketOrder {
    package static func firstClaim(of id: OrderID) -> ClaimID { ClaimID(DeterministicID.make("claim", id.rawValue)) }
    package var lateClaim: ClaimID { ClaimID(DeterministicID.make("late-claim", id.rawValue)) }
    package var newPayment: PaymentID { PaymentID(DeterministicID.make("payment", id.rawValue)) }
    /// The refund of a payment that buys nothing; one per payment, whatever the cause.
    package func refund(ofUnwanted payment: PaymentID) -> RefundID {
        RefundID(DeterministicID.make("refund", id.rawValue, payment.rawValue))
    }
    package var refundForCancelledEvent: RefundID { RefundID(DeterministicID.make("event-refund", id.rawValue)) }
}
