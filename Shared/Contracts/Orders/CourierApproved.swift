import Kernel

/// The platform lets a courier ride.
public struct CourierApproved: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-approved.v1"
    public let courierId: User.ID
    public let approvedAt: Timestamp
    public var subject: String { "couriers/\(courierId)" }
    public init(courierId: User.ID, approvedAt: Timestamp) { (self.courierId, self.approvedAt) = (courierId, approvedAt) }
}
