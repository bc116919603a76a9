import Kernel

/// A quote is an order's: the answer to `ClaimQuote`, with everything that the order keeps.
public struct QuoteClaimed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.quote-claimed.v1"
    public static let awaitedBy = Awaiting.only(["orders"])
    /// The restaurant as it was at the claim.
    public struct Restaurant: Codable, Sendable, Equatable {
        public let id: RestaurantID
        public let ownerId: User.ID
        public let names: [String: String]
        public let location: GeoPoint
        public let addressLine: String
        public let phone: String
        public let prepMinutes: Int
        /// What `busy` adds to the preparation; 0: nothing.
        public let extraMinutes: Int
        /// Hundredths of a percent: 1500 is 15 %.
        public let commissionBasisPoints: Int
        public init(id: RestaurantID, ownerId: User.ID, names: [String: String], location: GeoPoint, addressLine: String, phone: String,
                    prepMinutes: Int, extraMinutes: Int, commissionBasisPoints: Int) {
            (self.id, self.ownerId, self.names, self.location) = (id, ownerId, names, location)
            (self.addressLine, self.phone, self.prepMinutes) = (addressLine, phone, prepMinutes)
            (self.extraMinutes, self.commissionBasisPoints) = (extraMinutes, commissionBasisPoints)
        }
    }
    public let claimId: ClaimID
    public let orderId: OrderID
    public let quoteId: QuoteID
    public let customerId: User.ID
    public let quote: QuoteContent
    public let restaurant: Restaurant
    /// When the hold ends if nothing confirms it.
    public let expiresAt: Timestamp
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, quoteId: QuoteID, customerId: User.ID, quote: QuoteContent, restaurant: Restaurant,
                expiresAt: Timestamp) {
        (self.claimId, self.orderId, self.quoteId, self.customerId) = (claimId, orderId, quoteId, customerId)
        (self.quote, self.restaurant, self.expiresAt) = (quote, restaurant, expiresAt)
    }
}
