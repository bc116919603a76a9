import Kernel

/// Paid (or free): what is held is sold. Answered by `ClaimConfirmed` or `ClaimConfirmRefused`.
public struct ConfirmClaim: Message, Equatable {
    public static let type: MessageType = "catalog.confirm-claim.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public init(claimId: ClaimID, orderId: OrderID) {
        (self.claimId, self.orderId) = (claimId, orderId)
    }
}
