import Kernel
import PaymentsKit
import ServiceKit

/// Cash: paid when the person who takes it says so (`payments.receive-result.v1`). Nobody can be asked, nothing expires by itself.
public struct CashProvider: SimulatedProvider {
    public let name = MethodToken.cash
    public let fields: [String: Schema] = [:]
    public let actions: [String] = []
    public let unansweredCode = "not_paid"
    public let answersPolls = false
    public init() {}

    public func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken? {
        MethodToken(type: name, reference: "cash", last4: "")
    }
    public func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer { .pending([]) }
    /// There is no step of its own to approve.
    public func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer {
        switch decision {
        case .approve: .pending([])
        case .reject: .settled(.failed(unansweredCode))
        }
    }
    public func poll(_ attempt: Attempt) -> AttemptResult? { attempt.decision == .reject ? .failed(unansweredCode) : nil }
    public func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer { .succeeded }
}
