import Contracts
import Kernel
import OrdersKit

// What payments reports of an order's payments, and paying again (R9).
extension FuelSale {
    static func paid(_ fact: PaymentFact, _ order: inout FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) -> [FuelEffect] {
        switch fact {
        case .intentCreated, .refunded: []  // Refunds are settled one by one.
        case .started(let notice, _): restate(.processing, notice, &order)
        case .requiresAction(let notice): restate(.requiresAction, notice, &order)
        case .failed(let notice): restate(.failed, notice, &order)
        case .authorized(let notice, let until): authorized(notice, until, &order, now, settings)
        case .succeeded(let notice): succeeded(notice, &order, now)
        case .captureFailed(let notice): captureFailed(notice, &order, now, settings)
        case .canceled(let notice): canceled(notice, &order, now, settings)
        }
    }

    /// A state of a payment that brought nothing yet. News of an attempt that has ended changes nothing.
    private static func restate(_ status: FuelPayment.Status, _ notice: PaymentNotice, _ order: inout FuelOrder) -> [FuelEffect] {
        guard let place = order.payment(notice.payment), order.payments[place].status.isOpen else { return [] }
        if let attempt = notice.attempt {
            guard attempt > order.payments[place].endedAttempt else { return [] }
            if status == .failed { order.payments[place].endedAttempt = attempt }
        }
        order.payments[place].status = status
        order.payments[place].failureCode = status == .failed ? notice.failureCode : nil
        guard order.payments[place].purpose == .tip else { return [] }
        return answerTip(status == .failed && notice.failureCode == noCard ? .tipNotAllowed : nil, &order)
    }
    private static let noCard = "payment_method_not_found"

    /// Answers the request that waits to know whether there is a card for the tip.
    static func answerTip(_ refusal: Rejection?, _ order: inout FuelOrder) -> [FuelEffect] {
        guard let wait = order.pendingTip else { return [] }
        order.pendingTip = nil
        return [.answer(wait, refusal)]
    }

    private static func authorized(_ notice: PaymentNotice, _ until: Timestamp, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) -> [FuelEffect] {
        guard let place = order.payment(notice.payment) else { return [.cancelIntent(notice.payment)] }
        switch order.payments[place].status {
        case .requiresCapture, .succeeded, .partiallyRefunded, .refunded: return []  // The same report again.
        case .requiresPaymentMethod, .requiresAction, .processing, .failed, .canceled: break
        }
        order.payments[place].status = .requiresCapture
        order.payments[place].failureCode = nil
        (order.payments[place].authorizedAt, order.payments[place].expiresAt) = (now, until)
        let isExpected = order.status == .pending && order.payment?.id == notice.payment && notice.money.amount == order.authorized
        return isExpected ? schedule(&order, now, settings) : [.cancelIntent(notice.payment)]
    }

    private static func canceled(_ notice: PaymentNotice, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) -> [FuelEffect] {
        guard let place = order.payment(notice.payment), order.payments[place].captured == 0 else { return [] }
        let wasAuthorized = order.payments[place].status == .requiresCapture
        let cause = notice.failureCode.map { self.cause($0, of: order.payments[place], order, now, settings) }
        order.payments[place].status = .canceled
        order.payments[place].failureCode = cause
        // An authorisation that expires changes no order under way; one that was to be captured leaves a debt.
        guard wasAuthorized, let code = cause, order.payments[place].purpose == .order else { return [] }
        return owe(&order, code: code)
    }

    // MARK: - Charging

    /// Takes what is due of the authorisation, or ends it if nothing is.
    static func charge(_ order: inout FuelOrder) -> [FuelEffect] {
        let ready = order.payments.last { $0.purpose == .order && $0.status == .requiresCapture }
        guard let due = order.final?.due, due > 0 else { return cancelPayments(of: order) }
        guard let ready else { return owe(&order, code: expired) }
        order.capture = FuelCapture(isAsked: true)
        return [.capture(ready.id, amount: due)]
    }

    /// Nothing is charged: whatever is open or authorised ends.
    static func cancelPayments(of order: FuelOrder) -> [FuelEffect] {
        order.payments.filter { $0.purpose == .order && ($0.status.isOpen || $0.status == .requiresCapture) }.map { .cancelIntent($0.id) }
    }

    private static func captureFailed(_ notice: PaymentNotice, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) -> [FuelEffect] {
        guard let place = order.payment(notice.payment), order.payments[place].captured == 0, order.capture.isAsked,
              let code = notice.failureCode, code != "already_captured", code != "capture_in_progress" else { return [] }
        order.capture.isAsked = false
        order.capture.refusals += 1
        order.capture.firstRefusedAt = order.capture.firstRefusedAt ?? now
        let cause = cause(code, of: order.payments[place], order, now, settings)
        order.payments[place].failureCode = cause
        guard code != "capture_declined" || order.capture.refusals > settings.captureRetryMinutes.count else { return [] }
        return [.cancelIntent(notice.payment)] + owe(&order, code: cause)
    }

