import Kernel

/// Seeding: a price zone with a fixed id. One that is there already stays as it is.
public struct ImportPriceZone: Message, Equatable {
    public static let type: MessageType = "catalog.import-price-zone.v1"
    public let priceZoneId: PriceZoneID
    public let code: String
    public let name: String
    /// Minor units of the tenant's currency.
    public let deliveryFee: Int
    public let asapFee: Int
    public let salesTaxBps: Int
    public let tiers: [FuelTier]
    public let createdAt: Timestamp
    public init(priceZoneId: PriceZoneID, code: String, name: String, deliveryFee: Int, asapFee: Int, salesTaxBps: Int, tiers: [FuelTier],
                createdAt: Timestamp) {
        (self.priceZoneId, self.code, self.name) = (priceZoneId, code, name)
        (self.deliveryFee, self.asapFee, self.salesTaxBps, self.tiers) = (deliveryFee, asapFee, salesTaxBps, tiers)
        self.createdAt = createdAt
    }
}
