import Kernel

/// A guest who paid is forgotten: what is kept of their card goes, money rows stay without them.
public struct ForgetPayer: Message, Equatable {
    public static let type: MessageType = "payments.forget-payer.v1"
    public let userId: User.ID
    public init(userId: User.ID) { self.userId = userId }
}
