import Contracts
import Kernel
import ServiceKit

/// A company, a network or a person that takes money: a card scheme, mobile money, a cashier.
///
/// A provider is a value without state, and stands in `Payments.providers`. Routes, settings and checks take what differs from it.
/// It is either a `SimulatedProvider`, which decides inside the log, or a `RemoteProvider`, which calls a company beside it.
public protocol PaymentProvider: Sendable {
    /// The method type of the wire and the plugin's name in a tenant file.
    var name: String { get }
    /// Fields of a method as customers send them. The gateway seals them all.
    var fields: [String: Schema] { get }
    /// Kinds of steps that it may ask of customers: `approve_on_phone`.
    var actions: [String] { get }
    /// The code of an attempt whose customer did nothing in time.
    var unansweredCode: String { get }
    /// Whether customers may keep a method for later payments.
    var keepsMethods: Bool { get }
    /// Whether it can keep money ready for a later capture (`captureMethod: manual`).
    var authorizes: Bool { get }
    /// Whether earners may be paid out to such a method.
    var paysOut: Bool { get }
    /// The method of payments that come with demo data; nil: it has none.
    var importedMethod: MethodToken? { get }
    /// Checks what a customer typed and replaces it by a token. Reports every failing field to `check` (nil then). Keeps nothing.
    func tokenise(_ details: MethodDetails, at now: Timestamp, phonePrefix: String, _ check: inout MethodCheck) -> MethodToken?
    /// What a payout account refers to the method by.
    func payoutReference(of token: MethodToken) -> String
    /// What is wrong with a tenant's settings of this service, as (dotted path, message).
    func problems(_ settings: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)]
    /// What it reads of the settings besides `PaymentSettings`.
    var reads: [SettingsReading] { get }
    /// What it reads, for the documents.
    var settingsReference: [SettingDescription] { get }
    /// Where it does its work.
    var work: ProviderWork { get }
}

/// What a payout account refers to where the sandbox pays out.
package enum PayoutReference {
    package static let pays = "pays"
    package static let fails = "fails"
}

/// Where a provider decides.
public enum ProviderWork: Sendable {
    case simulated(any SimulatedProvider)
    case remote(any RemoteProvider)
}

extension PaymentProvider {
    public var keepsMethods: Bool { true }
    public var authorizes: Bool { false }
    public var paysOut: Bool { false }
    public var importedMethod: MethodToken? { nil }
    public func payoutReference(of token: MethodToken) -> String { PayoutReference.pays }
    public func problems(_ settings: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] { [] }
    public var reads: [SettingsReading] { [] }
    public var settingsReference: [SettingDescription] { [] }
}

/// A provider that decides inside the log: a sandbox, or cash. All it must know comes with the attempt, so the same log
/// gives the same answers.
public protocol SimulatedProvider: PaymentProvider {
    /// Starts to take the money.
    func capture(_ attempt: Attempt, amount: Money) -> ProviderAnswer
    /// The customer has approved or rejected what `capture` asked for.
    func decide(_ decision: CustomerDecision, _ attempt: Attempt, amount: Money) -> ProviderAnswer
    /// Takes the money, or a part of it, that an attempt has authorised.
    func captureAuthorized(_ attempt: Attempt, amount: Money) -> ProviderCaptureAnswer
    /// Whether there is anybody to ask for a result.
    var answersPolls: Bool { get }
    /// What the provider knows of an attempt that should have a result; nil: not decided.
    func poll(_ attempt: Attempt) -> AttemptResult?
    /// Gives money back. `tries` counts from 1.
    func refund(_ attempt: Attempt, amount: Money, tries: Int) -> ProviderRefundAnswer
}
extension SimulatedProvider {
    public var work: ProviderWork { .simulated(self) }
    public var answersPolls: Bool { true }
    public func captureAuthorized(_ attempt: Attempt, amount: Money) -> ProviderCaptureAnswer { .succeeded }
}

/// A result the provider will tell by itself.
public struct ProviderCallback: Sendable, Equatable {
    public let after: Duration
    public let result: AttemptResult
    public init(after: Duration, _ result: AttemptResult) { (self.after, self.result) = (after, result) }
}

/// What a simulated provider says to an attempt.
public enum ProviderAnswer: Sendable, Equatable {
    /// Decided at once. The callbacks only repeat it.
    case settled(AttemptResult, callbacks: [ProviderCallback] = [])
    /// Accepted, decided later, as the callbacks say.
    case pending([ProviderCallback])
    case needsAction(CustomerAction)
}

/// What a simulated provider says to a capture.
public enum ProviderCaptureAnswer: Sendable, Equatable {
    case succeeded
    /// It may be asked for again.
    case declined(code: String)
}

public enum ProviderRefundAnswer: Sendable, Equatable {
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

/// The providers of a service. A tenant offers those its file names under `plugins.payments-stub`.
package struct PaymentProviders: Sendable {
    package let all: [any PaymentProvider]
    package init(_ all: [any PaymentProvider]) { self.all = all }

    /// Nil for a name nobody has.
    package func named(_ name: String) -> (any PaymentProvider)? { all.first { $0.name == name } }
    /// Those that call a company.
    package var remote: [any RemoteProvider] {
        all.compactMap { provider in
            if case .remote(let remote) = provider.work { remote } else { nil }
        }
    }
    /// The schemas of all methods' fields.
    package var fields: [String: Schema] { all.reduce(into: [:]) { $0.merge($1.fields) { first, _ in first } } }
}

/// Who has the list. Handlers find it in their transaction; preprocessors, workers and routes are made for a list, because they see
/// none. So a subject knows what a provider is, and not which there are.
package protocol PaymentProviderList: Sendable {
    static var providers: PaymentProviders { get }
}
