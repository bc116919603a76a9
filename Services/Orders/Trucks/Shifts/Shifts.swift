import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Begins and ends shifts. Whether one may end, and what becomes of its deliveries, its callers decide.
package struct Shifts {
    let tx: OrdersTransaction
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    /// Throws `shift-already-open`, `truck-in-use`.
    package func start(_ id: ShiftID, of driver: User.ID, with truck: Truck) throws -> Shift {
        guard try tx.shifts.open(of: driver) == nil else {
            throw Rejection.conflict("shift-already-open", "End your shift before you start another one.")
        }
        guard try tx.shifts.open(with: truck.id) == nil else {
            throw Rejection.conflict("truck-in-use", "Another driver has this truck.")
        }
        let shift = Shift(id: id, driver: driver, truck: truck, startedAt: tx.now.wholeSeconds)
        try tx.shifts.insert(shift)
        try tx.publish(ShiftStarted(shiftId: id, driverId: driver, truckId: truck.id, truckCode: truck.code, areaId: truck.areaId,
                                    startedAt: shift.startedAt))
        try DriverJobs(tx).offerOpenJobs(to: shift, truck)
        return shift
    }

    /// An ended shift stays as it is.
    @discardableResult
    package func end(_ shift: Shift, by ending: Shift.Ending, at: Timestamp) throws -> Shift {
        guard shift.endedAt == nil else { return shift }
        var shift = shift
        (shift.endedAt, shift.endedBy) = (at.wholeSeconds, ending)
        try tx.shifts.end(shift)
        tx.cancelTimer(Shift.timer(shift.id))
        try tx.publish(ShiftEnded(shiftId: shift.id, driverId: shift.driver, truckId: shift.truck, by: ending.rawValue,
                                  endedAt: at.wholeSeconds))
        return shift
    }
}
