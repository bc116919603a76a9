import Kernel

/// A payment is under way: keep what is held until then. Never shortens a hold.
public struct ExtendClaim: Message, Equatable {
    public static let type: MessageType = "catalog.extend-claim.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let until: Timestamp
    public init(claimId: ClaimID, orderId: OrderID, until: Timestamp) {
        (self.claimId, self.orderId, self.until) = (claimId, orderId, until)
    }
}
