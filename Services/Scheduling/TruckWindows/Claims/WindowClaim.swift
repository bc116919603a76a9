import Contracts
import Kernel

/// An order's right to one stop of a truck in a window.
package struct WindowClaim: Sendable, Equatable {
    /// What is claimed; a release that came before its claim has none.
    package struct Stop: Sendable, Equatable {
        package let area: ServiceAreaID
        package let time: TimeWindow
        package let truck: TruckID
        /// From 1.
        package let number: Int
        package let promisedBy: Timestamp
        /// Until when it was held at first.
        package let heldUntil: Timestamp
        package init(area: ServiceAreaID, time: TimeWindow, truck: TruckID, number: Int, promisedBy: Timestamp, heldUntil: Timestamp) {
            (self.area, self.time, self.truck, self.number) = (area, time, truck, number)
            (self.promisedBy, self.heldUntil) = (promisedBy, heldUntil)
        }
    }
    package let id: ClaimID
    package let order: OrderID
    package var state: ClaimState
    package let stop: Stop?
    package init(id: ClaimID, order: OrderID, state: ClaimState, stop: Stop?) {
        (self.id, self.order, self.state, self.stop) = (id, order, state, stop)
    }

    /// Orders ask for their claims until the window is over and some weeks after it.
    static let daysKept = 30
}
