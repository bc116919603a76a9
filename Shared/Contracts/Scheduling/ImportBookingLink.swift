import Kernel

/// Imports a booking link with its number. Ignored if the number exists.
public struct ImportBookingLink: Message, Equatable {
    public static let type: MessageType = "scheduling.import-booking-link.v1"
    public let id: Int
    public let providerId: User.ID
    public let description: String
    public let durationMinutes: Int
    /// Minor units of the tenant's currency.
    public let depositAmount: Int?
    public let expiresAt: Timestamp
    public let isRevoked: Bool
    public init(id: Int, providerId: User.ID, description: String, durationMinutes: Int, depositAmount: Int? = nil, expiresAt: Timestamp,
                isRevoked: Bool) {
        (self.id, self.providerId, self.description, self.durationMinutes) = (id, providerId, description, durationMinutes)
        (self.depositAmount, self.expiresAt, self.isRevoked) = (depositAmount, expiresAt, isRevoked)
    }
}
