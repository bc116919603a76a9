import Kernel

/// The order needs its stop no longer, held or confirmed. A release that arrives before its claim wins. Answered by `WindowReleased`,
/// once.
public struct ReleaseWindow: Message, Equatable {
    public static let type: MessageType = "scheduling.release-window.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
