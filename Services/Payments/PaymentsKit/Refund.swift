import Contracts
import Kernel

/// Where a refund is.
public enum RefundStatus: Sendable, Equatable {
    /// `tries` made so far.
    case pending(tries: Int)
    case succeeded(at: Timestamp)
    case failed(code: String, at: Timestamp)

    public var name: String {
        switch self {
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        }
    }
}

/// Money on its way back.
public struct Refund: Sendable, Equatable {
    public let id: RefundID
    public let paymentId: PaymentID
    public let amount: Money
    public let reason: String
    public package(set) var status: RefundStatus
    public let createdAt: Timestamp
    /// The id of a remote provider for the try that is under way.
    public package(set) var providerReference: String?
    /// When the try that is under way began.
    public package(set) var triedAt: Timestamp
    public init(id: RefundID, paymentId: PaymentID, amount: Money, reason: String, status: RefundStatus = .pending(tries: 0),
                createdAt: Timestamp, providerReference: String? = nil, triedAt: Timestamp? = nil) {
        (self.providerReference, self.triedAt) = (providerReference, triedAt ?? createdAt)
        (self.id, self.paymentId, self.amount, self.reason, self.status, self.createdAt) =
            (id, paymentId, amount, reason, status, createdAt)
    }

    /// Waits before the second, third and last try; then a person must look.
    public static let retryAfter: [Duration] = [.minutes(10), .hours(1), .hours(6)]
}
