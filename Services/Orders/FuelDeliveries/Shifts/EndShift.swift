import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// A driver ends his shift, or a dispatcher ends it for him. With `force` what the driver has not begun goes to others.
package struct EndShift: Command {
    package static let type: MessageType = "orders.end-shift.v1"
    package let shiftId: ShiftID
    package let form: JSONValue
    package init(_ shiftId: ShiftID, _ form: JSONValue = [:]) { (self.shiftId, self.form) = (shiftId, form) }
    package init(from decoder: any Decoder) throws { (shiftId, form) = try PathForm.read("shiftId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(shiftId, as: "shiftId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> ShiftAnswer {
        let caller = try tx.deliveryCaller()
        var reader = FormReader(form)
        let force = reader.flag("force")
        // Force takes another role, and the role counts before whose shift it is.
        if force == true, !caller.isDispatcher { throw Rejection.forbidden(without: TruckSettings.manage) }
        guard let known = try tx.shifts.find(shiftId), caller.isDispatcher || known.driver == caller.user else { throw Rejection.notFound }
        try reader.finish()
        try DriverShifts(tx).settle(known)
        let shift = try tx.shifts.find(shiftId) ?? known
        guard shift.endedAt == nil else { return ShiftAnswer(shift) }
        let jobs = try tx.driverJobs.all(of: shift.driver)
        let isForced = force == true && jobs.allSatisfy { $0.state == .assigned(shift.driver) }
        guard jobs.isEmpty || isForced else {
            throw Rejection.conflict("open-deliveries", "Finish or release the deliveries of this shift first.")
        }
        let ending: Shift.Ending = shift.driver == caller.user ? .driver : .dispatcher
        // First the shift: what goes back is offered to those who are still on shift.
        let ended = try Shifts(tx).end(shift, by: ending, at: tx.now)
        try DriverShifts(tx).release(of: shift.driver, by: .dispatcher, reason: "The shift ended.", at: tx.now) { $0 == .assigned }
        return ShiftAnswer(ended)
    }
}
