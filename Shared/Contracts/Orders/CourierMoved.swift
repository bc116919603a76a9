import Kernel

/// Where the courier of a job is; at most one in five seconds.
public struct CourierMoved: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-moved.v1"
    public static var awaitedBy: Awaiting { .nobody }
    public let orderId: OrderID
    public let courierId: User.ID
    public let location: GeoPoint
    public let at: Timestamp
    /// Parties of the order who do not see the courier on the map now.
    public let hiddenFrom: [User.ID]
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, courierId: User.ID, location: GeoPoint, at: Timestamp, hiddenFrom: [User.ID]) {
        (self.orderId, self.courierId, self.location) = (orderId, courierId, location)
        (self.at, self.hiddenFrom) = (at, hiddenFrom)
    }
}
