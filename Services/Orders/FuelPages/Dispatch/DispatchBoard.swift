import Kernel

/// What the dispatch board shows: orders under way, drivers on shift, areas.
package struct DispatchBoard: Sendable {
    package enum Lane: String, CaseIterable, Sendable {
        /// Without a driver.
        case waiting
        case assigned
        /// The driver is on the way or at the car.
        case active
    }
    package struct Order: Sendable {
        package let id: String
        package let number: String
        package let version: Int
        /// As the API names it.
        package let status: String
        package let lane: Lane
        package let isAsap: Bool
        package let startsAt: Timestamp
        package let endsAt: Timestamp
        package let promisedBy: Timestamp
        package let fuelType: String
        package let gallons: String
        package let vehicle: String
        package let place: GeoPoint
        package let address: String?
        package let areaId: String
        package var driverId: String?
        package var driver: String?
        package var truckCode: String?
        package var flags: [String]

        package init(id: String, number: String, version: Int, status: String, lane: Lane, isAsap: Bool, startsAt: Timestamp,
                     endsAt: Timestamp, promisedBy: Timestamp, fuelType: String, gallons: String, vehicle: String, place: GeoPoint,
                     address: String?, areaId: String, driverId: String? = nil, driver: String? = nil, truckCode: String? = nil,
                     flags: [String] = []) {
            (self.id, self.number, self.version, self.status, self.lane) = (id, number, version, status, lane)
            (self.isAsap, self.startsAt, self.endsAt, self.promisedBy) = (isAsap, startsAt, endsAt, promisedBy)
            (self.fuelType, self.gallons, self.vehicle, self.place) = (fuelType, gallons, vehicle, place)
            (self.address, self.areaId, self.driverId, self.driver) = (address, areaId, driverId, driver)
            (self.truckCode, self.flags) = (truckCode, flags)
        }

        /// Nobody has it although its time comes: half an hour before a window, a quarter of one after an ASAP order came.
        func isUrgent(at now: Timestamp) -> Bool {
            guard status == "scheduled" else { return false }
            return isAsap ? now >= promisedBy - .minutes(75) : now >= startsAt - .minutes(30)
        }
    }
    package struct Driver: Sendable {
        package let id: String
        package let firstName: String
        package let truckCode: String
        package let areaId: String
        package let fuels: [String]
        package let jobs: Int
        /// Nil: nothing known yet.
        package let point: GeoPoint?
        package let seenAt: Timestamp?
        package init(id: String, firstName: String, truckCode: String, areaId: String, fuels: [String], jobs: Int, point: GeoPoint?,
                     seenAt: Timestamp?) {
            (self.id, self.firstName, self.truckCode, self.areaId) = (id, firstName, truckCode, areaId)
            (self.fuels, self.jobs, self.point, self.seenAt) = (fuels, jobs, point, seenAt)
        }
    }
    /// Most urgent first; of more than `ordersMax` the first ones.
    package let orders: [Order]
    package let total: Int
    package let drivers: [Driver]
    package let areas: [(id: String, area: AreaMap.Area)]
    package let now: Timestamp
    package static let ordersMax = 100
    package init(orders: [Order], total: Int, drivers: [Driver], areas: [(id: String, area: AreaMap.Area)], now: Timestamp) {
        (self.orders, self.total, self.drivers, self.areas, self.now) = (orders, total, drivers, areas, now)
    }
}
