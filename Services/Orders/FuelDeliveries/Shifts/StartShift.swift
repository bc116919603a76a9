import Contracts
import Kernel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// A driver begins to work with a truck, and hears of every delivery that he may claim.
package struct StartShift: Command {
    package static let type: MessageType = "orders.start-shift.v1"
    package let truckId: TruckID
    package init(truckId: TruckID) { self.truckId = truckId }

    package func handle(in tx: OrdersTransaction) throws -> Created<ShiftAnswer> {
        let driver = try tx.user().userID
        guard let truck = try tx.trucks.find(truckId) else { throw Rejection.notFound }
        _ = try DriverShifts(tx).open(of: driver)
        if let other = try tx.shifts.open(with: truckId) { try DriverShifts(tx).settle(other) }
        // The token says that he is one; the news of it may come later.
        try tx.fuelDrivers.insert(driver)
        let shift = try Shifts(tx).start(tx.newID(), of: driver, with: truck)
        try tx.schedule(Shift.timer(shift.id), at: shift.endsAt, ShiftOver(shiftId: shift.id))
        return Created(ShiftAnswer(shift), at: "/shifts/current")
    }
}

/// The time of a shift is over.
package struct ShiftOver: Command {
    package static let type: MessageType = "orders.shift-over.v1"
    package let shiftId: ShiftID
    package init(shiftId: ShiftID) { self.shiftId = shiftId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        if let shift = try tx.shifts.find(shiftId) { try DriverShifts(tx).settle(shift) }
        return NoContent()
    }
}
