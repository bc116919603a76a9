import Contracts
import Kernel

/// An order as drivers see it on their list: open to all who may claim it, or one driver's.
package struct DriverJob: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Nobody has it, and it is too early to claim it.
        case waiting
        /// Drivers on shift may claim it.
        case open
        /// A driver has it and has not left for it.
        case assigned(User.ID)
        /// A driver is on his way, at the car or fuelling.
        case underWay(User.ID)
        /// The fuel was delivered.
        case done
        /// The order ended without a delivery.
        case over

        package var driver: User.ID? {
            switch self {
            case .waiting, .open, .done, .over: nil
            case .assigned(let driver), .underWay(let driver): driver
            }
        }
    }

    package let id: OrderID
    package let number: String
    package let customer: User.ID
    package let areaId: ServiceAreaID
    package let fuelType: String
    package let maxGallons: Gallons
    package let isAsap: Bool
    package let startsAt: Timestamp
    package let promisedBy: Timestamp
    package let state: State

    package init(id: OrderID, number: String, customer: User.ID, areaId: ServiceAreaID, fuelType: String, maxGallons: Gallons, isAsap: Bool,
                 startsAt: Timestamp, promisedBy: Timestamp, state: State) {
        (self.id, self.number, self.customer, self.areaId, self.fuelType) = (id, number, customer, areaId, fuelType)
        (self.maxGallons, self.isAsap, self.startsAt) = (maxGallons, isAsap, startsAt)
        (self.promisedBy, self.state) = (promisedBy, state)
    }

    package var scheduleType: String { isAsap ? "asap" : "window" }
    /// It stands on the list of drivers.
    var isListed: Bool {
        switch state {
        case .open, .assigned, .underWay: true
        case .waiting, .done, .over: false
        }
    }
    var isEnded: Bool { state == .done || state == .over }
    /// Drivers who were offered the other one know everything about this one. An order may move to a window close by.
    func isSameOffer(as other: DriverJob) -> Bool {
        state == .open && other.state == .open && areaId == other.areaId && startsAt == other.startsAt && promisedBy == other.promisedBy
    }
    /// Nobody brings fuel to himself.
    func isFor(_ driver: User.ID) -> Bool { driver != customer }

    /// Whether a driver of its area may claim it.
    package func suits(_ driver: User.ID, with truck: Truck) -> Bool { isFor(driver) && truck.carries(fuelType) }

    package func available(to drivers: [User.ID], at: Timestamp) -> FuelDeliveryAvailable {
        FuelDeliveryAvailable(deliveryId: id, number: number, areaId: areaId, fuelType: fuelType, maxGallons: maxGallons,
                              scheduleType: scheduleType, startsAt: startsAt, promisedBy: promisedBy, driverIds: drivers,
                              at: at.wholeSeconds)
    }
}
