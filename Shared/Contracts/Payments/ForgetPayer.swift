import Kernel

/// Erases a guest who paid: payments deletes the card data and keeps the money rows without them.
public struct ForgetPayer: Message, Equatable {
    public static let type: MessageType = "payments.forget-payer.v1"
    public let userId: User.ID
    public init(userId: User.ID) { self.userId = userId }
}
