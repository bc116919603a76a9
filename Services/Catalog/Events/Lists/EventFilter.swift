import CatalogKit
import Contracts
import Kernel

/// What somebody looks for (R5). Everything left out does not narrow the list.
package struct EventFilter: Sendable {
    package enum Order: String, Sendable, CaseIterable { case relevance, startDate, price, distance, popular, newest }
    package struct Box: Sendable {
        package let west, south, east, north: Double
        package init(west: Double, south: Double, east: Double, north: Double) {
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }
    }

    /// Words without case and accents, all must match, the last one as a prefix.
    package var words: [String] = []
    package var categories: [String] = []
    package var city: String?
    package var near: Coordinates?
    package var radiusKm: Double?
    package var box: Box?
    package var window: TimeWindow?
    package var bands: [PriceBand] = []
    package var priceMin: Int?
    package var priceMax: Int?
    package var organizer: User.ID?
    package var statuses: [EventStatus] = [.published, .ongoing]
    package var order: Order = .startDate
    /// Whose birthday bars events, and from when on each age is reached: (age, start of the first local day of that age).
    package var reachedAges: [(years: Int, from: Timestamp)] = []
    package init() {}
}
