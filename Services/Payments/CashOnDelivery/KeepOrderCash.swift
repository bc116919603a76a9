import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Cash was taken at the door: the payment begins, and is paid. The same payment twice is one.
extension RecordOrderCash: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard tx.definition.has(plugin: CashOnDelivery.plugin, of: .payments) else {
            throw Rejection.conflict("cash-not-taken", "Nobody takes cash at the door in this app.")
        }
        guard amount.amount > 0, amount.currency == tx.definition.currency else {
            throw Rejection.conflict("unusable-amount", "\(amount) is not a sum that can be paid in \(tx.definition.currency).")
        }
        if let known = try tx.payments.find(paymentId) {
            guard known.orderId == orderId, known.amount == amount, known.isCash else {
                throw Rejection.conflict("payment-changed", "This payment exists for another order, amount or method.")
            }
            return NoContent()
        }
        let time = min(collectedAt ?? tx.now, tx.now)
        let attempt = Attempt(number: 1, method: CashOnDelivery.token, startedAt: time, deadlineAt: time, fault: nil)
        let payment = Payment(id: paymentId, orderId: orderId, userId: userId, organizerId: nil, eventId: nil, amount: amount,
                              createdAt: time, holdExpiresAt: nil, status: .succeeded(Capture(attempt: attempt, at: time)), attempts: 1)
        try tx.payments.insert(payment)
        try tx.payments.insert(attempt, of: payment)
        try tx.payments.update(payment)
        try tx.publish(OrderCashRecorded(paymentId: paymentId, orderId: orderId, userId: userId, courierId: courierId, amount: amount))
        return NoContent()
    }
}

/// Cash that couriers take at the door.
package enum CashOnDelivery {
    package static let plugin = "cash-on-delivery"
    package static let token = MethodToken(type: MethodToken.cash, reference: "door", last4: "")
}
