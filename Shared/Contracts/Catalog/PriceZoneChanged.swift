import Kernel

/// A price zone as it is now, after it was added or changed: what a delivery costs besides the fuel.
public struct PriceZoneChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.price-zone-changed.v1"
    public let priceZoneId: PriceZoneID
    public let code: String
    public let name: String
    public let deliveryFee: Money
    /// Added to the delivery fee when somebody does not wait for a window.
    public let asapFee: Money
    /// On fees, in hundredths of a percent.
    public let salesTaxBps: Int
    /// From few gallons to many; discounts never fall.
    public let tiers: [FuelTier]
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public var subject: String { "price-zones/\(priceZoneId)" }
    public init(priceZoneId: PriceZoneID, code: String, name: String, deliveryFee: Money, asapFee: Money, salesTaxBps: Int,
                tiers: [FuelTier], createdAt: Timestamp, updatedAt: Timestamp) {
        (self.priceZoneId, self.code, self.name) = (priceZoneId, code, name)
        (self.deliveryFee, self.asapFee, self.salesTaxBps, self.tiers) = (deliveryFee, asapFee, salesTaxBps, tiers)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}

/// Gallons above `minGallons` cost this much less each; those below it do not.
public struct FuelTier: Codable, Sendable, Hashable {
    public let minGallons: Gallons
    public let discountMills: Int
    public init(minGallons: Gallons, discountMills: Int) { (self.minGallons, self.discountMills) = (minGallons, discountMills) }
}
