import Kernel

/// An appointment took place.
public struct AppointmentCompleted: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-completed.v1"
    public let appointmentId: AppointmentID
    public let artistId: User.ID
    public let startsAt: Timestamp
    public var subject: String { "appointments/\(appointmentId)" }
    public init(appointmentId: AppointmentID, artistId: User.ID, startsAt: Timestamp) {
        (self.appointmentId, self.artistId, self.startsAt) = (appointmentId, artistId, startsAt)
    }
}
