import Kernel

/// An order asks for its quote: everything but prices and fees is checked again, a place in the kitchen and the stock of the items are
/// held. Answered by `QuoteClaimed` or `QuoteRefused`; the same claim again is answered the same.
public struct ClaimQuote: Message, Equatable {
    public static let type: MessageType = "catalog.claim-quote.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let quoteId: QuoteID
    public let customerId: User.ID
    /// `cash` or `card`.
    public let method: String
    /// The quote's life is judged at this time.
    public let placedAt: Timestamp
    /// Until then the claim is held, but no longer than an hour from `placedAt`.
    public let expiresAt: Timestamp
    /// Of the messages of problems; nil: the app's first one.
    public let language: String?
    public init(claimId: ClaimID, orderId: OrderID, quoteId: QuoteID, customerId: User.ID, method: String, placedAt: Timestamp,
                expiresAt: Timestamp, language: String? = nil) {
        (self.claimId, self.orderId, self.quoteId, self.customerId) = (claimId, orderId, quoteId, customerId)
        (self.method, self.placedAt, self.expiresAt, self.language) = (method, placedAt, expiresAt, language)
    }
}
