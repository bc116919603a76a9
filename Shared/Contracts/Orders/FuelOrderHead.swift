import Kernel

/// What every event of an order of fuel says of it: the order, and its state after the event.
public struct FuelOrderHead: Sendable, Equatable {
    public let orderId: OrderID
    public let userId: User.ID
    public let number: String
    public let version: Int
    public let status: String
    public let at: Timestamp
    public init(orderId: OrderID, userId: User.ID, number: String, version: Int, status: String, at: Timestamp) {
        (self.orderId, self.userId, self.number) = (orderId, userId, number)
        (self.version, self.status, self.at) = (version, status, at)
    }
}
