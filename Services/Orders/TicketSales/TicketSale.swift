import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Tickets of an event: seats are held, paid, confirmed; then tickets exist. Every wait ends: with an answer, a timer
/// here, or the hold's end in the catalog.
///
///     pending → preparing → awaiting-payment → confirming → completed → partially-refunded → refunded
///     pending → completed (free seats, which the catalog sells as they are claimed)
///     awaiting-payment → expired → (late payment) reclaiming → confirming → completed | returning → refunded
///     awaiting-payment → cancelled → (late payment) returning → refunded
///     expired → (account erased) cancelled
package enum TicketSale: OrderWorkflow {
    package static let name = "ticket-sale"
    /// Who sells tickets, in every app with ticket sales.
    package static let organizerRole = "organizer"
    package static let features: [Feature] = [.events, .ticketSales, .tickets, .printedTickets, .walletPasses, .transfers]

    package static func step(_ order: inout TicketOrder, on fact: TicketSaleFact, at now: Timestamp,
        settings: TicketSaleSettings) throws(Rejection) -> [TicketSaleEffect] {
        switch fact {
        case .claimed(let seats): claimed(seats, &order, now, settings)
        case .claimRefused(let claim, let refusal): claimRefused(claim, refusal, &order)
        case .claimConfirmed(let claim): claimConfirmed(claim, &order, now)
        case .claimConfirmRefused(let claim, let slug): claimConfirmRefused(claim, slug, &order)
        case .claimExpired(let claim): claimExpired(claim, &order)
        case .claimReleased(let claim): claimReleased(claim, &order)
        case .answerOverdue: answerOverdue(&order)
        case .payment(let fact): payment(fact, &order, settings)
        case .refundSettled(let refund, let amount, let refundedSoFar, let ticketsLeft, let byHand):
            refundSettled(refund, amount, RefundRules.extent(refundedSoFar, of: order, ticketsLeft: ticketsLeft, byHand: byHand), &order)
        case .refundFailed(let refund): refundFailed(refund, &order)
        case .buyerErased: buyerErased(&order)
        case .buyerCancels: try buyerCancels(&order)
        case .eventCancelled(let refundable): eventCancelled(refundable, &order)
        }
    }

    package static var reads: [SettingsReading] { [.names(TicketSaleSettings.names)] }
    package static var settingsReference: [SettingDescription] { TicketSaleSettings.reference }
    package static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        TicketSaleSettings.problems(in: settings)
    }
}

/// What a ticket order wants done.
package enum TicketSaleEffect: Sendable, Equatable {
    case confirmClaim(ClaimID)
    case extendClaim(ClaimID, until: Timestamp)
    case releaseClaim(ClaimID)
    /// A payment came after the hold was over.
    case claimAgain(ClaimID)
    /// Seats that were sold for money that is going back.
    case returnSeats(name: String)
    case createIntent(PaymentID, holdExpiresAt: Timestamp)
    case cancelIntent(PaymentID)
    case refund(RefundID, PaymentID, Money, RefundCause)
    /// Another service must answer by then.
    case awaitAnswer(until: Timestamp)
    case stopWaiting
    /// The buyer's request gets the order as it is now.
    case answer(request: String)
    case refuse(request: String, Rejection)
    case issueTickets
    /// Refunds that payments made before the order was complete take part of it back now.
    case countEarlierRefunds
    case withdrawTickets
    /// This refund completes the full payment: the remaining tickets become invalid.
    case refundTickets(RefundID)
    case announceAwaitingPayment(PaymentID, holdExpiresAt: Timestamp)
    case announceCompleted(PaymentID?)
    case announceExpired
    case announceCancelled(reason: String)
    case announceRefunded(RefundID, Money, late: Bool)
    /// Money does not fit the order: a person should look.
    case reportMismatch(PaymentNotice, RefundID?)
}
