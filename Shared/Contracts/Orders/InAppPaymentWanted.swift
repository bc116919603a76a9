import Kernel

/// A member wants to hear when orders in the app come.
public struct InAppPaymentWanted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.in-app-payment-wanted.v1"
    public let userId: User.ID
    public var subject: String { "users/\(userId)" }
    public init(userId: User.ID) { self.userId = userId }
}
