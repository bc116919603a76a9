/// The life of a claim on something that there is only so much of: seats, portions, stops of a truck. Held until a time, then
/// confirmed, released or expired. Each service keeps its claims in tables of its own; how a claim may go on is decided here.
public enum ClaimState: Sendable, Equatable {
    /// Nil: for good, nothing ends it but `confirm` and `release`.
    case held(until: Timestamp?)
    case confirmed
    case released
    case expired

    /// What a transition does to the stock.
    public enum Effect: Sendable, Equatable { case nothing, heldBecomesSold, heldGoesBack }
    public enum Refusal: String, Error, Sendable {
        case claimExpired = "claim-expired", claimReleased = "claim-released", unknownClaim = "unknown-claim"
    }

    public var isHeldOrSold: Bool {
        switch self {
        case .held, .confirmed: true
        case .released, .expired: false
        }
    }
    /// When the hold ends; nil: nothing waits for its end.
    public var end: Timestamp? {
        switch self {
        case .held(let end): end
        case .confirmed, .released, .expired: nil
        }
    }

    /// Keeps the hold at least until then. Never shortens it. Answers the end to wait for now; nil: there is none.
    public mutating func extend(until: Timestamp, at now: Timestamp) throws(Refusal) -> Timestamp? {
        switch self {
        case .held(nil): return nil
        case .held(let end?):
            // At its end exactly a hold is gone, also when its timer has not fired yet.
            guard now < end else { throw .claimExpired }
            let later = max(end, until)
            self = .held(until: later)
            return later
        case .confirmed: return nil  // Sold is longer than any hold.
        case .released: throw .claimReleased
        case .expired: throw .claimExpired
        }
    }

    public mutating func confirm(at now: Timestamp) throws(Refusal) -> Effect {
        switch self {
        case .held(let end):
            guard now < end ?? .distantFuture else { throw .claimExpired }
            self = .confirmed
            return .heldBecomesSold
        case .confirmed: return .nothing  // Confirming twice is one sale.
        case .released: throw .claimReleased
        case .expired: throw .claimExpired
        }
    }

    /// Ends a hold. What is sold stays sold.
    public mutating func release() -> Effect {
        switch self {
        case .held:
            self = .released
            return .heldGoesBack
        case .confirmed: return .nothing
        case .released, .expired: return .nothing  // It is back already.
        }
    }

    /// Ends a hold or a sale. False: it has ended before.
    public mutating func withdraw() -> Bool {
        switch self {
        case .held, .confirmed:
            self = .released
            return true
        case .released, .expired: return false
        }
    }

    public mutating func expire(at now: Timestamp) -> Effect {
        switch self {
        case .held(let end):
            // A timer of an end that was moved since.
            guard let end, now >= end else { return .nothing }
            self = .expired
            return .heldGoesBack
        case .confirmed, .released, .expired: return .nothing  // The hold ended another way before its time.
        }
    }
}
