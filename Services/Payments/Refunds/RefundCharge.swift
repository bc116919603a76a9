import Contracts
import Kernel

/// Who pays for money that goes back after the order has ended.
public enum RefundPayer: String, Codable, Sendable, CaseIterable {
    case platform
    /// The seller, out of the wallet.
    case restaurant
}

/// What the books must know about a refund that a person made.
package struct RefundCharge: Sendable, Equatable {
    let refundID: RefundID
    package let orderID: OrderID
    /// Minor units.
    package let amount: Int
    package let payer: RefundPayer
    /// Of the amount: takes the place of a refund that failed, which the order's end has in the books already.
    let replaces: Int
    /// Whether who asked has a limit for each order.
    let isLimited: Bool
    package var booked: Int { amount - replaces }
}
