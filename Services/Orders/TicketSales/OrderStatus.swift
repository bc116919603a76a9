import Contracts
import Kernel

/// Where a ticket order is. Data that only some states have lives in those states.
package enum OrderStatus: Sendable, Equatable {
    /// Seats were asked for.
    case pending(ClaimID)
    /// Seats are held, the payment is being prepared. People see `pending`.
    case preparing(Hold, PaymentID)
    case awaitingPayment(Hold, PaymentID)
    /// Paid (or free): the held seats are being sold.
    case confirming(ClaimID, PaymentID?, late: Bool)
    /// Paid after the hold was over: seats were asked for again. People see `confirming`.
    case reclaiming(ClaimID, PaymentID)
    case completed(PaymentID?)
    case partiallyRefunded(PaymentID?)
    /// The money came and buys nothing: it is on its way back. People see `confirming`.
    case returning(PaymentID, RefundID, late: Bool)
    case refunded(PaymentID?)
    /// The catalog said no. Not listed.
    case refused
    case expired(PaymentID)
    case cancelled(CancelReason, PaymentID?)
}

/// Seats that are kept for an order until a time.
package struct Hold: Sendable, Equatable {
    package let claim: ClaimID
    package var expiresAt: Timestamp
    /// A started payment extends a hold once.
    package var isExtended: Bool
    package init(claim: ClaimID, expiresAt: Timestamp, isExtended: Bool = false) {
        (self.claim, self.expiresAt, self.isExtended) = (claim, expiresAt, isExtended)
    }
}

package enum CancelReason: String, Sendable, CaseIterable {
    case buyer
    /// Another service did not answer in time.
    case timeout
    case eventCancelled = "event-cancelled"
    /// What another service answered does not fit what was asked.
    case mismatch
}

extension OrderStatus {
    /// The states as people name them: the values of `status` in answers and of `?status=`.
    package enum Shown: String, Sendable, CaseIterable {
        case pending, awaitingPayment = "awaiting-payment", confirming, completed, partiallyRefunded = "partially-refunded", refunded,
            refused, expired, cancelled

        /// Those that lists and answers have: orders that the catalog refused exist for nobody.
        package static let listed = allCases.filter { $0 != .refused }.map(\.rawValue)
    }

    package var shown: Shown {
        switch self {
        case .pending, .preparing: .pending
        case .awaitingPayment: .awaitingPayment
        case .confirming, .reclaiming, .returning: .confirming
        case .completed: .completed
        case .partiallyRefunded: .partiallyRefunded
        case .refunded: .refunded
        case .refused: .refused
        case .expired: .expired
        case .cancelled: .cancelled
        }
    }

    package var payment: PaymentID? {
        switch self {
        case .pending, .refused: nil
        case .preparing(_, let payment), .awaitingPayment(_, let payment), .reclaiming(_, let payment), .returning(let payment, _, _),
            .expired(let payment): payment
        case .confirming(_, let payment, _), .completed(let payment), .partiallyRefunded(let payment), .refunded(let payment),
            .cancelled(_, let payment): payment
        }
    }

    /// Until when the seats are kept, while they are.
    package var holdExpiresAt: Timestamp? {
        switch self {
        case .preparing(let hold, _), .awaitingPayment(let hold, _): hold.expiresAt
        case .pending, .confirming, .reclaiming, .completed, .partiallyRefunded, .returning, .refunded, .refused, .expired, .cancelled: nil
        }
    }
}
