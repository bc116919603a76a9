import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What became of a restaurant's orders of some days.
package struct RestaurantDashboard: Query {
    package static let type: MessageType = "orders.restaurant-dashboard.v1"
    package let restaurantId: RestaurantID
    package let from: String?
    package let to: String?

    package func answer(in view: OrdersView) throws -> JSONValue {
        let zone = try view.localZone()
        var check = Validation()
        let today = zone.local(view.now).date.description
        let period = LocalPeriod(from: from ?? to ?? today, to: to ?? today, in: zone, check: &check)
        try check.check()
        let restaurant = try view.ownRestaurant(restaurantId)
        let numbers = try view.foodReports.restaurant(restaurantId, period)
        let currency = view.definition.currency
        let counts = FoodOrderStatus.allCases.map { ($0.rawValue, JSONValue.int(numbers.counts[$0.rawValue] ?? 0)) }
        return .object([
            "counts": .object(Dictionary(counts) { first, _ in first }), "gross": Money(numbers.gross, currency).json,
            "commission": Money(numbers.commission, currency).json, "payout": Money(numbers.payout, currency).json,
            "averagePrepMinutes": Self.rounded(numbers.prepMilliseconds, 60_000 * numbers.prepared, places: 10),
            "acceptanceRate": Self.rounded(numbers.accepted, numbers.accepted + numbers.refused, places: 100),
            "rating": restaurant.rating.map { .double($0) } ?? .null,
        ])
    }

    /// A quotient, rounded half up to tenths or hundredths. Null without data.
    private static func rounded(_ sum: Int, _ count: Int, places: Int) -> JSONValue {
        guard count > 0 else { return .null }
        return .double(Double((sum * places * 2 + count) / (count * 2)) / Double(places))
    }
}
