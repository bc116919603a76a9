import Kernel
import PaymentsKit
import ServiceKit

/// A mobile money network: the payer approves with a PIN on the phone. The last two digits of the number say what happens.
public struct MobileMoneyProvider: SimulatedProvider {
    public let name: String
    public let actions = ["approve_on_phone"]
    public let fields: [String: Schema] = ["phone": .string(nil, "With its country, or national.")]
    public let paysOut = true
    public var importedMethod: MethodToken? { MethodToken(type: name, reference: Behaviour.approvesAlone.rawValue, last4: "0000") }
    /// A payee fails by the same number as a payer.
    public func payoutReference(of token: MethodToken) -> String {
        token.last4.hasSuffix("02") ? PayoutReference.fails : PayoutReference.pays
    }
    public let unansweredCode = "EXPIRED"
    /// As customers call it.
    package let network: String
    /// What is dialled to find a request again.
    package let menu: String
    public init(name: String, network: String, menu: String) { (self.name, self.network, self.menu) = (name, network, menu) }

    /// What a number does; the token's reference.
    enum Behaviour: String {
        case approvesAlone = "approves_alone"
        case waits
        case rejects = "APPROVAL_REJECTED"
        case notEnoughFunds = "NOT_ENOUGH_FUNDS"
        case payerNotFound = "PAYER_NOT_FOUND"

        init(lastDigits: Substring) {
            switch lastDigits {
            case "01": self = .waits
            case "02": self = .rejects
            case "03": self = .notEnoughFunds
            case "04": self = .payerNotFound
            default: self = .approvesAlone
            }
        }
        /// What comes without the payer's doing.
        var result: AttemptResult? {
            switch self {
            case .approvesAlone: .succeeded
            case .waits: nil
            case .rejects, .notEnoughFunds, .payerNotFound: .failed(rawValue)
            }
        }
    }
    /// How long the network takes.
    static let resultAfter: Duration = .seconds(3)

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        guard let typed = details.phone else {
            check.fail("phone", "is required")
            return nil
        }
        guard let digits = PhoneNumber(typed, prefix: phonePrefix)?.text.dropFirst() else {
            check.fail("phone", "must be a phone number with its country: \(phonePrefix.isEmpty ? "+" : phonePrefix)…")
            return nil
        }
        return MethodToken(type: name, reference: Behaviour(lastDigits: digits.suffix(2)).rawValue, last4: String(digits.suffix(4)))
    }

    public func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer {
        guard let behaviour = Behaviour(rawValue: attempt.method.reference) else { return .settled(.failed("PAYER_NOT_FOUND")) }
        if let result = behaviour.result { return .pending([ProviderCallback(after: Self.resultAfter, result)]) }
        let instructions = "Dial \(menu), open My Approvals and enter your \(network) PIN."
        return .needsAction(CustomerAction(kind: "approve_on_phone", instructions: instructions))
    }

    public func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer {
        switch decision {
        case .approve: .settled(.succeeded)
        case .reject: .settled(.failed(Behaviour.rejects.rawValue))
        }
    }

    public func poll(_ attempt: Attempt) -> AttemptResult? {
        switch attempt.decision {
        case .approve: .succeeded
        case .reject: .failed(Behaviour.rejects.rawValue)
        case nil: Behaviour(rawValue: attempt.method.reference)?.result
        }
    }

    public func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer { .succeeded }
}
