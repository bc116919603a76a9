import Kernel

/// A sale at a shop was undone in time.
public struct ActivationVoided: DomainEvent, Equatable {
    public static let type: MessageType = "orders.activation-voided.v1"
    public let activationId: String
    public let subscriptionId: Int
    public let userId: User.ID
    public let shopId: Int
    /// The cash to return at the counter.
    public let amount: Money
    /// A code: `voided`. The shop's own text stays in orders.
    public let reason: String
    public var subject: String { "users/\(userId)" }
    public init(activationId: String, subscriptionId: Int, userId: User.ID, shopId: Int, amount: Money, reason: String) {
        (self.activationId, self.subscriptionId, self.userId) = (activationId, subscriptionId, userId)
        (self.shopId, self.amount, self.reason) = (shopId, amount, reason)
    }
}
