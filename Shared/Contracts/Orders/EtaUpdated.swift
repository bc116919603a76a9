import Kernel

/// When the driver of a fuel order will arrive, computed anew.
public struct EtaUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.eta-updated.v1"
    public static var awaitedBy: Awaiting { .nobody }
    public let orderId: OrderID
    /// Of the customer.
    public let userId: User.ID
    public let version: Int
    public let status: String
    public let seconds: Int
    public let distanceMeters: Int
    public let arrivesAt: Timestamp
    /// When it was computed.
    public let at: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, userId: User.ID, version: Int, status: String, seconds: Int, distanceMeters: Int,
                arrivesAt: Timestamp, at: Timestamp) {
        (self.orderId, self.userId, self.version, self.status) = (orderId, userId, version, status)
        (self.seconds, self.distanceMeters, self.arrivesAt, self.at) = (seconds, distanceMeters, arrivesAt, at)
    }
}
