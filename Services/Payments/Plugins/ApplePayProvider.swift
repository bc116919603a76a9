import Kernel
import ServiceKit

/// Apple Pay as a sandbox: the phone's sheet gives the app a token, and the token says what becomes of the payment.
public struct ApplePayProvider: SimulatedProvider {
    public let name = "apple_pay"
    public let fields: [String: Schema] = ["token": .string(nil, "What the payment sheet gave the app.")]
    public let actions: [String] = []
    public let unansweredCode = "not_paid"
    public init() {}

    private enum Behaviour: String {
        case succeeds
        case declined = "card_declined"
    }
    private static let tokens: [String: Behaviour] = ["tok_apple_ok": .succeeds, "tok_apple_declined": .declined]

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        guard let behaviour = details.token.flatMap({ Self.tokens[$0.trimmed] }) else {
            check.fail("token", details.token == nil ? "is required" : "must be a token of the payment sheet")
            return nil
        }
        return MethodToken(type: name, reference: behaviour.rawValue, last4: "")
    }
    public func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer { .settled(result(of: attempt)) }
    /// The sheet has asked everything.
    public func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer { .settled(result(of: attempt)) }
    public func poll(_ attempt: Attempt) -> AttemptResult? { result(of: attempt) }
    public func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer { .succeeded }

    private func result(of attempt: Attempt) -> AttemptResult {
        switch Behaviour(rawValue: attempt.method.reference) {
        case .succeeds: .succeeded
        case .declined: .failed(attempt.method.reference)
        case nil: .failed("invalid_token")
        }
    }
}
