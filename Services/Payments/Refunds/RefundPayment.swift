import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// An order gives money back. What cannot go back is answered by `RefundFailed`; the same refund twice is one.
extension RefundPayment: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        if try tx.refunds.find(refundId) != nil { return NoContent() }  // Its result is published already, or will be.
        guard var payment = try tx.payments.find(paymentId), payment.orderId == orderId, payment.amount.currency == currency else {
            try fail("unknown-payment", in: tx)
            return NoContent()
        }
        guard payment.isCaptured else {
            try fail("not-paid", in: tx)
            return NoContent()
        }
        guard amount > 0, amount <= payment.refundableAmount else {
            try fail("refund-exceeds-payment", in: tx)
            return NoContent()
        }
        try RefundProgress(tx: tx).begin(refundId, amount: amount, reason: reason, &payment)
        return NoContent()
    }

    private func fail(_ code: String, in tx: PaymentsTransaction) throws {
        try tx.publish(RefundFailed(refundId: refundId, paymentId: paymentId, orderId: orderId, amount: amount, currency: currency,
                                    failureCode: code))
    }
}

/// Somebody who may (`payments:refund`) gives money back by hand.
public struct RequestPaymentRefund: Command {
    public static let type: MessageType = "payments.request-refund.v1"
    package static let permission = "payments:refund"
    public let paymentId: PaymentID
    package let form: JSONValue
    /// - Parameters:
    ///   - amount: minor units; nil: all that is left.
    ///   - chargedTo: who pays for it, in an app with books; nil: the platform.
    public init(paymentId: PaymentID, amount: Int? = nil, reason: String, chargedTo: RefundPayer? = nil) {
        self.paymentId = paymentId
        form = ["amount": amount.map { .int($0) } ?? .null, "reason": .string(reason),
                "chargedTo": chargedTo.map { .string($0.rawValue) } ?? .null]
    }
    public init(from decoder: any Decoder) throws { (paymentId, form) = try PathForm.read("paymentId", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(paymentId, as: "paymentId", form, encoder) }

    package static let amounts = 1...2_000_000_000_000
    package static let reasonCharacters = 1...500

    public func handle(in tx: PaymentsTransaction) throws -> Created<RefundAnswerBody> {
        try tx.require(permission: Self.permission)
        let known = try tx.settings().unknownFirst ? tx.payments.require(paymentId) : nil
        var reader = FormReader(form)
        let amount = reader.integer("amount", Self.amounts)
        let text = reader.text("reason", Self.reasonCharacters, isRequired: true) ?? ""
        let chargedTo = reader.choice("chargedTo", of: RefundPayer.allCases.map(\.rawValue)).flatMap { RefundPayer(rawValue: $0) }
        try reader.finish()
        var payment = try known ?? tx.payments.require(paymentId)
        let id = RefundID(tx.context.newID()), asked = amount ?? payment.refundableAmount
        let charge = try RefundCharges(tx: tx).charge(id, payment, amount: asked, to: chargedTo ?? .platform)
        // Events carry no free text, so orders gets and stores the reason, before the refund.
        if !payment.orderId.isForeign {
            let part = Money(asked, payment.amount.currency)
            try tx.send(KeepRefundReason(refundId: id, orderId: payment.orderId, reason: text, amount: part))
        }
        let refund = try tx.withPlainConflicts {
            try RefundProgress(tx: tx).begin(id, amount: asked, reason: text, charge: charge, &payment)
        }
        return Created(RefundAnswerBody(refund), at: "/payments/\(paymentId)")
    }
}

/// A pending refund is tried again.
public struct TryRefund: Command {
    public static let type: MessageType = "payments.try-refund.v1"
    public let refundId: RefundID
    public init(refundId: RefundID) { self.refundId = refundId }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var refund = try tx.refunds.find(refundId) else { throw Rejection.notFound }
        var payment = try tx.payments.require(refund.paymentId)
        switch refund.status {
        case .pending(let tries): try RefundProgress(tx: tx).attempt(&refund, tries: tries + 1, &payment)
        case .succeeded, .failed: break  // Ended by an earlier try.
        }
        return NoContent()
    }
}
