import Kernel

/// A courier takes no more jobs.
public struct CourierWentOffline: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-went-offline.v1"
    public let courierId: User.ID
    /// `asked`, `silent`, `suspended`, `role-lost`.
    public let why: String
    public let at: Timestamp
    public var subject: String { "couriers/\(courierId)" }
    public init(courierId: User.ID, why: String, at: Timestamp) { (self.courierId, self.why, self.at) = (courierId, why, at) }
}
