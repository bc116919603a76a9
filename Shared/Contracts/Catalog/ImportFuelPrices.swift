import Kernel

/// Seeding: prices of a fuel in a zone, also past ones. One that is there already stays as it is.
public struct ImportFuelPrices: Message, Equatable {
    public static let type: MessageType = "catalog.import-fuel-prices.v1"
    public struct Price: Codable, Sendable, Equatable {
        public let priceId: FuelPriceID
        public let mills: Int
        public let validFrom: Timestamp
        public let validUntil: Timestamp?
        public init(priceId: FuelPriceID, mills: Int, validFrom: Timestamp, validUntil: Timestamp? = nil) {
            (self.priceId, self.mills, self.validFrom, self.validUntil) = (priceId, mills, validFrom, validUntil)
        }
    }
    public let priceZoneId: PriceZoneID
    public let fuelType: String
    public let prices: [Price]
    public init(priceZoneId: PriceZoneID, fuelType: String, prices: [Price]) {
        (self.priceZoneId, self.fuelType, self.prices) = (priceZoneId, fuelType, prices)
    }
}
