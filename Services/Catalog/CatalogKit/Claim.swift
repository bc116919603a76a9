import Contracts
import Kernel

/// A right to some of one or more resources: held until a time, then sold, given back, or over. Tickets, appointment slots, courier jobs and delivery
/// windows are claimed alike; what differs is the kind of resource.
package struct Claim: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Nil: for good, nothing ends it but `confirm` and `release`.
        case held(until: Timestamp?)
        case confirmed
        case released
        case expired
    }
    package struct Line: Sendable, Equatable {
        package let resource: String
        package let quantity: Int
        /// Price of one at the time of the claim, in minor units.
        package let unitPrice: Int
        package init(resource: String, quantity: Int, unitPrice: Int = 0) { (self.resource, self.quantity, self.unitPrice) = (resource, quantity, unitPrice) }
    }
    package let id: ClaimID
    /// What the resources belong to (an event, a shop): limits per person count in it.
    package let scope: String
    /// What the claim is for: an order, an appointment.
    package let holder: String
    package let user: User.ID
    package var lines: [Line]
    package private(set) var state: State

    package init(id: ClaimID, scope: String, holder: String, user: User.ID, lines: [Line], state: State) {
        (self.id, self.scope, self.holder, self.user, self.lines, self.state) = (id, scope, holder, user, lines, state)
    }

    package var quantity: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// What a transition does to the stock.
    package enum Effect: Sendable, Equatable { case nothing, heldBecomesSold, heldGoesBack }
    package enum Refusal: String, Error, Sendable { case claimExpired = "claim-expired", claimReleased = "claim-released", unknownClaim = "unknown-claim" }

    /// Keeps the hold at least until then. Never shortens it. Answers the end to wait for now; nil: there is none.
    package mutating func extend(until: Timestamp, at now: Timestamp) throws(Refusal) -> Timestamp? {
        switch state {
        case .held(nil): return nil
        case .held(let end?):
            // At its end exactly a hold is gone, also when its timer has not fired yet.
            guard now < end else { throw .claimExpired }
            let later = max(end, until)
            state = .held(until: later)
            return later
        case .confirmed: return nil  // Sold is longer than any hold.
        case .released: throw .claimReleased
        case .expired: throw .claimExpired
        }
    }

    package mutating func confirm(at now: Timestamp) throws(Refusal) -> Effect {
        switch state {
        case .held(let end):
            guard now < end ?? .distantFuture else { throw .claimExpired }
            state = .confirmed
            return .heldBecomesSold
        case .confirmed: return .nothing  // Confirming twice is one sale.
        case .released: throw .claimReleased
        case .expired: throw .claimExpired
        }
    }

    package mutating func release() -> Effect {
        switch state {
        case .held:
            state = .released
            return .heldGoesBack
        case .confirmed: return .nothing  // What is sold comes back by a return, which names its lines.
        case .released, .expired: return .nothing  // It is back already.
        }
    }

    package mutating func expire(at now: Timestamp) -> Effect {
        switch state {
        case .held(let end):
            // A timer of an end that was moved since.
            guard let end, now >= end else { return .nothing }
            state = .expired
            return .heldGoesBack
        case .confirmed, .released, .expired: return .nothing  // The hold ended another way before its time.
        }
    }
}

/// What is asked for, added up per resource: two lines of one type are one demand.
package struct Demand: Sendable, Equatable {
    package let lines: [Claim.Line]
    package init(_ lines: [Claim.Line]) {
        var sums: [String: Claim.Line] = [:]
        var order: [String] = []
        for line in lines {
            if let known = sums[line.resource] {
                let (sum, overflow) = known.quantity.addingReportingOverflow(line.quantity)
                sums[line.resource] = Claim.Line(resource: line.resource, quantity: overflow ? .max : sum, unitPrice: known.unitPrice)
            } else {
                sums[line.resource] = line
                order.append(line.resource)
            }
        }
        self.lines = order.compactMap { sums[$0] }
    }

    /// The first resource there is not enough of, with what is left of it; nil: the claim can be made.
    package func shortage(in stock: [String: Stock]) -> (resource: String, available: Int)? {
        for line in lines {
            let available = stock[line.resource]?.available ?? 0
            if line.quantity > available { return (line.resource, available) }
        }
        return nil
    }
}
