import Kernel

/// Another price is in force from `at` on: one began, or a special ended and the price before it returned.
/// For those who look at prices; what a quote costs follows from `catalog.price-published.v1`.
public struct FuelPriceChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.price-changed.v1"
    public let priceZoneId: PriceZoneID
    public let fuelType: String
    /// Nil: the fuel has no price now.
    public let pricePerGallon: PricePerGallon?
    public let validFrom: Timestamp?
    public let validUntil: Timestamp?
    public let at: Timestamp
    public var subject: String { "price-zones/\(priceZoneId)" }
    public init(priceZoneId: PriceZoneID, fuelType: String, pricePerGallon: PricePerGallon?, validFrom: Timestamp?, validUntil: Timestamp?,
                at: Timestamp) {
        (self.priceZoneId, self.fuelType, self.pricePerGallon) = (priceZoneId, fuelType, pricePerGallon)
        (self.validFrom, self.validUntil, self.at) = (validFrom, validUntil, at)
    }
}
