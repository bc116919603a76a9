import Contracts
import Kernel

/// Which orders a list shows.
package struct FoodOrderFilter: Sendable {
    package enum Scope: Sendable {
        case customer(User.ID)
        /// Those that its owner sees.
        case restaurant(RestaurantID)
        case everything
        case number(Int)
        /// With this number at the door, and all orders of the account that has it.
        case phone(String, holder: User.ID?)
    }
    package var scope: Scope
    package var statuses: [FoodOrderStatus] = FoodOrderStatus.allCases
    package var period = LocalPeriod()
    package var updatedSince: Timestamp?
    package init(_ scope: Scope) { self.scope = scope }

    /// `?status=`: states separated by commas, `active` or `final`. Reports a word that is none of them.
    package mutating func read(status text: String?, _ check: inout Validation) {
        guard let text else { return }
        var wanted: [FoodOrderStatus] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map({ String($0).trimmed }) {
            switch word {
            case "active": wanted += FoodOrderStatus.allCases.filter { !$0.isFinal }
            case "final": wanted += FoodOrderStatus.allCases.filter(\.isFinal)
            default:
                guard let status = FoodOrderStatus(rawValue: word) else { return check.fail("status", "is not a status of an order") }
                wanted.append(status)
            }
        }
        statuses = FoodOrderStatus.allCases.filter(wanted.contains)
    }
}
