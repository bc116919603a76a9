import Contracts
import ServiceKit

extension Feature {
    /// Money back to those who paid.
    package static let refunds = Feature(
        "refunds",
        migrations: [CreateRefundCharges.self],
        commands: [RefundPayment.self, RequestPaymentRefund.self],
        timers: [TryRefund.self],
        publishes: [RefundSucceeded.self, RefundFailed.self],
        texts: [RefundTexts.all])
}
