import Contracts
import Kernel
import OrdersFuel
import OrdersFuelCatalog
import OrdersFuelQuotes
import OrdersFuelReceipts
import OrdersKit
import OrdersPages
import OrdersTrucks
import ServiceKit

/// An order as the tracking page shows it, for its customer and for staff.
package struct ShowTrackedOrder: Query {
    package static let type: MessageType = "orders.show-tracked-order.v1"
    package let orderId: OrderID
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        let order = try view.readableFuelOrder(orderId)
        let page = TrackedOrderPage(try view.trackedOrder(order), words: .of(PageLanguage.of(view, lang)),
                                    zone: try TimeZoneRules.named(view.definition.timezone))
        return PageAnswer(page.markup)
    }
}

extension OrdersView {
    fileprivate func trackedOrder(_ order: FuelOrder) throws -> TrackedOrder {
        let car = order.vehicle, schedule = order.schedule
        var shown = TrackedOrder(
            id: order.id.rawValue, number: order.shownNumber, status: order.status.rawValue, version: order.version,
            isAsap: schedule.type == .asap, startsAt: schedule.startsAt, endsAt: schedule.endsAt, promisedBy: schedule.promisedBy,
            vehicle: "\(car.make) \(car.model)", fuelType: order.fuelType, place: order.quote.place.location,
            address: order.quote.place.address, authorized: order.money(order.authorized))
        shown.failure = order.failure?.slug.rawValue
        if let captured = order.final?.captured, captured > 0 { shown.captured = order.money(captured) }
        shown.receiptNumber = try fuelReceiptRows.find(order.id)?.number.description
        shown.area = try serviceAreas.find(order.areaId).map { AreaMap.Area(name: $0.name, geometry: $0.geometry) }
        // When the customer sees whom is a rule of the order's own answers.
        let presenter = fuelPresenter(), tracking = try presenter.tracking(order)
        if let driver = tracking["driver"], let code = driver["truckCode"]?.string {
            shown.driver = TrackedOrder.Driver(firstName: driver["firstName"]?.string ?? "", truckCode: code,
                                               point: driver["location"].flatMap(Self.point), isStale: tracking["stale"]?.bool == true)
        }
        shown.arrival = try presenter.estimate(order).map {
            TrackedOrder.Arrival(at: $0.at, seconds: $0.seconds, meters: $0.distanceMeters)
        }
        return shown
    }
    private static func point(_ location: JSONValue) -> GeoPoint? {
        guard let lat = location["lat"].flatMap(degrees), let lng = location["lng"].flatMap(degrees) else { return nil }
        return GeoPoint(lat: lat, lng: lng)
    }
    private static func degrees(_ value: JSONValue) -> Double? {
        switch value {
        case .double(let number): number
        case .int(let number): Double(number)
        case .null, .bool, .string, .array, .object: nil  // No coordinate.
        }
    }
}
