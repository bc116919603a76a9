import Contracts
import Kernel
import OrdersKit

// Refunds of food orders: those they make themselves, and those that the staff make in payments.
extension FoodSale {
    package static func refundSucceeded(_ refund: SettledRefund, in tx: OrdersTransaction) throws -> Bool {
        try apply(.refundSettled(refund.id, amount: refund.amount.amount, .succeeded), to: refund.order, in: tx) != nil
    }
    package static func refundFailed(_ refund: FailedRefund, in tx: OrdersTransaction) throws -> Bool {
        guard let order = try tx.foodOrders.find(refund.order) else { return false }
        let amount = order.payment.refunds.first { $0.id == refund.id }?.amount ?? 0
        try apply(.refundSettled(refund.id, amount: amount, .failed), to: refund.order, in: tx)
        return true
    }
    package static func refundRequested(_ refund: RefundID, of order: OrderID, amount: Money, in tx: OrdersTransaction) throws {
        try apply(.refundNoted(refund, amount: amount.amount), to: order, in: tx)
    }
    package static func explain(_ refund: RefundID, of order: OrderID, reason: String,
        in tx: OrdersTransaction) throws -> RefundExplanation? {
        try tx.foodOrders.find(order) == nil ? nil : .taken
    }
}
