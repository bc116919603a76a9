import Kernel

/// The hold of a stop ended before anybody confirmed it: the stop is free again.
public struct WindowClaimExpired: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.window-claim-expired.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
