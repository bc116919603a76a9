import Contracts
import Kernel

/// A driver works with a truck: one open shift for each of them.
package struct Shift: Sendable, Equatable {
    /// A shift without an active delivery ends by itself after this time.
    package static let hours = 14

    package let id: ShiftID
    package let driver: User.ID
    package let truck: TruckID
    package let truckCode: String
    /// Where the truck works; it stays there while the shift is open.
    package let areaId: ServiceAreaID
    package let startedAt: Timestamp
    /// When watchers of an order last saw the driver move, by the clock on the wall.
    package var shownAt: Timestamp?
    package var endedAt: Timestamp?
    package var endedBy: Ending?

    package enum Ending: String, Codable, Sendable { case driver, dispatcher, system }

    package init(id: ShiftID, driver: User.ID, truck: Truck, startedAt: Timestamp) {
        self.init(id: id, driver: driver, truck: truck.id, truckCode: truck.code, areaId: truck.areaId, startedAt: startedAt)
    }
    init(id: ShiftID, driver: User.ID, truck: TruckID, truckCode: String, areaId: ServiceAreaID, startedAt: Timestamp) {
        (self.id, self.driver, self.truck, self.truckCode) = (id, driver, truck, truckCode)
        (self.areaId, self.startedAt) = (areaId, startedAt)
    }

    /// The id of the timer that ends it.
    package static func timer(_ id: ShiftID) -> String { "shift:\(id)" }
    package var endsAt: Timestamp { startedAt + .hours(Self.hours) }
    /// Its time is over: it ends with the driver's active delivery, and he gets no other one.
    package func isOver(at now: Timestamp) -> Bool { now >= endsAt }
}
