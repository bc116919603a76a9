import Kernel

/// What stands between a payment and the money: a card scheme, a mobile money network, a person with cash.
///
/// A provider is a value without state. What it must know of an attempt comes with the attempt, so the same log gives the same answers.
/// An adapter of a real provider implements the same six: `tokenise` calls its vault (it runs in an intake worker and may wait); `capture`, `decide` and
/// `refund` answer `pending` without callbacks and its web hook hands the results in as `payments.receive-result.v1`; `poll` is asked when a result is overdue.
public protocol PaymentProvider: Sendable {
    /// The method type of the wire and the plugin's name in a tenant file.
    var name: String { get }
    /// Checks what a customer typed and replaces it by a token. Reports every failing field to `check` (nil then). Keeps nothing.
    func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken?
    /// Starts to take the money.
    func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer
    /// The customer has approved or rejected what `capture` asked for.
    func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer
    /// The code of an attempt whose customer did nothing in time.
    var unansweredCode: String { get }
    /// What the provider knows of an attempt that should have a result; nil: not decided.
    func poll(_ attempt: Attempt) -> AttemptResult?
    /// Gives money back. `tries` counts from 1.
    func refund(_ attempt: Attempt, amount: Money, tries: Int) -> RefundAnswer
}

/// A result the provider will tell by itself.
public struct ProviderCallback: Sendable, Equatable {
    public let after: Duration
    public let result: AttemptResult
    public init(after: Duration, _ result: AttemptResult) { (self.after, self.result) = (after, result) }
}

/// What a provider says to an attempt.
public enum ProviderAnswer: Sendable, Equatable {
    /// Decided at once. The callbacks only repeat it.
    case settled(AttemptResult, callbacks: [ProviderCallback] = [])
    /// Accepted, decided later. A sandbox knows its callbacks already, a real provider's list is empty.
    case pending([ProviderCallback])
    case needsAction(CustomerAction)
}

public enum RefundAnswer: Sendable, Equatable {
    case succeeded
    /// Accepted; ask again after this long.
    case pending(Duration)
    /// Not now; worth another try.
    case failed(code: String)
}

/// The failing fields of a method, below a prefix: `number` of `/payment-methods` is `method.number` of a confirmation.
public struct MethodCheck: Sendable {
    public private(set) var validation = Validation()
    private let prefix: String
    public init(prefix: String = "") { self.prefix = prefix }
    public mutating func fail(_ field: String, _ message: String) { validation.fail(prefix + field, message) }
    public func check() throws(Rejection) { try validation.check() }
}

/// Every provider there is. A tenant offers those its file names under `plugins.payments-stub`.
public enum PaymentProviders {
    public static let all: [any PaymentProvider] = [
        CardProvider(),
        MobileMoneyProvider(name: "mtn_momo", network: "MTN MoMo", menu: "*165#"),
        MobileMoneyProvider(name: "airtel_money", network: "Airtel Money", menu: "*185#"),
        CashProvider(),
    ]
    /// Nil for a name nobody has.
    public static func named(_ name: String) -> (any PaymentProvider)? { all.first { $0.name == name } }
}
