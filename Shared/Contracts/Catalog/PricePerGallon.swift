import Kernel

/// What a gallon costs, in mills, thousandths of the currency's major unit: `{"mills": 3399, "currency": "USD"}`.
public struct PricePerGallon: Codable, Sendable, Hashable {
    public let mills: Int
    public let currency: Currency
    public init(mills: Int, currency: Currency) { (self.mills, self.currency) = (mills, currency) }
    public var json: JSONValue { ["mills": .int(mills), "currency": .string(currency.code)] }
}
