import Kernel

/// A stop is free again because its order released it.
public struct WindowReleased: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.window-released.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID) { (self.claimId, self.orderId) = (claimId, orderId) }
}
