import Contracts
import Kernel

/// An event that a remote provider sent; a preprocessor has checked its signature.
/// Each event counts once, however often it is sent.
public struct ReceiveProviderEvent: Message {
    public static let type: MessageType = "payments.receive-provider-event.v1"
    public let provider: String
    /// The provider's id of the event.
    public let eventId: String
    /// Nil: an event about something else, which is taken and has no effect.
    public let report: ApplyProviderReport?
    public init(provider: String, eventId: String, report: ApplyProviderReport?) {
        (self.provider, self.eventId, self.report) = (provider, eventId, report)
    }
}

/// What an event says about a payment or a refund of ours.
public struct ApplyProviderReport: Message {
    public static let type: MessageType = "payments.apply-provider-report.v1"
    public let provider: String
    public let paymentId: PaymentID?
    public let attempt: Int?
    public let payment: PaymentReport?
    public let refundId: RefundID?
    public let refund: RefundReport?
    public init(provider: String, paymentId: PaymentID, attempt: Int, _ report: PaymentReport) {
        (self.provider, self.paymentId, self.attempt, payment, refundId, refund) = (provider, paymentId, attempt, report, nil, nil)
    }
    public init(provider: String, refundId: RefundID, _ report: RefundReport) {
        (self.provider, paymentId, attempt, payment, self.refundId, refund) = (provider, nil, nil, nil, refundId, report)
    }
}
