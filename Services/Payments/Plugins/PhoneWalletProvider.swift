import Kernel
import PaymentsKit
import ServiceKit

/// The wallet of a phone (Apple Pay, Google Pay) as a sandbox: its sheet gives the app a token, and the token says what becomes of the
/// payment. A card stands behind it, so its bank can keep money ready.
public struct PhoneWalletProvider: SimulatedProvider {
    public let name: String
    public let fields: [String: Schema] = ["token": .string(nil, "What the payment sheet or form gave the app.")]
    public let actions: [String] = []
    public let unansweredCode = "not_paid"
    public let authorizes = true
    /// Tokens that only this sheet gives, besides those of `SandboxToken`: what becomes of the payment.
    private let ownTokens: [String: String]
    package init(name: String, ownTokens: [String: String] = [:]) { (self.name, self.ownTokens) = (name, ownTokens) }

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        let typed = details.token?.trimmed
        if let behaviour = typed.flatMap({ ownTokens[$0] }) { return MethodToken(type: name, reference: behaviour, last4: "") }
        guard let known = typed.flatMap({ SandboxToken.all[$0] }) else {
            check.fail("token", typed == nil ? "is required" : "must be a token of the payment sheet")
            return nil
        }
        return MethodToken(type: name, reference: known.behaviour, last4: known.last4, brand: SandboxToken.brand)
    }
    public func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer { .settled(result(of: attempt)) }
    /// The sheet has asked everything.
    public func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer { .settled(result(of: attempt)) }
    public func poll(_ attempt: Attempt) -> AttemptResult? { result(of: attempt) }
    public func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer { .succeeded }

    private func result(of attempt: Attempt) -> AttemptResult {
        let reference = attempt.method.reference
        if reference == CardProvider.Behaviour.succeeds.rawValue { return .succeeded }
        let isKnown = ownTokens.values.contains(reference) || SandboxToken.all.values.contains { $0.behaviour == reference }
        return .failed(isKnown ? reference : "invalid_token")
    }
}

/// Stripe's documented tokens, which a form or sheet of a sandbox gives in place of a card number.
enum SandboxToken {
    static let all: [String: (behaviour: String, last4: String)] = {
        let numbers = [
            "tok_visa": "4242424242424242", "tok_chargeDeclined": "4000000000000002",
            "tok_chargeDeclinedInsufficientFunds": "4000000000009995", "tok_chargeDeclinedExpiredCard": "4000000000000069",
            "tok_chargeDeclinedIncorrectCvc": "4000000000000127", "tok_chargeDeclinedProcessingError": "4000000000000119",
        ]
        return numbers.compactMapValues { number in
            CardProvider.testNumbers[number].map { ($0.rawValue, String(number.suffix(4))) }
        }
    }()
    static let brand = "visa"
}
