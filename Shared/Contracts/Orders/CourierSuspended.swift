import Kernel

/// A courier may not ride any more.
public struct CourierSuspended: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-suspended.v1"
    public let courierId: User.ID
    /// What the staff wrote; absent: the account lost its role.
    public let reason: String?
    public let suspendedAt: Timestamp
    public var subject: String { "couriers/\(courierId)" }
    public init(courierId: User.ID, reason: String? = nil, suspendedAt: Timestamp) {
        (self.courierId, self.reason, self.suspendedAt) = (courierId, reason, suspendedAt)
    }
}
