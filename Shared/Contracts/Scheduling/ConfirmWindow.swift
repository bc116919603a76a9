import Kernel

/// The order is scheduled: its claim stays until it is released. Answered by `WindowConfirmed`, or by `WindowClaimExpired` or
/// `WindowReleased` if the claim ended before.
public struct ConfirmWindow: Message, Equatable {
    public static let type: MessageType = "scheduling.confirm-window.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
