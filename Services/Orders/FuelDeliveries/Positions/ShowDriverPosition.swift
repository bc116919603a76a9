import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// The last position of a driver came too soon after one that watchers saw; they see it now.
package struct ShowDriverPosition: Command {
    package static let type: MessageType = "orders.show-driver-position.v1"
    /// A virtual clock that jumps fires the timer before the real pause is over.
    static let attemptsMax = 3
    package let shiftId: ShiftID
    package let attempt: Int
    package init(shiftId: ShiftID, attempt: Int) { (self.shiftId, self.attempt) = (shiftId, attempt) }

    static func timer(_ shift: ShiftID) -> String { "show-position:\(shift)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard let shift = try tx.shifts.find(shiftId), shift.endedAt == nil, let newest = try tx.driverPoints.newest(of: shiftId) else {
            return NoContent()
        }
        let moves = DriverMoves(tx, shift)
        for order in try moves.underWay() { try moves.show(newest, to: order, attempt: attempt) }
        return NoContent()
    }
}
