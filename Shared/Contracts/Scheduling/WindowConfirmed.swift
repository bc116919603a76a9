import Kernel

/// A claimed stop stays with its order until it is released.
public struct WindowConfirmed: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.window-confirmed.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
