import Kernel

/// What the tracking page shows of an order.
package struct TrackedOrder: Sendable {
    package struct Driver: Sendable {
        package let firstName: String
        package let truckCode: String
        /// Nil: the customer may not see it now, or nothing is known.
        package let point: GeoPoint?
        /// The point is older than a minute.
        package let isStale: Bool
        package init(firstName: String, truckCode: String, point: GeoPoint?, isStale: Bool) {
            (self.firstName, self.truckCode, self.point, self.isStale) = (firstName, truckCode, point, isStale)
        }
    }
    package struct Arrival: Sendable {
        package let at: Timestamp
        package let seconds: Int
        package let meters: Int
        package init(at: Timestamp, seconds: Int, meters: Int) { (self.at, self.seconds, self.meters) = (at, seconds, meters) }
    }
    package let id: String
    package let number: String
    /// As the API names it.
    package let status: String
    package let version: Int
    package let isAsap: Bool
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    package let promisedBy: Timestamp
    package let vehicle: String
    package let fuelType: String
    package let place: GeoPoint
    package let address: String?
    package var driver: Driver?
    package var arrival: Arrival?
    /// What is held on the card, and what was charged.
    package let authorized: Money
    package var captured: Money?
    package var receiptNumber: String?
    /// Why it failed, as the API names it.
    package var failure: String?
    package var area: AreaMap.Area?

    package init(id: String, number: String, status: String, version: Int, isAsap: Bool, startsAt: Timestamp, endsAt: Timestamp,
                 promisedBy: Timestamp, vehicle: String, fuelType: String, place: GeoPoint, address: String?, authorized: Money) {
        (self.id, self.number, self.status, self.version) = (id, number, status, version)
        (self.isAsap, self.startsAt, self.endsAt, self.promisedBy) = (isAsap, startsAt, endsAt, promisedBy)
        (self.vehicle, self.fuelType, self.place, self.address) = (vehicle, fuelType, place, address)
        self.authorized = authorized
    }

    package var isFinal: Bool { ["completed", "cancelled", "failed"].contains(status) }
}
