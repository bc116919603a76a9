import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

/// What was delivered and cancelled, by day, restaurant or courier.
package struct FoodSummary: Query {
    package static let type: MessageType = "orders.food-summary.v1"
    package let from: String?
    package let to: String?
    package let groupBy: String?

    package func answer(in view: OrdersView) throws -> JSONValue {
        let zone = try view.localZone()
        var check = Validation()
        let period = LocalPeriod(from: from, to: to, in: zone, check: &check)
        let grouping = groupBy.map { FoodReportStore.Grouping(rawValue: $0) } ?? .day
        if grouping == nil { check.fail("groupBy", "must be one of day, restaurant, courier") }
        try check.check()
        let by = grouping ?? .day
        let groups = try view.foodReports.sums(period, by: by, dayOffset: zone.offsetSeconds(at: view.now))
        let currency = view.definition.currency
        let all = groups.reduce(into: FoodReportStore.Sums()) { $0.add($1.sums) }
        var answer = Self.members(all, currency)
        let languages = view.foodPresenter().languages
        answer["groups"] = .array(try groups.compactMap { key, sums in
            guard let key else { return nil }
            var group = Self.members(sums, currency)
            switch by {
            case .day: group["day"] = .text(Int(key).map { CalendarDate(daysSinceEpoch: $0).description })
            case .restaurant:
                group["restaurantId"] = .string(key)
                group["name"] = .text(try view.foodRestaurants.find(RestaurantID(key)).map { FoodLanguages.text($0.names, languages) })
            case .courier:
                group["courierId"] = .string(key)
                group["name"] = .string(try view.people.name(of: User.ID(key)) ?? CourierOfJob.erasedName)
            }
            group["key"] = group["day"] ?? .string(key)
            return .object(group)
        })
        return .object(answer)
    }

    private static func members(_ sums: FoodReportStore.Sums, _ currency: Currency) -> [String: JSONValue] {
        [
            "delivered": .int(sums.delivered), "cancelled": .int(sums.cancelled), "gross": Money(sums.gross, currency).json,
            "commission": Money(sums.commission, currency).json, "deliveryFees": Money(sums.deliveryFees, currency).json,
            "tips": Money(sums.tips, currency).json, "refunds": Money(sums.refunds, currency).json,
        ]
    }
}
