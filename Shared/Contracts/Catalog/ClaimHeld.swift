import Kernel

/// What the lines of a claim name is held.
public struct ClaimHeld: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.claim-held.v1"
    public struct Line: Codable, Sendable, Equatable {
        public let subject: String
        public let unit: String
        public let quantity: Int
        /// Name and price of the moment of the claim.
        public let name: String
        public let unitPrice: Money
        public init(subject: String, unit: String, quantity: Int, name: String, unitPrice: Money) {
            (self.subject, self.unit, self.quantity, self.name, self.unitPrice) = (subject, unit, quantity, name, unitPrice)
        }
    }
    public let claimId: ClaimID
    public let orderId: OrderID
    public let userId: User.ID
    public let listing: ListingReference
    public let lines: [Line]
    public let total: Money
    public let expiresAt: Timestamp
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, userId: User.ID, listing: ListingReference, lines: [Line], total: Money,
                expiresAt: Timestamp) {
        (self.claimId, self.orderId, self.userId, self.listing) = (claimId, orderId, userId, listing)
        (self.lines, self.total, self.expiresAt) = (lines, total, expiresAt)
    }
}
