import Contracts
import Kernel
import OrdersKit

// What payments reports of an order's card payment (R5).
extension FoodSale {
    /// Whether a card order begins to be prepared is decided here: its restaurant sees it once it is paid.
    static func paid(_ fact: PaymentFact, _ order: inout FoodOrder, _ now: Timestamp) -> [FoodEffect] {
        guard order.payment.method == .card else { return [] }
        switch fact {
        case .intentCreated, .authorized, .captureFailed, .refunded: return []  // It is charged at once; refunds are settled one by one.
        case .started(let notice, _): return restate(.processing, notice, &order)
        case .requiresAction(let notice): return restate(.requiresAction, notice, &order)
        case .failed(let notice): return restate(.failed, notice, &order)
        case .canceled(let notice): return restate(.canceled, notice, &order)
        case .succeeded(let notice): return succeeded(notice, &order, now)
        }
    }

    /// A state of a payment that has not succeeded. What is paid, or ended with the order, stays as it is, and news of an attempt
    /// that has ended changes nothing.
    private static func restate(_ status: FoodPayment.Status, _ notice: PaymentNotice, _ order: inout FoodOrder) -> [FoodEffect] {
        guard order.status == .pending, order.payment.isOpen, notice.payment == order.payment.id else { return [] }
        let before = order.payment
        if let attempt = notice.attempt {
            if let ended = order.payment.endedAttempt, attempt <= ended { return [] }
            if status == .failed { order.payment.endedAttempt = attempt }
        }
        order.payment.status = status
        order.payment.failureCode = status == .failed ? notice.failureCode : nil
        order.payment.nextAction = status == .requiresAction
            ? notice.action.map { FoodPayment.NextAction(type: $0.method, instructions: $0.instructions) } : nil
        return order.payment == before ? [] : [.announce(.payment(refunded: nil))]
    }

    private static func succeeded(_ notice: PaymentNotice, _ order: inout FoodOrder, _ now: Timestamp) -> [FoodEffect] {
        // A result that comes twice has one effect.
        guard notice.payment == order.payment.id, order.payment.captured == 0 else { return [] }
        order.payment.captured = notice.money.amount
        (order.payment.failureCode, order.payment.nextAction) = (nil, nil)
        guard notice.money == order.totals.total, order.status == .pending else {
            // Too late, or another sum than was asked for: all of it goes back, and the order stays what it is.
            let cause = order.status == .pending ? "payment-mismatch" : "late-payment"
            let refund = order.refund(cause)
            guard order.payment.note(refund, amount: notice.money.amount) else { return [] }
            return [.refund(refund, notice.money, cause: cause), .announce(.payment(refunded: nil))]
        }
        order.payment.paid = notice.money.amount
        order.payment.status = .paid
        return [.announce(.payment(refunded: nil))] + release(&order, now)
    }

    /// The restaurant sees the order and may accept it.
    static func release(_ order: inout FoodOrder, _ now: Timestamp) -> [FoodEffect] {
        order.times.releasedAt = now
        return [.announce(.released), .listForOwner]
    }

    static func refundNoted(_ refund: RefundID, _ amount: Int, _ order: inout FoodOrder) -> [FoodEffect] {
        order.payment.note(refund, amount: amount) ? [.announce(.payment(refunded: nil))] : []
    }

    static func refundSettled(_ refund: RefundID, _ amount: Int, _ state: FoodPayment.Refund.State,
        _ order: inout FoodOrder) -> [FoodEffect] {
        let before = order.payment
        // One that was made in payments may be settled before the order hears that it was asked for.
        _ = order.payment.note(refund, amount: amount)
        order.payment.settle(refund, as: state)
        guard order.payment != before else { return [] }
        return [.announce(.payment(refunded: state == .succeeded ? amount : nil))]
    }
}
