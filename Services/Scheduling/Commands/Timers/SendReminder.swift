import Contracts
import Kernel
import ServiceKit

/// An appointment is near: its client is reminded.
public struct SendReminder: Command {
    public static let type: MessageType = "scheduling.send-reminder.v1"
    public let appointmentId: Int
    /// As it was when the timer was set.
    public let sequence: Int
    public let offsetMinutes: Int

    static func timerID(_ appointment: Int, _ offset: Int) -> String { "appointment-reminder:\(appointment):\(offset)" }
    /// Text messages go out late only, and in the day.
    static let textMinutesMax = 120
    static let textHours = 8..<21

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let appointment = try tx.appointments.find(appointmentId), appointment.status == .confirmed, appointment.sequence == sequence,
            tx.now < appointment.slot.start
        else { return NoContent() }  // Moved (another timer is set), cancelled or under way.
        let id = AppointmentID(String(appointment.id))
        try tx.publish(AppointmentReminderDue(appointmentId: id, artistId: appointment.artistId, startsAt: appointment.slot.start, offsetMinutes: offsetMinutes))
        let hour = try TimeZoneRules.named(appointment.timezone).local(tx.now).hour
        let isTextTime = offsetMinutes <= Self.textMinutesMax && Self.textHours.contains(hour) && !appointment.client.phone.isEmpty
        let messages = ClientMessages(tx: tx)
        try messages.tell(appointment, .reminder, phone: isTextTime ? appointment.client.phone : nil, mark: "/\(offsetMinutes)")
        // Appointments that were booked before artists had timers of their own, or since the tenant's offsets changed, get them here.
        try AppointmentLife(tx: tx).setArtistTimers(appointment)
        return NoContent()
    }
}
