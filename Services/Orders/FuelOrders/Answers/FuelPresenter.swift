import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import OrdersTrucks
import OrdersVehicles

/// Orders of fuel as somebody sees them.
package struct FuelPresenter {
    package let people: PersonStore
    package let points: DriverPointStore
    package let settings: FuelOrderSettings
    package let definition: TenantDefinition
    package let now: Timestamp

    package init(people: PersonStore, points: DriverPointStore, settings: FuelOrderSettings, definition: TenantDefinition, now: Timestamp) {
        (self.people, self.points, self.settings, self.definition, self.now) = (people, points, settings, definition, now)
    }

    /// One order, for somebody who may see it.
    package func answer(_ order: FuelOrder, for reader: FuelReader) throws -> JSONValue {
        .object([
            "id": .string(order.id.rawValue), "number": .string(order.shownNumber), "status": .string(order.status.rawValue),
            "version": .int(order.version), "clientOrderId": .text(order.clientOrderId), "createdAt": .time(order.createdAt),
            "receivedAt": .time(order.receivedAt), "updatedAt": .time(order.updatedAt), "queuedOffline": .bool(order.queuedOffline),
            "repriced": .bool(order.repriced), "location": location(order), "areaId": .string(order.areaId.rawValue),
            "priceZoneId": .string(order.quote.priceZone.rawValue), "vehicle": order.vehicle.json, "fuelType": .string(order.fuelType),
            "amount": order.quote.amount.json, "maxGallons": order.maxGallons.json, "schedule": schedule(order), "price": price(order),
            "tip": order.money(order.tip).json, "notes": .text(order.notes), "contactPhone": .text(order.contactPhone),
            "promo": order.quote.promo?.json ?? .null,
            "authorization": ["amount": order.money(order.authorized).json, "cap": order.money(order.cap).json],
            "payment": payment(order), "driver": try driver(order), "eta": try eta(order), "delivered": delivered(order),
            "final": final(order), "cancellation": cancellation(order, reader), "failure": failure(order),
            "flags": .array(order.flags.map { .string($0.rawValue) }), "photos": .array(order.photos.map { $0.json(in: definition) }),
            "timeline": .array(order.timeline.map {
                ["status": .string($0.status.rawValue), "at": .time($0.at), "by": .string($0.by.rawValue)]
            }),
        ])
    }

    /// Where its driver is, for the map.
    package func tracking(_ order: FuelOrder) throws -> JSONValue {
        var driver: JSONValue = .null
        var isStale = false
        if let known = order.driver {
            let point = order.status.isUnderWay ? try points.newest(of: known.id) : nil
            // Counted to the second that answers show as now.
            isStale = order.status.isUnderWay && (point.map { now.wholeSeconds - $0.recordedAt > Self.stale } ?? true)
            driver = [
                "firstName": .text(try firstName(known.id)), "truckCode": .string(known.truckCode),
                "location": point.map { place($0) } ?? .null,
            ]
        }
        return ["status": .string(order.status.rawValue), "driver": driver, "eta": try eta(order), "stale": .bool(isStale)]
    }
    private static let stale: Duration = .seconds(60)

    private func place(_ point: DriverPoint) -> JSONValue {
        [
            "lat": .double(point.location.lat), "lng": .double(point.location.lng), "heading": point.heading.map { .int($0) } ?? .null,
            "at": .time(point.recordedAt),
        ]
    }

    // MARK: - People

    private func driver(_ order: FuelOrder) throws -> JSONValue {
        guard let driver = order.driver else { return .null }
        return [
            "id": .string(driver.id.rawValue), "firstName": .text(try firstName(driver.id)), "truckCode": .string(driver.truckCode),
        ]
    }
    package func firstName(_ user: User.ID) throws -> String? {
        try people.name(of: user).map { String($0.prefix { !$0.isWhitespace }) }
    }

    /// When the driver is there; only while he is on the way.
    package func estimate(_ order: FuelOrder) throws -> ArrivalEstimate? {
        guard order.status == .enRoute, let driver = order.driver, let point = try points.newest(of: driver.id),
              let since = order.timeline.last(where: { $0.status == .enRoute })?.at else { return nil }
        return ArrivalEstimators.estimate(TruckSettings(definition).eta, from: point, to: order.quote.place.location, since: since)
    }
    private func eta(_ order: FuelOrder) throws -> JSONValue {
        guard let estimate = try estimate(order) else { return .null }
        return [
            "at": .time(estimate.at), "seconds": .int(estimate.seconds), "distanceMeters": .int(estimate.distanceMeters),
            "computedAt": .time(estimate.computedAt),
        ]
    }
}
