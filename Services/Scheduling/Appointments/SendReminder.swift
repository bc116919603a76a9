import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Reminds the customer of a coming appointment.
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

    /// The appointment a reminder was set for; nil if it was moved (then another timer is set), cancelled or has begun.
    static func upcoming(_ id: Int, _ sequence: Int, in tx: SchedulingTransaction) throws -> Appointment? {
        try tx.appointments.find(id).flatMap { $0.status == .confirmed && $0.sequence == sequence && tx.now < $0.slot.start ? $0 : nil }
    }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let appointment = try Self.upcoming(appointmentId, sequence, in: tx) else { return NoContent() }
        let id = AppointmentID(String(appointment.id))
        try tx.publish(AppointmentReminderDue(appointmentId: id, providerId: appointment.providerId, startsAt: appointment.slot.start,
                                              offsetMinutes: offsetMinutes))
        let hour = try TimeZoneRules.named(appointment.timezone).local(tx.now).hour
        let isTextTime = offsetMinutes <= Self.textMinutesMax && Self.textHours.contains(hour) && !appointment.customer.phone.isEmpty
        let messages = AppointmentMessages(tx: tx)
        try messages.notifyCustomer(appointment, .reminder, phone: isTextTime ? appointment.customer.phone : nil, mark: "/\(offsetMinutes)")
        // Appointments that were booked before providers had timers, or before the tenant changed its offsets, get them
        // here.
        try AppointmentLife(tx: tx).setProviderTimers(appointment)
        return NoContent()
    }
}
