import Kernel

/// What an order's quote claimed is free again, held or confirmed: the kitchen place when the food is ready, the stock when the order
/// ends before it was prepared. A release that arrives before its claim wins; the same part twice is released once. It has no answer.
public struct ReleaseQuote: Message, Equatable {
    public static let type: MessageType = "catalog.release-quote.v1"
    public enum Part: String, Codable, Sendable, CaseIterable { case stock, kitchen }
    public let claimId: ClaimID
    public let orderId: OrderID
    public let parts: [Part]
    public init(claimId: ClaimID, orderId: OrderID, parts: [Part] = Part.allCases) {
        (self.claimId, self.orderId, self.parts) = (claimId, orderId, parts)
    }
}
