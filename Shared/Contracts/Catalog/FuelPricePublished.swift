import Kernel

/// A price of a fuel in a zone was published.
/// Of several that are valid at a time, the one that begins last is in force.
public struct FuelPricePublished: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.price-published.v1"
    public let priceId: FuelPriceID
    public let priceZoneId: PriceZoneID
    public let fuelType: String
    public let pricePerGallon: PricePerGallon
    public let validFrom: Timestamp
    /// The price is not valid at this time anymore; nil: until another one begins.
    public let validUntil: Timestamp?
    public var subject: String { "prices/\(priceId)" }
    public init(priceId: FuelPriceID, priceZoneId: PriceZoneID, fuelType: String, pricePerGallon: PricePerGallon, validFrom: Timestamp,
                validUntil: Timestamp?) {
        (self.priceId, self.priceZoneId, self.fuelType, self.pricePerGallon) = (priceId, priceZoneId, fuelType, pricePerGallon)
        (self.validFrom, self.validUntil) = (validFrom, validUntil)
    }
}
