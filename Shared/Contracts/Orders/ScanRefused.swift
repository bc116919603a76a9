import Kernel

/// A scan at a shop's counter was rejected.
public struct ScanRefused: DomainEvent, Equatable {
    public static let type: MessageType = "orders.scan-refused.v1"
    public let vendorUserId: User.ID
    public let shopId: Int
    /// `not-a-peez-code`, `bad-signature`, `unknown-member`, `card-revoked`, `bad-proof`, `proof-expired`, `proof-already-used`.
    public let reason: String
    public var subject: String { "shops/\(shopId)" }
    public init(vendorUserId: User.ID, shopId: Int, reason: String) {
        (self.vendorUserId, self.shopId, self.reason) = (vendorUserId, shopId, reason)
    }
}
