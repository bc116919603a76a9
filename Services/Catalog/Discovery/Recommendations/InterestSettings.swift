import Contracts
import Kernel

/// What somebody says they like.
package struct InterestSettings: Codable, Sendable, Equatable {
    package struct Location: Codable, Sendable, Equatable {
        package let latitude: Double
        package let longitude: Double
        /// About a kilometre: nobody's door is kept.
        package var rounded: Location { Location(latitude: (latitude * 100).rounded() / 100, longitude: (longitude * 100).rounded() / 100) }
    }
    package var preferredCategories: [String] = []
    package var city: String?
    package var location: Location?
    package var maxTravelDistanceKm: Double = 25
    package var pricePreference: String?
    package var preferredDaysOfWeek: [Int] = []
    package var preferredTimesOfDay: [String] = []
    package var personalization = true
    package var shareAttendance = false
    package init() {}
}

/// What somebody did with one event.
package struct Deed: Sendable, Equatable {
    package let event: EventID
    package let category: String
    package let views: Int
    package let shares: Int
    package let isFavorite: Bool
    /// Orders that are not wholly refunded.
    package let orders: Int
    package init(event: EventID, category: String, views: Int = 0, shares: Int = 0, isFavorite: Bool = false, orders: Int = 0) {
        (self.event, self.category, self.views, self.shares, self.isFavorite, self.orders) =
            (event, category, views, shares, isFavorite, orders)
    }
    package var weight: Int { 5 * orders + (isFavorite ? 3 : 0) + 2 * shares + views }
}
