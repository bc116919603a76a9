import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An order takes what is due of an authorised payment; the rest is released. `CaptureFailed` answers what takes nothing.
extension CaptureIntent: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var payment = try tx.payments.find(paymentId), payment.orderId == orderId, payment.amount.currency == currency else {
            try tx.publish(CaptureFailed(paymentId: paymentId, orderId: orderId, amount: amount, currency: currency,
                                         failureCode: "unknown_payment"))
            return NoContent()
        }
        try CaptureProgress(tx: tx).begin(amount, &payment)
        return NoContent()
    }
}

/// Seven days after its authorisation a payment that nobody captured ends.
public struct ExpireAuthorization: Command {
    public static let type: MessageType = "payments.expire-authorization.v1"
    public let paymentId: PaymentID
    public init(paymentId: PaymentID) { self.paymentId = paymentId }
    package static func timerID(_ payment: PaymentID) -> String { "authorization:\(payment)" }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        var payment = try tx.payments.require(paymentId)
        try CaptureProgress(tx: tx).expire(&payment)
        return NoContent()
    }
}
