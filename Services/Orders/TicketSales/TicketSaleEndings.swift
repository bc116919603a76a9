import Contracts
import Kernel
import OrdersKit

// How a ticket order ends before it was completed, and what undoes it.
extension TicketSale {
    static func answerOverdue(_ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(let claim):
            return [.releaseClaim(claim)] + abandon(.timeout, nil, &order)
        case .preparing(let hold, let payment):
            return [.releaseClaim(hold.claim), .cancelIntent(payment)] + abandon(.timeout, payment, &order)
        case .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded, .refused, .expired,
             .cancelled:
            return []  // The answer came while the timer's message was on its way.
        }
    }

    static func buyerCancels(_ order: inout TicketOrder) throws(Rejection) -> [TicketSaleEffect] {
        switch order.status {
        case .awaitingPayment(let hold, let payment):
            return [.releaseClaim(hold.claim), .cancelIntent(payment)] + abandon(.buyer, payment, &order)
        case .pending, .preparing, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded, .refused, .expired,
             .cancelled:
            throw .conflict("order-state", "Only an order that waits for its payment can be cancelled.",
                            ["currentStatus": .string(order.status.shown.rawValue)])
        }
    }

    static func eventCancelled(_ refundable: Money, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(let claim):
            return [.releaseClaim(claim)] + abandon(.eventCancelled, nil, &order)
        case .preparing(let hold, let payment), .awaitingPayment(let hold, let payment):
            return [.releaseClaim(hold.claim), .cancelIntent(payment)] + abandon(.eventCancelled, payment, &order)
        case .confirming(let claim, let payment?, _), .reclaiming(let claim, let payment):
            return [.releaseClaim(claim)] + returnMoney(payment, order.total, .eventCancelled, &order)
        case .confirming(let claim, nil, _):
            return [.releaseClaim(claim)] + abandon(.eventCancelled, nil, &order)
        case .completed(let payment?), .partiallyRefunded(let payment?):
            guard refundable.amount > 0 else { return moneyIsBack(payment, refundable, &order) }
            return [.withdrawTickets, .refund(order.refundForCancelledEvent, payment, refundable, .eventCancelled)]
        case .completed(nil), .partiallyRefunded(nil):
            order.status = .refunded(nil)
            return [.withdrawTickets, .announceRefunded(order.refundForCancelledEvent, refundable, late: false)]
        case .returning, .refunded, .refused, .expired, .cancelled:
            return []  // Nothing is held and no money is here. A payment that comes now finds no seats and goes back.
        }
    }

    /// The event is cancelled and no money is left to refund: the last tickets end, and the order with them. If a refund is on its way,
    /// its success ends the order.
    private static func moneyIsBack(_ payment: PaymentID, _ nothing: Money, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        guard order.paymentState == .refunded else { return [.withdrawTickets] }
        order.status = .refunded(payment)
        return [.withdrawTickets, .announceRefunded(order.refundForCancelledEvent, nothing, late: false)]
    }

    /// Ends an order without tickets. What happens to tickets depends on the event; `UndoOrdersOfErased` decides it.
    static func buyerErased(_ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .pending(let claim):
            return [.releaseClaim(claim)] + abandon(.buyer, nil, &order)
        case .preparing(let hold, let payment), .awaitingPayment(let hold, let payment):
            return [.releaseClaim(hold.claim), .cancelIntent(payment)] + abandon(.buyer, payment, &order)
        case .confirming(let claim, let payment?, _), .reclaiming(let claim, let payment):
            return [.releaseClaim(claim)] + returnMoney(payment, order.total, .requested, &order)
        case .confirming(let claim, nil, _):
            return [.releaseClaim(claim)] + abandon(.buyer, nil, &order)
        case .expired(let payment):
            // A payment may still come. Nobody is left to have its tickets, so its money goes back. Others were told that it expired.
            order.status = .cancelled(.buyer, payment)
            return []
        case .completed, .partiallyRefunded, .returning, .refunded, .refused, .cancelled:
            return []  // `UndoOrdersOfErased` handles its tickets one by one, or the order holds nothing.
        }
    }

    // MARK: - Parts of several endings

    /// Ends an order nobody has paid.
    static func abandon(_ reason: CancelReason, _ payment: PaymentID?, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        order.status = .cancelled(reason, payment)
        let refusal = reason == .eventCancelled ? Rejection.salesClosed(because: "cancelled") : .notAvailableNow
        let waited: [TicketSaleEffect] = order.request == nil ? [] : [.stopWaiting]
        return waited + refuse(refusal, &order) + [.announceCancelled(reason: reason.rawValue)]
    }

    /// The money came and buys nothing.
    static func returnMoney(_ payment: PaymentID, _ money: Money, _ cause: RefundCause, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        let refund = order.refund(ofUnwanted: payment)
        order.status = .returning(payment, refund, late: cause == .late)
        // A request that still waits (its payment overtook the intent) learns the end of it.
        return [.refund(refund, payment, money, cause)] + refuse(.notAvailableNow, &order)
    }

    /// Another sum than asked for: all of it goes back, a person is told.
    static func returnMismatch(_ notice: PaymentNotice, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        let effects = returnMoney(notice.payment, notice.money, .mismatch, &order)
        return effects + [.reportMismatch(notice, order.refund(ofUnwanted: notice.payment))]
    }

    static func answer(_ order: inout TicketOrder) -> [TicketSaleEffect] {
        guard let request = order.request else { return [] }  // Answered before.
        order.request = nil
        return [.answer(request: request)]
    }

    static func refuse(_ rejection: Rejection, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        guard let request = order.request else { return [] }  // Answered before.
        order.request = nil
        return [.refuse(request: request, rejection)]
    }
}

extension Rejection {
    package static let notAvailableNow =
        Rejection(503, "service-unavailable", "The order could not be placed just now. Nothing was charged.",
        retryAfter: .seconds(5))
    package static func salesClosed(because reason: String) -> Rejection {
        .conflict("sales-closed", "Tickets for this event are not on sale.", ["reason": .string(reason)])
    }
}
