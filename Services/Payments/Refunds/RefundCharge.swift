import Contracts
import Kernel

/// Who pays for money that goes back after the order has ended.
public enum RefundPayer: String, Codable, Sendable, CaseIterable {
    case platform
    /// The seller, out of the wallet.
    case restaurant
}

/// What the books must know about a refund that a person made.
struct RefundCharge: Sendable, Equatable {
    let refundID: RefundID
    let orderID: OrderID
    /// Minor units.
    let amount: Int
    let payer: RefundPayer
    /// Of the amount: takes the place of a refund that failed, which the order's end has in the books already.
    let replaces: Int
    /// Whether who asked has a limit for each order.
    let isLimited: Bool
    var booked: Int { amount - replaces }
}
