import Kernel

/// A price was deleted before it began. It never was in force.
public struct FuelPriceWithdrawn: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.price-withdrawn.v1"
    public let priceId: FuelPriceID
    public let priceZoneId: PriceZoneID
    public let fuelType: String
    public let validFrom: Timestamp
    public var subject: String { "prices/\(priceId)" }
    public init(priceId: FuelPriceID, priceZoneId: PriceZoneID, fuelType: String, validFrom: Timestamp) {
        (self.priceId, self.priceZoneId, self.fuelType, self.validFrom) = (priceId, priceZoneId, fuelType, validFrom)
    }
}
