import Kernel

/// A courier takes jobs.
public struct CourierWentOnline: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-went-online.v1"
    public let courierId: User.ID
    public let at: Timestamp
    public var subject: String { "couriers/\(courierId)" }
    public init(courierId: User.ID, at: Timestamp) { (self.courierId, self.at) = (courierId, at) }
}
