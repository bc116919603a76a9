import Contracts
import Kernel

/// A right to some of one or more resources: held until a time, then sold, given back, or over. Seats, dishes, litres and places in
/// a window are claimed alike; what differs is the kind of listing (`Claimable`).
package struct Claim: Sendable, Equatable {
    package typealias State = ClaimState
    package typealias Effect = ClaimState.Effect
    package typealias Refusal = ClaimState.Refusal
    package struct Line: Sendable, Equatable {
        package let subject: String
        package let unit: String
        package let quantity: Int
        /// Price of one at the time of the claim, in minor units.
        package let unitPrice: Int
        package init(subject: String, unit: String, quantity: Int, unitPrice: Int = 0) {
            (self.subject, self.unit, self.quantity, self.unitPrice) = (subject, unit, quantity, unitPrice)
        }
    }
    package let id: ClaimID
    /// What the resources belong to: limits per person count in it. Without an id: of a release that came before its claim.
    package let listing: ListingReference
    /// What the claim is for: an order, an appointment.
    package let holder: String
    package let user: User.ID
    package var lines: [Line]
    package private(set) var state: State

    package init(id: ClaimID, listing: ListingReference, holder: String, user: User.ID, lines: [Line], state: State) {
        (self.id, self.listing, self.holder, self.user, self.lines, self.state) = (id, listing, holder, user, lines, state)
    }

    package var quantity: Int { lines.reduce(0) { $0 + $1.quantity } }
    package var isHeldOrSold: Bool { state.isHeldOrSold }
    /// When the hold ends; nil: nothing waits for its end.
    package var end: Timestamp? { state.end }

    /// Keeps the hold at least until then. Never shortens it. Answers the end to wait for now; nil: there is none.
    package mutating func extend(until: Timestamp, at now: Timestamp) throws(Refusal) -> Timestamp? {
        try state.extend(until: until, at: now)
    }
    package mutating func confirm(at now: Timestamp) throws(Refusal) -> Effect { try state.confirm(at: now) }
    /// What is sold comes back by a return, which names its lines.
    package mutating func release() -> Effect { state.release() }
    package mutating func expire(at now: Timestamp) -> Effect { state.expire(at: now) }
}

/// What is asked for, added up per subject: two lines of one ticket type are one demand.
package struct Demand: Sendable, Equatable {
    package let lines: [Claim.Line]
    package init(_ lines: [Claim.Line]) {
        var sums: [String: Claim.Line] = [:]
        var order: [String] = []
        for line in lines {
            if let known = sums[line.subject] {
                let (sum, overflow) = known.quantity.addingReportingOverflow(line.quantity)
                sums[line.subject] = Claim.Line(subject: line.subject, unit: known.unit, quantity: overflow ? .max : sum,
                                                unitPrice: known.unitPrice)
            } else {
                sums[line.subject] = line
                order.append(line.subject)
            }
        }
        self.lines = order.compactMap { sums[$0] }
    }

    /// The first subject there is not enough of, with what is left of it; nil: the claim can be made.
    /// - Parameter kept: units that an offer keeps for the buyer, per subject.
    package func shortage(in resources: [Resource], kept: [String: Int] = [:]) -> (subject: String, available: Int)? {
        for line in lines {
            let free = resources.first { $0.subject == line.subject }?.stock.available ?? 0
            let available = free + (kept[line.subject] ?? 0)
            if line.quantity > available { return (line.subject, available) }
        }
        return nil
    }
}