    /// Why an authorisation brought nothing. A clock may jump over every try of a refused capture and over the end of its authorisation
    /// at once. The tries were due before that end, so the refusal is the reason, as it is when the clock goes in small steps.
    private static func cause(_ code: String, of payment: FuelPayment, _ order: FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) -> String {
        guard code == expired, let refusal = payment.failureCode, let end = payment.expiresAt, now >= end,
              let last = order.lastCaptureAt(settings), last < end else { return code }
        return refusal
    }
    private static let expired = "authorization_expired"

    static func captureAgain(_ order: inout FuelOrder) -> [FuelEffect] {
        guard let payment = order.payment, payment.status == .requiresCapture, let due = order.final?.due else {
            return owe(&order, code: expired)  // It ended meanwhile: there is nothing to ask again.
        }
        order.capture.isAsked = true
        return [.capture(payment.id, amount: due)]
    }

    /// The card paid nothing: the customer owes what is due.
    private static func owe(_ order: inout FuelOrder, code: String) -> [FuelEffect] {
        guard let final = order.final, final.captured == 0, final.balanceDue == 0, final.due > 0 else { return [] }
        order.final?.balanceDue = final.due
        return [.announce(.balanceDue(code: code))]
    }

    private static func succeeded(_ notice: PaymentNotice, _ order: inout FuelOrder, _ now: Timestamp) -> [FuelEffect] {
        guard let place = order.payment(notice.payment), order.payments[place].captured == 0 else { return [] }
        order.payments[place].status = .succeeded
        order.payments[place].failureCode = nil
        order.payments[place].captured = notice.money.amount
        order.payments[place].paidWith = notice.paidWith
        switch order.payments[place].purpose {
        case .order, .balance:
            order.final?.captured += notice.money.amount
            order.final?.balanceDue = 0
            return [.issueReceipt(notice.payment)] + credit(order)
        case .tip:
            order.tip = notice.money.amount
            let line = FuelLine(code: .tip, amount: notice.money)
            return answerTip(nil, &order) + [.addToReceipt(notice.payment, line: line)] + credit(order)
        }
    }

    /// The whole tip is its driver's, once it was paid.
    private static func credit(_ order: FuelOrder) -> [FuelEffect] {
        guard order.status == .completed, order.tip > 0, let driver = order.driver else { return [] }
        return [.creditTip(driver.id), .announce(.tipPaid(driver.id))]
    }

    static func refunded(_ refund: RefundID, _ payment: PaymentID, _ amount: Int, _ order: inout FuelOrder) -> [FuelEffect] {
        guard let place = order.payment(payment), !order.payments[place].refunds.contains(where: { $0.id == refund }) else { return [] }
        order.payments[place].refunds.append(FuelPayment.Refund(id: refund, amount: amount))
        order.payments[place].status = order.payments[place].refunded >= order.payments[place].captured ? .refunded : .partiallyRefunded
        return [.noteRefund(refund, amount: amount), .announce(.refunded(refund, payment, amount: amount))]
    }

    // MARK: - What the customer pays later

    static func pay(_ method: String, _ sandbox: String?, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        let id = order.nextPayment
        if order.status == .pending, let former = order.payment {
            switch former.status {
            case .failed, .requiresPaymentMethod: break
            case .requiresAction, .processing, .canceled, .requiresCapture, .succeeded, .partiallyRefunded, .refunded:
                throw .paymentNotExpected
            }
            order.payments.append(FuelPayment(id: id, purpose: .order, amount: order.authorized, createdAt: now, status: .processing))
            return [.cancelIntent(former.id), .createIntent(id, .named(method), sandbox: sandbox)]
        }
        let former = order.payments.last { $0.purpose == .balance }
        guard order.balanceDue > 0, former?.status.isRunning != true, former?.status != .succeeded else { throw .paymentNotExpected }
        order.payments.append(FuelPayment(id: id, purpose: .balance, amount: order.balanceDue, createdAt: now, status: .processing))
        let ended: [FuelEffect] = former.map { $0.status.isOpen ? [.cancelIntent($0.id)] : [] } ?? []
        return ended + [.createIntent(id, .named(method), sandbox: sandbox)]
    }

    /// With the card of the order's payment. An order without one is paid by the default card, if there is one: the answer waits.
    static func tip(_ amount: Int, _ wait: FuelWait, _ sandbox: String?, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        guard order.status == .completed, order.tip == 0, order.driver != nil, let end = order.tipBy(settings), now < end,
              !order.payments.contains(where: { $0.purpose == .tip && $0.status.isUnsettled }) else { throw .tipNotAllowed }
        let id = order.nextPayment
        // One that failed could be tried again, and there would be two tips.
        let ended: [FuelEffect] = order.payments.filter { $0.purpose == .tip && $0.status.isOpen }.map { .cancelIntent($0.id) }
        order.payments.append(FuelPayment(id: id, purpose: .tip, amount: amount, createdAt: now, status: .processing))
        if let former = order.payments.first(where: { $0.purpose == .order && $0.captured > 0 }) ?? order.payment {
            return ended + [.createIntent(id, .of(former.id), sandbox: sandbox)]
        }
        order.pendingTip = wait
        return ended + [.createIntent(id, .usual, sandbox: sandbox)]
    }
}

extension FuelPayment.Status {
    /// An attempt runs, or a success is to be looked at.
    var isUnsettled: Bool { self == .requiresPaymentMethod || isRunning }
}
