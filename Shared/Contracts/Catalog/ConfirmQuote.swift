import Kernel

/// The restaurant accepted the order: the held stock is sold, the kitchen place stays taken until it is released. It has no answer.
public struct ConfirmQuote: Message, Equatable {
    public static let type: MessageType = "catalog.confirm-quote.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
