import Kernel

/// One line of what an order of fuel costs. A promo's amount is negative; the lines add up to the total.
public struct FuelLine: Codable, Sendable, Equatable {
    /// In the order in which lines are shown.
    public enum Code: String, Codable, Sendable, CaseIterable {
        case fuel, promo
        case deliveryFee = "delivery_fee"
        case asapFee = "asap_fee"
        case salesTax = "sales_tax"
        case tip
        case cancellationFee = "cancellation_fee"
        case noShowFee = "no_show_fee"
    }
    public let code: Code
    public let amount: Money
    /// How it was computed: `15.000 × 3.399 + 0.800 × 3.369`.
    public let detail: String?
    public init(code: Code, amount: Money, detail: String? = nil) { (self.code, self.amount, self.detail) = (code, amount, detail) }
}
