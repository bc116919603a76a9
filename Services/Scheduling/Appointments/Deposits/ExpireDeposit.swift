import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The deposit was not paid in time: the slot is free, the link may be used again.
public struct ExpireDeposit: Command {
    public static let type: MessageType = "scheduling.expire-deposit.v1"
    public let appointmentId: Int
    static func timerID(_ appointment: Int) -> String { "deposit:\(appointment)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Paid or cancelled.
        guard var appointment = try tx.appointments.find(appointmentId), appointment.status == .pending else { return NoContent() }
        try DepositSaga(tx: tx).expire(&appointment)
        return NoContent()
    }
}
