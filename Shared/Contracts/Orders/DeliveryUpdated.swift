import Kernel

/// What a courier watches of a job. One for each change of its state.
public struct DeliveryUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-updated.v1"
    /// Of the job: its order's.
    public let id: OrderID
    public let orderNumber: String
    public let courierId: User.ID
    /// `searching`, `assigned`, `at_restaurant`, `picked_up`, `at_customer`, `delivered`, `failed`, `cancelled`.
    public let status: String
    public let estimatedReadyAt: Timestamp?
    public let updatedAt: Timestamp
    public var subject: String { "orders/\(id)" }
    public init(id: OrderID, orderNumber: String, courierId: User.ID, status: String, estimatedReadyAt: Timestamp? = nil,
                updatedAt: Timestamp) {
        (self.id, self.orderNumber, self.courierId, self.status) = (id, orderNumber, courierId, status)
        (self.estimatedReadyAt, self.updatedAt) = (estimatedReadyAt, updatedAt)
    }
}
