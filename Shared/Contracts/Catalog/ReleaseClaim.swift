import Kernel

/// What is held goes back. A release that arrives before its claim wins.
public struct ReleaseClaim: Message, Equatable {
    public static let type: MessageType = "catalog.release-claim.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public init(claimId: ClaimID, orderId: OrderID) {
        (self.claimId, self.orderId) = (claimId, orderId)
    }
}
