import Kernel

/// Where the driver of a fuel order is, while the customer may see it.
public struct DriverLocationUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.driver-location-updated.v1"
    public static var awaitedBy: Awaiting { .nobody }
    public let orderId: OrderID
    /// Of the customer.
    public let userId: User.ID
    public let driverId: User.ID
    public let version: Int
    public let status: String
    public let lat: Double
    public let lng: Double
    /// Degrees from north; absent: the phone did not say.
    public let heading: Int?
    /// By the driver's phone.
    public let at: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, userId: User.ID, driverId: User.ID, version: Int, status: String, lat: Double, lng: Double,
                heading: Int? = nil, at: Timestamp) {
        (self.orderId, self.userId, self.driverId, self.version, self.status) = (orderId, userId, driverId, version, status)
        (self.lat, self.lng, self.heading, self.at) = (lat, lng, heading, at)
    }
}
