import Contracts
import Kernel

/// What stands against ordering a cart: a code, the line it is about, and what its words need.
package struct CartProblem: Codable, Sendable, Equatable {
    /// In the order in which they are listed.
    package enum Code: String, Codable, Sendable, CaseIterable {
        case restaurantNotActive = "restaurant-not-active"
        case restaurantClosed = "restaurant-closed"
        case restaurantPaused = "restaurant-paused"
        case restaurantAtCapacity = "restaurant-at-capacity"
        case itemUnavailable = "item-unavailable"
        case itemOutOfStock = "item-out-of-stock"
        case optionsInvalid = "options-invalid"
        case outOfZone = "out-of-zone"
        case belowMinimum = "below-minimum"
        case cashLimitExceeded = "cash-limit-exceeded"

        /// Whether a line with it has no price in the quote: it can't be ordered from that quote, even if the reason has gone since.
        var isOfLine: Bool {
            switch self {
            case .itemUnavailable, .itemOutOfStock, .optionsInvalid: true
            case .restaurantNotActive, .restaurantClosed, .restaurantPaused, .restaurantAtCapacity, .outOfZone, .belowMinimum,
                .cashLimitExceeded: false
            }
        }
    }
    package let code: Code
    package let itemIndex: Int?
    package let data: [String: JSONValue]?
    package init(_ code: Code, item index: Int? = nil, _ data: [String: JSONValue]? = nil) {
        (self.code, itemIndex, self.data) = (code, index, data)
    }

    package func shown(in languages: [String]) -> QuoteProblem {
        QuoteProblem(code: code.rawValue, message: CartProblemTexts.message(self, in: languages), itemIndex: itemIndex, data: data)
    }
}
