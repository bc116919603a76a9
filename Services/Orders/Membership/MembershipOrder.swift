import Contracts
import Kernel

/// Months of membership ordered in the app. Nothing is scarce, so money that comes late still buys.
package struct MembershipOrder: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        case awaitingPayment
        case completed(subscription: Int)
        /// The payment was refunded in full, and the months were taken back.
        case refunded(subscription: Int, reason: String)
        case expired
        case cancelled(reason: String)

        package var name: String {
            switch self {
            case .awaitingPayment: "awaiting_payment"
            case .completed: "completed"
            case .refunded: "refunded"
            case .expired: "expired"
            case .cancelled: "cancelled"
            }
        }
        package var subscription: Int? {
            switch self {
            case .completed(let subscription), .refunded(let subscription, _): subscription
            case .awaitingPayment, .expired, .cancelled: nil
            }
        }
        package var reason: String? {
            switch self {
            case .cancelled(let reason), .refunded(_, let reason): reason
            case .awaitingPayment, .expired, .completed: nil
            }
        }
        /// Nil: the parts of a row do not belong together.
        package init?(name: String, subscription: Int?, reason: String?) {
            switch (name, subscription, reason) {
            case ("awaiting_payment", nil, nil): self = .awaitingPayment
            case ("completed", let subscription?, nil): self = .completed(subscription: subscription)
            case ("refunded", let subscription?, let reason?): self = .refunded(subscription: subscription, reason: reason)
            case ("expired", nil, nil): self = .expired
            case ("cancelled", nil, let reason?): self = .cancelled(reason: reason)
            default: return nil
            }
        }
    }
    package let id: OrderID
    package let buyer: User.ID
    package let months: Int
    package let amount: Money
    package let payment: PaymentID
    package var status: Status
    /// The provider's misbehaviour asked for (`X-Sandbox-Payment`).
    package let sandbox: String?
    package let placedAt: Timestamp
    package let expiresAt: Timestamp

    package init(id: OrderID, buyer: User.ID, months: Int, amount: Money, payment: PaymentID, status: Status = .awaitingPayment,
                 sandbox: String?, placedAt: Timestamp, expiresAt: Timestamp) {
        (self.id, self.buyer, self.months, self.amount, self.payment) = (id, buyer, months, amount, payment)
        (self.status, self.sandbox, self.placedAt, self.expiresAt) = (status, sandbox, placedAt, expiresAt)
    }

    /// The reason of an order that its buyer cancelled.
    static let cancelledByBuyer = "buyer"

    // Ids that follow from the order's: a repeated step is one step.
    package static func payment(of id: OrderID) -> PaymentID { PaymentID(DeterministicID.make("membership-payment", id.rawValue)) }
    package func refund(of payment: PaymentID) -> RefundID {
        RefundID(DeterministicID.make("membership-refund", id.rawValue, payment.rawValue))
    }
}

/// Why the price of a membership goes back, as payments stores it.
package enum MembershipRefundCause: String, Sendable {
    /// Paid after the order was cancelled, or with no room for the months.
    case late = "late-payment"
    /// Not the payment or not the price of the order.
    case mismatch = "payment-mismatch"
    /// A person made the refund in payments.
    case requested
}
