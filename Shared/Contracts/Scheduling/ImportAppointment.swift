import Kernel

/// Imports an appointment with its number, without notifications. Ignored if the number exists.
public struct ImportAppointment: Message, Equatable {
    public static let type: MessageType = "scheduling.import-appointment.v1"
    public let id: Int
    public let artistId: User.ID
    public let clientName: String
    public let clientEmail: String
    /// Identity number, sealed for scheduling, so that no other service can read it.
    public let clientDni: SealedValue?
    public let clientPhone: String
    public let description: String
    public let startsAt: Timestamp
    public let durationMinutes: Int
    /// `confirmed`, `completed`, `no_show`, `cancelled`.
    public let status: String
    /// Of a cancelled one: `client`, `artist`.
    public let cancelledBy: String?
    public let createdAt: Timestamp
    public init(id: Int, artistId: User.ID, clientName: String, clientEmail: String, clientDni: SealedValue?, clientPhone: String, description: String,
                startsAt: Timestamp, durationMinutes: Int, status: String, cancelledBy: String? = nil, createdAt: Timestamp) {
        (self.id, self.artistId, self.clientName, self.clientEmail, self.clientDni) = (id, artistId, clientName, clientEmail, clientDni)
        (self.clientPhone, self.description, self.startsAt, self.durationMinutes) = (clientPhone, description, startsAt, durationMinutes)
        (self.status, self.cancelledBy, self.createdAt) = (status, cancelledBy, createdAt)
    }
}
