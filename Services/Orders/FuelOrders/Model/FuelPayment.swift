import Contracts
import Kernel

/// A payment of an order, as far as orders knows it; `payments` owns it.
package struct FuelPayment: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable, CaseIterable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresAction = "requires_action"
        case processing, failed, canceled
        case requiresCapture = "requires_capture"
        case succeeded
        case partiallyRefunded = "partially_refunded"
        case refunded

        /// An attempt is under way.
        package var isRunning: Bool {
            switch self {
            case .requiresAction, .processing: true
            case .requiresPaymentMethod, .failed, .canceled, .requiresCapture, .succeeded, .partiallyRefunded, .refunded: false
            }
        }
        /// Money may still come by another try.
        package var isOpen: Bool {
            switch self {
            case .requiresPaymentMethod, .requiresAction, .processing, .failed: true
            case .canceled, .requiresCapture, .succeeded, .partiallyRefunded, .refunded: false
            }
        }
    }
    package struct Refund: Codable, Sendable, Equatable {
        package let id: RefundID
        package let amount: Int
    }

    package let id: PaymentID
    package let purpose: PaymentPurpose
    /// Minor units.
    package let amount: Int
    package let createdAt: Timestamp
    package var status: Status
    package var failureCode: String?
    /// When the money was authorised, or taken at once.
    package var authorizedAt: Timestamp?
    package var expiresAt: Timestamp?
    package var captured = 0
    package var paidWith: PaidWith?
    package var refunds: [Refund] = []
    /// The number of the last attempt that ended; the news of its start may come later.
    package var endedAttempt = 0

    package init(id: PaymentID, purpose: PaymentPurpose, amount: Int, createdAt: Timestamp, status: Status = .requiresPaymentMethod) {
        (self.id, self.purpose, self.amount, self.createdAt, self.status) = (id, purpose, amount, createdAt, status)
    }
    package var refunded: Int { refunds.reduce(0) { $0 + $1.amount } }
}

/// How often the money of an authorisation was asked for.
package struct FuelCapture: Codable, Sendable, Equatable {
    package var refusals = 0
    package var firstRefusedAt: Timestamp?
    /// It was asked for again after the last refusal.
    package var isAsked = false
}
