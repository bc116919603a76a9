import Contracts
import Kernel
import OrdersKit

// What payments says about the money of a ticket order.
extension TicketSale {
    static func payment(_ fact: PaymentFact, _ order: inout TicketOrder, _ settings: TicketSaleSettings) -> [TicketSaleEffect] {
        switch fact {
        case .intentCreated(let notice): intentCreated(notice, &order)
        case .started(let notice, let deadline): paymentStarted(notice, deadline, &order, settings)
        case .requiresAction(let notice): paymentMoved(to: .requiresAction, notice, &order)
        case .succeeded(let notice): paymentSucceeded(notice, &order)
        case .failed(let notice): paymentMoved(to: .failed, notice, &order)
        case .canceled(let notice): paymentMoved(to: .canceled, notice, &order)
        case .authorized, .captureFailed: []  // Tickets are paid for at once.
        case .refunded: []  // Refunds of ticket orders have rows here and produce `refundSettled`.
        }
    }

    static func intentCreated(_ notice: PaymentNotice, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .preparing(let hold, notice.payment):
            guard notice.money == order.total else {
                order.status = .cancelled(.mismatch, notice.payment)
                return [.stopWaiting, .releaseClaim(hold.claim), .cancelIntent(notice.payment), .reportMismatch(notice, nil)]
                    + refuse(.notAvailableNow, &order)
                    + [.announceCancelled(reason: CancelReason.mismatch.rawValue)]
            }
            order.status = .awaitingPayment(hold, notice.payment)
            return [.stopWaiting, .announceAwaitingPayment(notice.payment, holdExpiresAt: hold.expiresAt)] + answer(&order)
        case .awaitingPayment(_, notice.payment), .confirming(_, notice.payment, _), .reclaiming(_, notice.payment),
            .completed(notice.payment), .partiallyRefunded(notice.payment), .returning(notice.payment, _, _), .refunded(notice.payment):
            return []  // A repetition.
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return [.cancelIntent(notice.payment)]  // No payment is wanted any more, or never was.
        }
    }

    static func paymentStarted(_ notice: PaymentNotice, _ deadline: Timestamp, _ order: inout TicketOrder,
        _ settings: TicketSaleSettings) -> [TicketSaleEffect] {
        switch order.status {
        case .preparing(let hold, notice.payment):
            guard notice.money == order.total else { return [] }  // The intent itself says so, too, and ends the order.
            let (longer, effects) = extended(hold, until: deadline, settings)
            order.paymentState = order.paymentState?.next(.processing)
            order.status = .preparing(longer, notice.payment)
            return effects
        case .awaitingPayment(let hold, notice.payment):
            // No money moved yet; if it does, it goes back.
            guard notice.money == order.total else { return [.reportMismatch(notice, nil)] }
            let (longer, effects) = extended(hold, until: deadline, settings)
            order.paymentState = order.paymentState?.next(.processing)
            order.status = .awaitingPayment(longer, notice.payment)
            return effects
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // Out of order (its result came first), too late (its result decides), or not this order's payment.
        }
    }

    /// Only the first attempt moves the end of the hold: seats cannot be kept for ever by trying again and again.
    private static func extended(_ hold: Hold, until deadline: Timestamp, _ settings: TicketSaleSettings) -> (Hold, [TicketSaleEffect]) {
        guard !hold.isExtended else { return (hold, []) }
        var longer = hold
        longer.isExtended = true
        // A whole second, as answers show it; payments says the same.
        longer.expiresAt = max(hold.expiresAt, (deadline + .minutes(settings.paymentGraceMinutes)).wholeSeconds)
        return (longer, longer.expiresAt == hold.expiresAt ? [] : [.extendClaim(hold.claim, until: longer.expiresAt)])
    }

    /// The order shows how its payment is doing; only success and the end of the hold change the order itself.
    static func paymentMoved(to state: PaymentState, _ notice: PaymentNotice, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch order.status {
        case .preparing(_, notice.payment), .awaitingPayment(_, notice.payment), .expired(notice.payment), .cancelled(_, notice.payment):
            order.paymentState = order.paymentState?.next(state)
            return []
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded,
            .refused, .expired, .cancelled:
            return []  // Out of order: success was known before; or not this order's payment.
        }
    }

    static func paymentSucceeded(_ notice: PaymentNotice, _ order: inout TicketOrder) -> [TicketSaleEffect] {
        guard order.status.payment == notice.payment else {
            // Not a payment of this order: the money goes back where it came from, and the order stays as it is.
            let refund = order.refund(ofUnwanted: notice.payment)
            return [.refund(refund, notice.payment, notice.money, .mismatch), .reportMismatch(notice, refund)]
        }
        switch order.status {
        case .preparing(let hold, let payment), .awaitingPayment(let hold, let payment):
            order.paymentState = .succeeded
            let waited: [TicketSaleEffect] = order.request == nil ? [] : [.stopWaiting]
            guard notice.money == order.total else { return waited + [.releaseClaim(hold.claim)] + returnMismatch(notice, &order) }
            order.status = .confirming(hold.claim, payment, late: false)
            return waited + [.confirmClaim(hold.claim)]
        case .expired(let payment):
            order.paymentState = .succeeded
            guard notice.money == order.total else { return returnMismatch(notice, &order) }
            order.status = .reclaiming(order.lateClaim, payment)
            return [.claimAgain(order.lateClaim)]
        case .cancelled(_, let payment?):
            order.paymentState = .succeeded
            return notice.money == order.total ? returnMoney(payment, notice.money, .late, &order) : returnMismatch(notice, &order)
        case .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded:
            return []  // A repetition: this money is accounted for.
        case .pending, .refused, .cancelled(_, nil):
            return []  // No payment: the guard above has dealt with it.
        }
    }

    static func refundSettled(_ refund: RefundID, _ amount: Money, _ refunded: RefundRules.Extent,
        _ order: inout TicketOrder) -> [TicketSaleEffect] {
        switch (order.status, refunded) {
        case (.returning(let payment, refund, let late), _), (.returning(let payment, _, let late), .everything):
            order.status = .refunded(payment)
            order.paymentState = .refunded
            return [.announceRefunded(refund, amount, late: late)]
        case (.confirming(let claim, let payment?, _), .everything), (.reclaiming(let claim, let payment), .everything):
            // The money was refunded before the seats were sold. If they are sold meanwhile, `claimConfirmed` returns
            // them.
            order.status = .refunded(payment)
            order.paymentState = .refunded
            return [.releaseClaim(claim), .announceRefunded(refund, amount, late: false)]
        case (.completed(let payment), .everything), (.partiallyRefunded(let payment), .everything):
            order.status = .refunded(payment)
            if payment != nil { order.paymentState = .refunded }
            return [.refundTickets(refund), .announceRefunded(refund, amount, late: false)]
        case (.completed(let payment), .money(ticketsLeft: 0)), (.partiallyRefunded(let payment), .money(ticketsLeft: 0)):
            order.status = .refunded(payment)
            if payment != nil { order.paymentState = .refunded }
            return [.announceRefunded(refund, amount, late: false)]
        case (.completed(let payment), .money), (.partiallyRefunded(let payment), .money):
            // Tickets that cost nothing are left; the payment has nothing left.
            order.status = .partiallyRefunded(payment)
            if payment != nil { order.paymentState = .refunded }
            return [.announceRefunded(refund, amount, late: false)]
        case (.completed(let payment), _), (.partiallyRefunded(let payment), _):
            order.status = .partiallyRefunded(payment)
            // A free ticket takes nothing out of the payment that the others were paid with.
            if payment != nil, !amount.isZero { order.paymentState = .partiallyRefunded }
            return [.announceRefunded(refund, amount, late: false)]
        case (.refunded, _), (.returning, _), (.pending, _), (.preparing, _), (.awaitingPayment, _), (.confirming, _), (.reclaiming, _),
            (.refused, _),
            (.expired, _), (.cancelled, _):
            return []  // A repetition, or money of a foreign payment that went back.
        }
    }

    /// The refund itself keeps its failure; a person sees to it. The order does not change until money has moved.
    static func refundFailed(_ refund: RefundID, _ order: inout TicketOrder) -> [TicketSaleEffect] { [] }
}

extension PaymentState {
    /// Success is final here; whatever is said after it was said before it.
    func next(_ state: PaymentState) -> PaymentState {
        switch self {
        case .succeeded, .partiallyRefunded, .refunded: self
        case .requiresPaymentMethod, .requiresAction, .processing, .failed, .canceled: state
        }
    }
}
