import Kernel

/// What the customer did when asked (PIN, 3-D Secure).
public enum CustomerDecision: String, Sendable, Equatable {
    case approve, reject
}

/// What the customer must do before the money moves.
public struct CustomerAction: Sendable, Equatable {
    /// `approve_on_phone`, `three_d_secure`, `redirect`.
    public let kind: String
    /// A sentence the customer can follow.
    public let instructions: String
    /// The page the customer must open. Encrypted as a column, because its address lets anyone act for the customer.
    public let protectedURL: String?
    public init(kind: String, instructions: String, protectedURL: String? = nil) {
        (self.kind, self.instructions, self.protectedURL) = (kind, instructions, protectedURL)
    }
    package static let cipherUse = "payment-action-url"
}

/// How an attempt ended, in the provider's words.
public enum AttemptResult: Sendable, Equatable {
    case succeeded
    /// With the provider's code: `card_declined`, `APPROVAL_REJECTED`.
    case failed(String)
}

extension AttemptResult: Codable {
    private enum Key: String, CodingKey { case outcome, failureCode }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(String.self, forKey: .outcome) {
        case "succeeded": self = .succeeded
        case "failed": self = .failed(try container.decode(String.self, forKey: .failureCode))
        default: throw DecodingError.dataCorruptedError(forKey: .outcome, in: container, debugDescription: "neither succeeded nor failed")
        }
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .succeeded: try container.encode("succeeded", forKey: .outcome)
        case .failed(let code):
            try container.encode("failed", forKey: .outcome)
            try container.encode(code, forKey: .failureCode)
        }
    }
}

/// One try to take the money with one method.
public struct Attempt: Sendable, Equatable {
    /// From 1.
    public let number: Int
    public let method: MethodToken
    public let startedAt: Timestamp
    /// The provider is asked again then, and an action nobody took has run out.
    public let deadlineAt: Timestamp
    public let fault: FaultInjection?
    public var decision: CustomerDecision?
    /// The id of a remote provider for it. No money moves before the file knows it.
    public var providerReference: String?
    public init(number: Int, method: MethodToken, startedAt: Timestamp, deadlineAt: Timestamp, fault: FaultInjection?,
                decision: CustomerDecision? = nil, providerReference: String? = nil) {
        (self.number, self.method, self.startedAt, self.deadlineAt) = (number, method, startedAt, deadlineAt)
        (self.fault, self.decision, self.providerReference) = (fault, decision, providerReference)
    }
}
