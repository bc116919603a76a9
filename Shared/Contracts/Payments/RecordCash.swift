import Kernel

/// A shop collected cash for the platform: records it in the shop's ledger. Answered by `CashRecorded`.
public struct RecordCash: Message, Equatable {
    public static let type: MessageType = "payments.record-cash.v1"
    public let paymentId: PaymentID
    /// What was sold.
    public let activationId: String
    /// Whose drawer it is in.
    public let shopId: Int
    public let vendorUserId: User.ID
    public let userId: User.ID
    public let amount: Money
    /// When, where that was not now.
    public let collectedAt: Timestamp?
    public init(paymentId: PaymentID, activationId: String, shopId: Int, vendorUserId: User.ID, userId: User.ID, amount: Money,
                collectedAt: Timestamp? = nil) {
        (self.paymentId, self.activationId, self.shopId) = (paymentId, activationId, shopId)
        (self.vendorUserId, self.userId, self.amount) = (vendorUserId, userId, amount)
        self.collectedAt = collectedAt
    }
}
