import Kernel

/// It is time to remind of an appointment.
public struct AppointmentReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-reminder-due.v1"
    public let appointmentId: AppointmentID
    public let providerId: User.ID
    public let startsAt: Timestamp
    public let offsetMinutes: Int
    public var subject: String { "appointments/\(appointmentId)" }
    public init(appointmentId: AppointmentID, providerId: User.ID, startsAt: Timestamp, offsetMinutes: Int) {
        (self.appointmentId, self.providerId, self.startsAt) = (appointmentId, providerId, startsAt)
        self.offsetMinutes = offsetMinutes
    }
}
