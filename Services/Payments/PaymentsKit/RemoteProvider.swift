import Contracts
import Kernel
import ServiceKit

/// A provider that is a company with an interface of its own.
///
/// A handler may not call it, because a handler is replayed. It queues a `ProviderCall`; `ProviderCaller` makes it and reports
/// the answer (`ProviderAnswered`). What the company tells by itself comes to `webhook` and goes on as `ReceiveProviderEvent`.
public protocol RemoteProvider: PaymentProvider {
    /// Makes calls for one tenant. Throws when settings or secrets cannot be used.
    func connection(of definition: TenantDefinition, _ secrets: TenantSecrets) throws -> any ProviderConnection
    /// Where the company sends its events: a route of this plugin whose body is raw. The provider's feature declares
    /// it, with a preprocessor that checks the signature.
    var webhook: Route { get }
}
extension RemoteProvider {
    public var work: ProviderWork { .remote(self) }
}

/// Calls in the name of one tenant. Used beside the log, several calls at a time.
public protocol ProviderConnection: Sendable {
    /// Makes one call. Always answers within its time limit; never throws and never repeats a call on its own.
    func perform(_ request: ProviderRequest) async -> ProviderOutcome
}

/// What a provider is asked to do.
public enum ProviderCallKind: String, Codable, Sendable, CaseIterable {
    /// Announces a payment. No money moves yet, so doing it twice is harmless.
    case create
    /// Takes the money of an announced payment; with manual capture it only authorises.
    case confirm
    /// Takes the money that is authorised, or a part of it.
    case capture
    /// Asks how a payment is.
    case poll
    /// Ends a payment that is not paid, and releases what is authorised.
    case cancel
    /// Gives money back.
    case refund
    /// Asks how a refund is.
    case pollRefund = "poll-refund"
}

/// One call with all that the provider must know.
public struct ProviderRequest: Sendable, Equatable {
    public let tenant: TenantID
    public let callId: String
    public let kind: ProviderCallKind
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let attempt: Int
    /// What is to be paid.
    public let amount: Money
    /// The provider's name for the method: `MethodToken.reference`.
    public let method: String
    /// The provider's id of the payment; nil before `create` was answered.
    public let reference: String?
    /// Of refunds only.
    public let refund: Part?
    public let captureMethod: CaptureMethod
    /// Of captures only: what is taken.
    public let capture: Money?
    /// An earlier try is so long ago that the provider may have forgotten its idempotency key.
    public let isOld: Bool
    public struct Part: Sendable, Equatable {
        public let id: RefundID
        public let amount: Money
        /// The provider's id of the refund; nil before `refund` was answered.
        public let reference: String?
        public init(id: RefundID, amount: Money, reference: String?) { (self.id, self.amount, self.reference) = (id, amount, reference) }
    }
    public init(tenant: TenantID, callId: String, kind: ProviderCallKind, paymentId: PaymentID, orderId: OrderID, attempt: Int,
                amount: Money, method: String, reference: String? = nil, refund: Part? = nil,
                captureMethod: CaptureMethod = .automatic, capture: Money? = nil, isOld: Bool = false) {
        (self.tenant, self.callId, self.kind, self.paymentId, self.orderId) = (tenant, callId, kind, paymentId, orderId)
        (self.attempt, self.amount, self.method, self.reference) = (attempt, amount, method, reference)
        (self.refund, self.captureMethod, self.capture, self.isOld) = (refund, captureMethod, capture, isOld)
    }
    /// The same for every try of the call.
    public var idempotencyKey: String { "souk:\(tenant):\(callId)" }
}

/// What came of a call.
public enum ProviderOutcome: Sendable, Equatable {
    /// - Parameter actionURL: where the customer must go. It opens the payment, so it is sealed before it is reported.
    case payment(PaymentReport, actionURL: String? = nil)
    case refund(RefundReport)
    /// No answer, or none that says whether the call had an effect: the same call again, not before `retryAfter`.
    case unavailable(code: String, retryAfter: Duration? = nil)
    /// The call had no effect, and the same call never will.
    case refused(code: String)
}

/// How a payment is at its provider.
public struct PaymentReport: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable {
        /// Announced; nobody has paid or tried to.
        case open
        case requiresAction = "requires-action"
        case processing
        /// The money is kept ready for a capture.
        case authorized
        case succeeded, failed, canceled
    }
    /// The provider's id of the payment.
    public let reference: String
    public let state: State
    /// In our minor units. Nil if the provider's amount does not fit our minor units.
    public let amount: Int?
    public let currency: String
    /// Why it failed.
    public let code: String?
    public init(reference: String, state: State, amount: Int?, currency: String, code: String? = nil) {
        (self.reference, self.state, self.amount, self.currency, self.code) = (reference, state, amount, currency, code)
    }
}

/// How a refund is at its provider.
public struct RefundReport: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable { case pending, succeeded, failed }
    /// The provider's id of the refund.
    public let reference: String
    public let state: State
    public let code: String?
    public init(reference: String, state: State, code: String? = nil) { (self.reference, self.state, self.code) = (reference, state, code) }
}
