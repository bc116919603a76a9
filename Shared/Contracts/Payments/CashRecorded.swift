import Kernel

/// A shop's book has the cash it took.
public struct CashRecorded: DomainEvent, Equatable {
    public static let type: MessageType = "payments.cash-recorded.v1"
    public let paymentId: PaymentID
    /// What was sold.
    public let activationId: String
    /// Whose drawer it is in.
    public let shopId: Int
    public let vendorUserId: User.ID
    public let userId: User.ID
    public let amount: Money
    public var subject: String { "shops/\(shopId)" }
    public init(paymentId: PaymentID, activationId: String, shopId: Int, vendorUserId: User.ID, userId: User.ID, amount: Money) {
        (self.paymentId, self.activationId, self.shopId) = (paymentId, activationId, shopId)
        (self.vendorUserId, self.userId, self.amount) = (vendorUserId, userId, amount)
    }
}
