import Kernel

/// Imports an appointment with its number, without notifications. Ignored if the number exists.
public struct ImportAppointment: Message, Equatable {
    public static let type: MessageType = "scheduling.import-appointment.v1"
    public let id: Int
    public let providerId: User.ID
    public let customerName: String
    public let customerEmail: String
    /// Identity number, sealed for scheduling, so that no other service can read it.
    public let customerDocument: SealedValue?
    public let customerPhone: String
    public let description: String
    public let startsAt: Timestamp
    public let durationMinutes: Int
    /// `confirmed`, `completed`, `no_show`, `cancelled`.
    public let status: String
    /// Of a cancelled one: `customer`, `provider`.
    public let cancelledBy: String?
    public let createdAt: Timestamp
    public init(id: Int, providerId: User.ID, customerName: String, customerEmail: String, customerDocument: SealedValue?,
                customerPhone: String, description: String,
                startsAt: Timestamp, durationMinutes: Int, status: String, cancelledBy: String? = nil, createdAt: Timestamp) {
        (self.id, self.providerId, self.customerName, self.customerEmail, self.customerDocument) =
            (id, providerId, customerName, customerEmail, customerDocument)
        (self.customerPhone, self.description, self.startsAt, self.durationMinutes) =
            (customerPhone, description, startsAt, durationMinutes)
        (self.status, self.cancelledBy, self.createdAt) = (status, cancelledBy, createdAt)
    }
}
