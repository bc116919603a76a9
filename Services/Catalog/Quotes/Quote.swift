import Contracts
import Kernel

/// A priced cart: what it costs, what stands against ordering it, and until when the prices hold.
package struct Quote: Sendable, Equatable {
    /// As it was made.
    package struct Document: Codable, Sendable, Equatable {
        package let cart: Cart
        /// One for each line of the cart, those with problems too.
        package let lines: [QuoteContent.Line]
        package let problems: [CartProblem]
        /// Nil: nobody delivers there.
        package let zone: QuoteContent.Zone?
        package let minimumOrder: Money?
        package let etaMinutes: QuoteContent.Minutes?
        package let distanceMeters: Int
        package let totals: QuoteContent.Totals
    }
    package let id: QuoteID
    /// Nil: its maker erased the account.
    package let makerID: User.ID?
    package let restaurantID: RestaurantID
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let document: Document
    /// The order it became.
    package var orderID: OrderID?

    package init(id: QuoteID, makerID: User.ID?, restaurantID: RestaurantID, createdAt: Timestamp, expiresAt: Timestamp, document: Document,
                 orderID: OrderID? = nil) {
        (self.id, self.makerID, self.restaurantID) = (id, makerID, restaurantID)
        (self.createdAt, self.expiresAt, self.document, self.orderID) = (createdAt, expiresAt, document, orderID)
    }

    /// Its maker may look at it so long.
    static let shownHours = 24

    /// The day is counted from the second that answers show.
    func isShown(to user: User.ID, at now: Timestamp) -> Bool { makerID == user && now < createdAt.wholeSeconds + .hours(Self.shownHours) }

    /// What an order keeps; nil: nobody delivers there.
    var content: QuoteContent? {
        guard let zone = document.zone, let minutes = document.etaMinutes else { return nil }
        return QuoteContent(lines: document.lines, totals: document.totals, zone: zone, etaMinutes: minutes,
                            location: document.cart.location, distanceMeters: document.distanceMeters)
    }
}
