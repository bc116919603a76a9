import Contracts
import Kernel
import Messaging
import PaymentsCaptures
import PaymentsIntents
import PaymentsKit
import PaymentsRefunds
import ServiceKit

/// What came of one try of a call, reported by `ProviderCaller`. Answers to tries that are over change nothing.
public struct ProviderAnswered: Command {
    public static let type: MessageType = "payments.provider-answered.v1"
    public let callId: String
    public let tries: Int
    public let payment: PaymentReport?
    /// The page the customer must open. Sealed, because its address lets anyone act for the customer.
    public let actionURL: SealedValue?
    public let refund: RefundReport?
    /// Why there is no report.
    public let code: String?
    /// True: the same call never has an effect. False: it is made again.
    public let isRefused: Bool
    public let retryAfterSeconds: Int?
    public init(callId: String, tries: Int, payment: PaymentReport? = nil, actionURL: SealedValue? = nil, refund: RefundReport? = nil,
                code: String? = nil, isRefused: Bool = false, retryAfterSeconds: Int? = nil) {
        (self.callId, self.tries, self.payment, self.actionURL, self.refund) = (callId, tries, payment, actionURL, refund)
        (self.code, self.isRefused, self.retryAfterSeconds) = (code, isRefused, retryAfterSeconds)
    }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard let call = try tx.providerCalls.find(callId, tries: tries) else { return NoContent() }
        if payment == nil, refund == nil, !isRefused {
            let wait = ProviderCall.wait(afterTries: tries, asked: retryAfterSeconds.map { .seconds(max(0, $0)) })
            try tx.providerCalls.wait(callId)
            try tx.schedule(ProviderCalls.timerID(callId), at: tx.now + wait, RetryProviderCall(callId: callId, tries: tries + 1))
            return NoContent()
        }
        try ProviderCalls(tx: tx).end(callId)
        var money = try tx.payments.require(call.paymentId)
        if let refundId = call.refundId {
            guard var back = try tx.refunds.find(refundId) else { return NoContent() }
            try takeRefund(of: call, &back, &money, in: tx)
        } else {
            try takePayment(of: call, &money, in: tx)
        }
        return NoContent()
    }

    private func takePayment(of call: ProviderCall, _ money: inout Payment, in tx: PaymentsTransaction) throws {
        if let payment {
            let next = try action(of: money, in: tx)
            let step = try tx.savepoint {
                try ProviderReports(tx: tx).take(payment, action: next, isEvent: false, attempt: call.attempt, &money)
            }
            guard case .failure = step else { return }
            // The call is over. The contradiction is a message of its own, so that it goes to the dead letters.
            let contradiction = ApplyProviderReport(provider: call.provider, paymentId: call.paymentId, attempt: call.attempt, payment)
            return try tx.schedule("provider-answer:\(callId)", at: tx.now, contradiction)
        }
        if call.kind == .capture { return try CaptureProgress(tx: tx).refuse(code ?? "capture_declined", &money) }
        guard money.isRunning, money.attempt?.number == call.attempt else { return }
        switch call.kind {
        case .create, .confirm: try AttemptProgress(tx: tx).settle(.failed(code ?? "refused"), attempt: call.attempt, &money)
        case .capture, .poll, .cancel, .refund, .pollRefund: break  // The next check asks again.
        }
    }

    private func action(of money: Payment, in tx: PaymentsTransaction) throws -> CustomerAction? {
        guard let actionURL else { return nil }
        let url = try tx.context.columnCipher(CustomerAction.cipherUse).protect(try tx.context.open(actionURL), of: money.id.rawValue)
        return CustomerAction(kind: "redirect", instructions: "Confirm this payment with your bank.", protectedURL: url)
    }

    private func takeRefund(of call: ProviderCall, _ back: inout Refund, _ money: inout Payment, in tx: PaymentsTransaction) throws {
        let progress = RefundProgress(tx: tx)
        if let refund {
            let step = try tx.savepoint { try progress.take(refund, isNew: call.kind == .refund, &back, &money) }
            guard case .failure = step else { return }
            let contradiction = ApplyProviderReport(provider: call.provider, refundId: back.id, refund)
            return try tx.schedule("provider-answer:\(callId)", at: tx.now, contradiction)
        }
        guard case .pending(let tries) = back.status else { return }
        switch call.kind {
        case .refund: try progress.take(.failed(code: code ?? "refused"), tries: tries, &back, &money)
        case .pollRefund: try progress.askLater(&back, tries: tries, &money)
        case .create, .confirm, .capture, .poll, .cancel: break  // Not about a refund.
        }
    }
}

/// The wait after a try without an answer is over.
public struct RetryProviderCall: Command {
    public static let type: MessageType = "payments.retry-provider-call.v1"
    public let callId: String
    public let tries: Int
    public init(callId: String, tries: Int) { (self.callId, self.tries) = (callId, tries) }
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try tx.providerCalls.queue(callId, tries: tries)
        return NoContent()
    }
}
