import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Nobody said otherwise: the appointment took place.
public struct CompleteAppointment: Command {
    public static let type: MessageType = "scheduling.complete-appointment.v1"
    public let appointmentId: Int
    static func timerID(_ appointment: Int) -> String { "appointment-complete:\(appointment)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Decided already.
        guard var appointment = try tx.appointments.find(appointmentId), appointment.status == .confirmed else { return NoContent() }
        try AppointmentLife(tx: tx).finish(&appointment, as: .completed, by: .system)
        return NoContent()
    }
}
