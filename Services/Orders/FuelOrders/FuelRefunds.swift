import Contracts
import Kernel
import OrdersKit

// Refunds of orders of fuel: staff make them in payments.
extension FuelSale {
    package static func refundSucceeded(_ refund: SettledRefund, in tx: OrdersTransaction) throws -> Bool {
        try apply(.refunded(refund.id, refund.payment, amount: refund.amount.amount), to: refund.order, in: tx) != nil
    }
    /// The money stays where it is, and payments tells who asked.
    package static func refundFailed(_ refund: FailedRefund, in tx: OrdersTransaction) throws -> Bool {
        try tx.fuelOrders.find(refund.order) != nil
    }
    package static func explain(_ refund: RefundID, of order: OrderID, reason: String,
        in tx: OrdersTransaction) throws -> RefundExplanation? {
        try tx.fuelOrders.find(order) == nil ? nil : .taken
    }
}
