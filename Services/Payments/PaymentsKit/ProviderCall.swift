import Contracts
import Kernel

/// A call that a provider must get. The row goes when the call is answered for good.
public struct ProviderCall: Sendable, Equatable {
    /// The same over all tries: the provider knows a repeated call by it.
    public let id: String
    public let kind: ProviderCallKind
    public let provider: String
    public let paymentId: PaymentID
    public let attempt: Int
    /// Of refunds only.
    public let refundId: RefundID?
    /// 1 is the first try.
    public let tries: Int
    public let createdAt: Timestamp
    public init(id: String, kind: ProviderCallKind, provider: String, paymentId: PaymentID, attempt: Int,
                refundId: RefundID? = nil, tries: Int = 1, createdAt: Timestamp) {
        (self.id, self.kind, self.provider, self.paymentId, self.attempt) = (id, kind, provider, paymentId, attempt)
        (self.refundId, self.tries, self.createdAt) = (refundId, tries, createdAt)
    }

    /// How long to wait after the n-th try (from 1): twice as long each time, an hour at most. No outcome is known, so no try is the last.
    public static func wait(afterTries tries: Int, asked: Duration?) -> Duration {
        let own = min(Duration.hours(1), .seconds(1 << min(max(0, tries - 1), 12)))
        return max(own, min(asked ?? .zero, .hours(1)))
    }
}
