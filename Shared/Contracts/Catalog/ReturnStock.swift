import Kernel

/// Returns what was sold, the money paid for it, or both.
public struct ReturnStock: Message, Equatable {
    public static let type: MessageType = "catalog.return-stock.v2"
    public let orderId: OrderID
    public let listing: ListingReference
    public let lines: [ClaimLine]
    /// Names this return: the same one twice returns once.
    public let returnId: String
    /// Who had bought it: for orders that never had a claim (imported ones).
    public let userId: User.ID?
    /// Minor units of the order's money that are refunded or being refunded. Absent: refund the price of the lines.
    public let refundedTotal: Int?
    public init(orderId: OrderID, listing: ListingReference, lines: [ClaimLine], returnId: String, userId: User.ID? = nil,
                refundedTotal: Int? = nil) {
        (self.orderId, self.listing, self.lines, self.returnId) = (orderId, listing, lines, returnId)
        (self.userId, self.refundedTotal) = (userId, refundedTotal)
    }
}
