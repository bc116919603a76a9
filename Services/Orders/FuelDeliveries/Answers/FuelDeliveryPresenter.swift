import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// Orders of fuel as those who deliver them see them: no money, and the customer by the first name.
struct FuelDeliveryPresenter {
    let orders: FuelPresenter

    /// What a delivery shows just as its order does.
    private static let shared = [
        "id", "number", "status", "version", "areaId", "location", "fuelType", "amount", "maxGallons", "schedule", "notes", "photos",
        "flags", "timeline",
    ]

    func answer(_ order: FuelOrder, for caller: DeliveryCaller) throws -> JSONValue {
        let whole = try orders.answer(order, for: FuelReader(user: caller.user, isStaff: caller.isDispatcher))
        var shown = Dictionary(uniqueKeysWithValues: Self.shared.map { ($0, whole[$0] ?? .null) })
        shown["vehicle"] = .object(Dictionary(uniqueKeysWithValues: ["make", "model", "year", "color", "plate", "fuelDoorSide"].map {
            ($0, whole["vehicle"]?[$0] ?? .null)
        }))
        shown["stopAtGallons"] = order.stopAt.json
        let isContactShown = caller.isDispatcher || order.driver?.id == caller.user
        shown["customer"] = [
            "firstName": try (orders.firstName(order.customer) ?? order.keptFirstName).map { .string($0) } ?? .null,
            "contactPhone": isContactShown ? whole["contactPhone"] ?? .null : .null,
        ]
        shown["driverId"] = order.driver.map { .string($0.id.rawValue) } ?? .null
        shown["meterReading"] = order.reading.map {
            ["meterStart": $0.meterStart.json, "meterEnd": $0.meterEnd.json, "gallons": $0.gallons.json, "at": .string($0.at.description)]
        } ?? .null
        return .object(shown)
    }
}

extension FuelOrder {
    /// Of a customer whose account is gone while the driver still needs it.
    fileprivate var keptFirstName: String? { keptName.map { String($0.prefix { !$0.isWhitespace }) } }
}

extension OrdersScope {
    func fuelDeliveryPresenter() -> FuelDeliveryPresenter { FuelDeliveryPresenter(orders: fuelPresenter()) }
}
