import Kernel

/// A line of a claim: how much of what. A seat, a dish, litres of fuel and a place in a time window are claimed alike.
public struct ClaimLine: Codable, Sendable, Equatable {
    /// What is claimed, by the id that its kind of listing gave it: a ticket type, a dish, a window.
    public let subject: String
    /// What it is counted in: `ticket`, `portion`, `litre`. A claim in another unit than the subject has is refused.
    public let unit: String
    public let quantity: Int
    /// What one was sold at before: a late claim is made at it. Nil: at the price of now.
    public let unitPrice: Money?
    public init(subject: String, unit: String, quantity: Int, unitPrice: Money? = nil) {
        (self.subject, self.unit, self.quantity, self.unitPrice) = (subject, unit, quantity, unitPrice)
    }
}
