import Kernel

/// The order ended without a delivery.
public struct FoodOrderCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.food-order-cancelled.v1"
    public let order: FoodOrderHead
    /// A code of `cancelReasons` in `/app-config`.
    public let reason: String
    /// `customer`, `owner`, `system`, `courier`, or a role of the staff.
    public let byRole: String
    /// Absent: the system.
    public let byId: User.ID?
    /// What the customer pays all the same.
    public let fee: Money
    /// What was asked back for the customer.
    public let refund: Money
    /// The restaurant had seen the order.
    public let released: Bool
    /// The restaurant had accepted the order.
    public let accepted: Bool
    /// The restaurant did not want the order.
    public let rejected: Bool
    public let cancelledAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, reason: String, byRole: String, byId: User.ID? = nil, fee: Money, refund: Money, released: Bool,
                accepted: Bool, rejected: Bool, cancelledAt: Timestamp) {
        self.order = order
        (self.reason, self.byRole, self.byId, self.fee) = (reason, byRole, byId, fee)
        (self.refund, self.released, self.accepted, self.rejected) = (refund, released, accepted, rejected)
        self.cancelledAt = cancelledAt
    }

    private enum Key: String, CodingKey { case reason, byRole, byId, fee, refund, released, accepted, rejected, cancelledAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        reason = try values.decode(String.self, forKey: .reason)
        byRole = try values.decode(String.self, forKey: .byRole)
        byId = try values.decodeIfPresent(User.ID.self, forKey: .byId)
        fee = try values.decode(Money.self, forKey: .fee)
        refund = try values.decode(Money.self, forKey: .refund)
        released = try values.decode(Bool.self, forKey: .released)
        accepted = try values.decode(Bool.self, forKey: .accepted)
        rejected = try values.decode(Bool.self, forKey: .rejected)
        cancelledAt = try values.decode(Timestamp.self, forKey: .cancelledAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(reason, forKey: .reason)
        try values.encode(byRole, forKey: .byRole)
        try values.encodeIfPresent(byId, forKey: .byId)
        try values.encode(fee, forKey: .fee)
        try values.encode(refund, forKey: .refund)
        try values.encode(released, forKey: .released)
        try values.encode(accepted, forKey: .accepted)
        try values.encode(rejected, forKey: .rejected)
        try values.encode(cancelledAt, forKey: .cancelledAt)
    }
}
