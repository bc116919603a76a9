import Kernel

/// A quote can't be ordered: nothing is held, and the quote is not used up.
public struct QuoteRefused: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.quote-refused.v1"
    public static let awaitedBy = Awaiting.only(["orders"])
    public let claimId: ClaimID
    public let orderId: OrderID
    /// `quote-not-found`, `quote-already-used`, `quote-expired`, `quote-not-orderable`; `claim-released`: the order gave it up before.
    public let slug: String
    /// HTTP status of the refusal.
    public let status: Int
    public let detail: String
    /// With `quote-already-used`: the order that has it.
    public let usedByOrderId: OrderID?
    /// With `quote-not-orderable`; else empty.
    public let problems: [QuoteProblem]
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, slug: String, status: Int, detail: String, usedByOrderId: OrderID? = nil,
                problems: [QuoteProblem] = []) {
        (self.claimId, self.orderId, self.slug, self.status) = (claimId, orderId, slug, status)
        (self.detail, self.usedByOrderId, self.problems) = (detail, usedByOrderId, problems)
    }
}
