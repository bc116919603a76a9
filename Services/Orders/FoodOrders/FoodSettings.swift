import Contracts
import Kernel
import OrdersDeliveries

/// `settings.orders.foodOrder` of a tenant, with the terms of quotes that the catalog owns. Everything has a default.
package struct FoodSettings: Sendable, Equatable {
    /// How long the catalog may take while a customer waits.
    package var claimSeconds = 30
    package var paymentMinutes = 10
    package var acceptMinutes = 10
    package var acceptReminderMinutes = 5
    /// A customer cancels free of charge so long after the restaurant accepted.
    package var graceMinutes = 2
    package var feePercentAccepted = 20
    package var feePercentPreparing = 50
    /// A ready order without courier ends after this time.
    package var courierWaitMinutes = 45
    package var lateMinutes = 15
    package var overdueMinutes = 90
    package var ratingReminderMinutes = 120
    package var activeOrdersMax = 3
    /// The courier's part of the delivery fee, and the least of it in minor units.
    package var courierPercent = 80
    package var courierMinimum = 700
    /// What a courier gets who waits at the restaurant when somebody else ends the order; a setting of deliveries.
    package var compensation = 700
    package var undeliverableMax = 2
    package var undeliverableDays = 90
    
    static let place = "foodOrder"
    static let names = [place]

    package init() {}
    package init(_ definition: TenantDefinition) {
        compensation = DeliverySettings(definition).compensation
        guard let settings = definition.settings[ServiceNames.orders]?[Self.place] else { return }
        for field in Self.fields { if let value = settings[field.name]?.int { self[keyPath: field.path] = value } }
    }
    private enum ServiceNames { static let orders = "orders" }

    struct Field: Sendable {
        let name: String
        let path: WritableKeyPath<FoodSettings, Int> & Sendable
        let range: ClosedRange<Int>
        let unit: String
        let meaning: String
    }
    static let fields: [Field] = [
        Field(name: "claimSeconds", path: \.claimSeconds, range: 1...300, unit: "seconds",
              meaning: "How long the catalog may take to answer while a customer waits"),
        Field(name: "paymentMinutes", path: \.paymentMinutes, range: 1...60, unit: "minutes", meaning: "The payment window"),
        Field(name: "acceptMinutes", path: \.acceptMinutes, range: 1...60, unit: "minutes",
              meaning: "How long a restaurant may take to accept"),
        Field(name: "acceptReminderMinutes", path: \.acceptReminderMinutes, range: 1...60, unit: "minutes",
              meaning: "When a restaurant is reminded of an order that it has not accepted"),
        Field(name: "graceMinutes", path: \.graceMinutes, range: 0...60, unit: "minutes",
              meaning: "How long after the acceptance customers cancel free of charge"),
        Field(name: "feePercentAccepted", path: \.feePercentAccepted, range: 0...100, unit: "%",
              meaning: "The customer's fee for cancelling an accepted order, of its subtotal"),
        Field(name: "feePercentPreparing", path: \.feePercentPreparing, range: 0...100, unit: "%",
              meaning: "The same while it is being prepared"),
        Field(name: "courierWaitMinutes", path: \.courierWaitMinutes, range: 1...600, unit: "minutes",
              meaning: "How long a ready order waits for a courier"),
        Field(name: "lateMinutes", path: \.lateMinutes, range: 1...600, unit: "minutes",
              meaning: "When an order counts as late after its ready time"),
        Field(name: "overdueMinutes", path: \.overdueMinutes, range: 1...600, unit: "minutes",
              meaning: "When a delivery counts as overdue"),
        Field(name: "ratingReminderMinutes", path: \.ratingReminderMinutes, range: 1...10_080, unit: "minutes",
              meaning: "When a customer is asked for a rating"),
        Field(name: "activeOrdersMax", path: \.activeOrdersMax, range: 1...100, unit: "orders", meaning: "Active orders of one customer"),
        Field(name: "courierPercent", path: \.courierPercent, range: 0...100, unit: "%", meaning: "The courier's part of the delivery fee"),
        Field(name: "courierMinimum", path: \.courierMinimum, range: 0...100_000, unit: "minor units",
              meaning: "The least a courier gets for a delivery"),
        Field(name: "undeliverableMax", path: \.undeliverableMax, range: 1...100, unit: "orders",
              meaning: "Undeliverable cash orders after which a customer pays by card"),
        Field(name: "undeliverableDays", path: \.undeliverableDays, range: 1...3650, unit: "days", meaning: "How long these count"),
    ]

    /// Problems of the settings as (path, message).
    static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings[place] else { return [] }
        guard let members = own.object else { return [(place, "must be an object")] }
        let known = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
        return members.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let field = known[name] else { return ("\(place).\(name)", "is not a setting of food-order") }
            guard value.int.map(field.range.contains) != true else { return nil }
            return ("\(place).\(name)", "must be a whole number from \(field.range.lowerBound) to \(field.range.upperBound)")
        }
    }
}
