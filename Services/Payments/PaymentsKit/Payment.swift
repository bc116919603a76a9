import Contracts
import Kernel

/// Money that was taken: by which attempt and when.
public struct Capture: Sendable, Equatable {
    public let attempt: Attempt
    public let at: Timestamp
    public init(attempt: Attempt, at: Timestamp) { (self.attempt, self.at) = (attempt, at) }
}

/// Where a payment is. `requires_payment_method → requires_action → processing → succeeded | failed | canceled`;
/// with manual capture `processing → requires_capture → succeeded | canceled`; `succeeded → partially_refunded → refunded`.
public enum PaymentStatus: Sendable, Equatable {
    case requiresPaymentMethod
    case requiresAction(Attempt, CustomerAction)
    case processing(Attempt)
    /// The last attempt failed; another may follow.
    case failed(Attempt, code: String)
    /// The card's bank keeps the money ready: `Payment.authorization`.
    case requiresCapture(Attempt)
    /// - Parameter code: why an authorisation ended; nil: the payment was not needed any more.
    case canceled(at: Timestamp, code: String? = nil)
    case succeeded(Capture)
    case partiallyRefunded(Capture)
    case refunded(Capture)

    public var name: String {
        switch self {
        case .requiresPaymentMethod: "requires_payment_method"
        case .requiresAction: "requires_action"
        case .processing: "processing"
        case .requiresCapture: "requires_capture"
        case .failed: "failed"
        case .canceled: "canceled"
        case .succeeded: "succeeded"
        case .partiallyRefunded: "partially_refunded"
        case .refunded: "refunded"
        }
    }
}

/// The money side of one order: one amount, several attempts, at most one capture, refunds up to the amount.
public struct Payment: Sendable, Equatable {
    public let id: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Who earns it; nil: the platform.
    public let organizerId: User.ID?
    public let eventId: EventID?
    public let amount: Money
    public let createdAt: Timestamp
    /// From this instant on no attempt may start; nil: no limit.
    public package(set) var holdExpiresAt: Timestamp?
    public package(set) var holdExtended: Bool
    /// The fault that was asked for when the payment was made; an attempt may ask for another.
    public let fault: FaultInjection?
    public package(set) var status: PaymentStatus
    /// Attempts started so far.
    public package(set) var attempts: Int
    /// Nobody wants it any more, but an attempt still runs: its success is late money.
    public package(set) var isUnwanted: Bool
    /// Minor units given back.
    public package(set) var refundedAmount: Int
    /// Minor units on their way back.
    public package(set) var refundPendingAmount: Int
    public let captureMethod: CaptureMethod
    /// What it is for, if the order said it.
    public let purpose: PaymentPurpose?
    /// Of a payment with manual capture that was authorised, also after its end.
    public package(set) var authorization: Authorization?

    public init(id: PaymentID, orderId: OrderID, userId: User.ID, organizerId: User.ID?, eventId: EventID?, amount: Money,
                createdAt: Timestamp,
                holdExpiresAt: Timestamp?, holdExtended: Bool = false, fault: FaultInjection? = nil,
                status: PaymentStatus = .requiresPaymentMethod,
                attempts: Int = 0, isUnwanted: Bool = false, refundedAmount: Int = 0, refundPendingAmount: Int = 0,
                captureMethod: CaptureMethod = .automatic, purpose: PaymentPurpose? = nil, authorization: Authorization? = nil) {
        (self.id, self.orderId, self.userId, self.organizerId, self.eventId) = (id, orderId, userId, organizerId, eventId)
        (self.amount, self.createdAt, self.holdExpiresAt, self.holdExtended) = (amount, createdAt, holdExpiresAt, holdExtended)
        (self.fault, self.status, self.attempts, self.isUnwanted) = (fault, status, attempts, isUnwanted)
        (self.refundedAmount, self.refundPendingAmount) = (refundedAmount, refundPendingAmount)
        (self.captureMethod, self.purpose, self.authorization) = (captureMethod, purpose, authorization)
    }

    /// The attempt that runs or ended last, as long as the status knows it.
    public var attempt: Attempt? {
        switch status {
        case .requiresPaymentMethod, .canceled: nil
        case .requiresAction(let attempt, _), .processing(let attempt), .requiresCapture(let attempt), .failed(let attempt, _): attempt
        case .succeeded(let capture), .partiallyRefunded(let capture), .refunded(let capture): capture.attempt
        }
    }
    public var isCaptured: Bool {
        switch status {
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled: false
        case .succeeded, .partiallyRefunded, .refunded: true
        }
    }
    public var isRunning: Bool {
        switch status {
        case .requiresAction, .processing: true
        case .requiresPaymentMethod, .requiresCapture, .failed, .canceled, .succeeded, .partiallyRefunded, .refunded: false
        }
    }
    /// Nothing is taken before it is due: captured by hand, a late tip, a balance.
    public var isTakenWhenDue: Bool {
        switch purpose {
        case .tip, .balance: true
        case .order, nil: captureMethod == .manual
        }
    }
    /// Nothing but cash was ever tried.
    package var isCash: Bool { attempt?.method.type == MethodToken.cash }
    /// Minor units that were taken.
    public var capturedAmount: Int { isCaptured ? authorization?.captured ?? amount.amount : 0 }
}
