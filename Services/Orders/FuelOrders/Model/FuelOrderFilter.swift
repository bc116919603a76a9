import Contracts
import Kernel

/// Which orders a list shows.
package struct FuelOrderFilter: Sendable {
    package enum Scope: Sendable {
        case customer(User.ID)
        /// Those that a driver has, or had when they ended.
        case driver(User.ID)
        case everything
    }
    package var scope: Scope
    package var statuses: [FuelOrderStatus] = FuelOrderStatus.allCases
    package var vehicle: VehicleID?
    package var area: ServiceAreaID?
    package var clientOrderId: String?
    /// On `receivedAt`.
    package var period = LocalPeriod()
    package var updatedSince: Timestamp?
    package init(_ scope: Scope) { self.scope = scope }

    /// `?status=`: a state, `open` or `past`. Reports a word that is none of them.
    package mutating func read(status text: String?, _ check: inout Validation) {
        switch text?.trimmed {
        case nil: break
        case "open": statuses = FuelOrderStatus.allCases.filter { !$0.isFinal }
        case "past": statuses = FuelOrderStatus.allCases.filter(\.isFinal)
        case let word?:
            guard let status = FuelOrderStatus(rawValue: word) else { return check.fail("status", "is not a status of an order") }
            statuses = [status]
        }
    }
}
