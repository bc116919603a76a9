import Kernel

/// A shop's cash book never answered for a sale. The membership stays; a person has to look.
public struct CashUnconfirmed: DomainEvent, Equatable {
    public static let type: MessageType = "orders.cash-unconfirmed.v1"
    public let activationId: String
    public let paymentId: PaymentID
    public let shopId: Int
    public let amount: Money
    public var subject: String { "shops/\(shopId)" }
    public init(activationId: String, paymentId: PaymentID, shopId: Int, amount: Money) {
        (self.activationId, self.paymentId, self.shopId, self.amount) = (activationId, paymentId, shopId, amount)
    }
}
