import Kernel

/// Somebody did not come.
public struct AppointmentMissed: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-no-show.v1"
    public let appointmentId: AppointmentID
    public let providerId: User.ID
    public let startsAt: Timestamp
    public var subject: String { "appointments/\(appointmentId)" }
    public init(appointmentId: AppointmentID, providerId: User.ID, startsAt: Timestamp) {
        (self.appointmentId, self.providerId, self.startsAt) = (appointmentId, providerId, startsAt)
    }
}
