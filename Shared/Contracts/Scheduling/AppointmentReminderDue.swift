import Kernel

/// It is time to remind of an appointment.
public struct AppointmentReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-reminder-due.v1"
    public let appointmentId: AppointmentID
    public let artistId: User.ID
    public let startsAt: Timestamp
    public let offsetMinutes: Int
    public var subject: String { "appointments/\(appointmentId)" }
    public init(appointmentId: AppointmentID, artistId: User.ID, startsAt: Timestamp, offsetMinutes: Int) {
        (self.appointmentId, self.artistId, self.startsAt) = (appointmentId, artistId, startsAt)
        self.offsetMinutes = offsetMinutes
    }
}
