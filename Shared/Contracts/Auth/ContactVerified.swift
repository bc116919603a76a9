import Kernel

/// Somebody proved that a number or an address is theirs.
public struct ContactVerified: DomainEvent, Equatable {
    public static let type: MessageType = "auth.contact-verified.v1"
    public let userId: User.ID
    /// `email` or `phone`.
    public let contact: String
    public let address: String
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID, contact: String, address: String) {
        (self.userId, self.contact, self.address) = (userId, contact, address)
    }
}
