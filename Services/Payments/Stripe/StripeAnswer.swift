import Contracts
import Kernel
import PaymentsKit

/// What an answer of Stripe means (https://docs.stripe.com/error-handling).
public enum StripeAnswer {
    struct Refused: Decodable {
        struct Problem: Decodable {
            let type: String?
            let code: String?
            let decline_code: String?
            let payment_intent: StripeIntent?
        }
        let error: Problem
    }

    /// - Parameter retryAfter: of the answer, in seconds.
    public static func outcome(_ kind: ProviderCallKind, status: Int, retryAfter: Int?, body: [UInt8]) -> ProviderOutcome {
        if (200...299).contains(status) { return success(kind, body) ?? .unavailable(code: "malformed-answer") }
        let problem = (try? JSON.decode(Refused.self, from: body))?.error
        let code = problem?.code ?? problem?.type ?? "http-\(status)"
        // An earlier try had other parameters (a new return address, a new release), and nobody knows what came of it.
        if problem?.type == "idempotency_error" { return .unavailable(code: code, retryAfter: .minutes(1)) }
        switch status {
        // The key is in use by an earlier try, there were too many calls, or Stripe has a fault: the call may have had its effect.
        case 409, 429, 500...599: return .unavailable(code: code, retryAfter: retryAfter.map { .seconds(max(0, $0)) })
        // Our key is wrong: a person must mend it, then it works for all.
        case 401, 403: return .unavailable(code: code, retryAfter: .minutes(1))
        default: break
        }
        if kind == .capture {
            // Captured or canceled since: the error says how the payment is now.
            if let intent = problem?.payment_intent, ["succeeded", "canceled"].contains(intent.status) { return .payment(intent.report()) }
            return .refused(code: captureFailure(code: problem?.code))
        }
        // Declined, or the payment has moved on since: the error says how the payment is now.
        if let intent = problem?.payment_intent, kind == .confirm || kind == .cancel || kind == .create {
            let declined = status == 402 && intent.status == "requires_payment_method"
            return .payment(intent.report(failure: declined ? Self.failure(code: problem?.code, decline: problem?.decline_code) : nil))
        }
        if status == 402 { return .refused(code: failure(code: problem?.code, decline: problem?.decline_code)) }
        guard (400...499).contains(status) else { return .unavailable(code: code) }
        return .refused(code: code)
    }

    private static func success(_ kind: ProviderCallKind, _ body: [UInt8]) -> ProviderOutcome? {
        switch kind {
        case .create, .confirm, .capture, .poll, .cancel:
            guard let intent = try? JSON.decode(StripeIntent.self, from: body),
                StripeProvider.isID(intent.id, prefix: "pi_") else { return nil }
            return .payment(intent.report(), actionURL: intent.actionURL)
        case .refund, .pollRefund: return (try? JSON.decode(StripeRefund.self, from: body)).map { .refund($0.report) }
        }
    }

    /// https://docs.stripe.com/error-codes
    static func captureFailure(code: String?) -> String {
        switch code {
        case "capture_charge_authorization_expired", "charge_expired_for_capture": Authorization.expired
        case "amount_too_large": "amount_too_large"
        default: "capture_declined"
        }
    }

    /// What customers may know of a decline. Other decline codes are for the merchant: https://docs.stripe.com/declines/codes
    package static func failure(code: String?, decline: String?) -> String {
        if decline == "insufficient_funds" { return "insufficient_funds" }
        return code ?? "card_declined"
    }
}

/// A payment intent, as far as we read it.
package struct StripeIntent: Decodable, Sendable {
    struct Failure: Decodable, Sendable { let code: String?; let decline_code: String? }
    package struct NextAction: Decodable, Sendable {
        struct Redirect: Decodable, Sendable { let url: String? }
        let redirect_to_url: Redirect?
    }
    package let id: String
    let status: String
    let amount: Int
    let amount_received: Int?
    let currency: String
    let next_action: NextAction?
    let last_payment_error: Failure?
    let metadata: [String: String]?

    /// - Parameter failure: of this very call; else what the intent itself says.
    func report(failure: String? = nil) -> PaymentReport {
        let code = currency.uppercased()
        let paid = status == "succeeded" ? amount_received ?? amount : amount
        let ours = Currency(code).flatMap { StripeAmount.decode(paid, $0) }
        let error = failure ?? last_payment_error.map { StripeAnswer.failure(code: $0.code, decline: $0.decline_code) }
        let state: PaymentReport.State = switch status {
        case "requires_payment_method": error == nil ? .open : .failed
        case "requires_confirmation": .open
        case "requires_action": .requiresAction
        case "requires_capture": .authorized
        case "succeeded": .succeeded
        case "canceled": .canceled
        // `processing`, and what a later version may add.
        default: .processing
        }
        return PaymentReport(reference: id, state: state, amount: ours, currency: code, code: state == .failed ? error : nil)
    }
    /// Customers are sent to safe addresses only.
    var actionURL: String? {
        guard status == "requires_action", let url = next_action?.redirect_to_url?.url else { return nil }
        return SafeAddress.isSafe(url, isSandbox: false, hasPath: true) ? url : nil
    }
}

/// A refund, as far as we read it.
struct StripeRefund: Decodable, Sendable {
    let id: String
    let status: String?
    let failure_reason: String?
    let metadata: [String: String]?

    var report: RefundReport {
        switch status {
        case "succeeded": RefundReport(reference: id, state: .succeeded)
        case "failed", "canceled": RefundReport(reference: id, state: .failed, code: failure_reason ?? "refund_failed")
        default: RefundReport(reference: id, state: .pending)
        }
    }
}
struct StripeRefundList: Decodable, Sendable {
    let data: [StripeRefund]
    let has_more: Bool?
}
