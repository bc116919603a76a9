import Contracts
import Kernel

/// What a gallon of a fuel costs in a zone, from a time on. Of several that are valid, the one that begins last is in force, so a
/// special with an end stands before a price without one and gives way to it again.
package struct FuelPrice: Sendable, Equatable {
    package let id: FuelPriceID
    package let zoneId: PriceZoneID
    package let fuelType: String
    package let mills: Int
    package let validFrom: Timestamp
    /// Not valid at this time anymore.
    package let validUntil: Timestamp?
    package let createdAt: Timestamp
    package init(id: FuelPriceID, zoneId: PriceZoneID, fuelType: String, mills: Int, validFrom: Timestamp, validUntil: Timestamp?,
                 createdAt: Timestamp) {
        (self.id, self.zoneId, self.fuelType, self.mills) = (id, zoneId, fuelType, mills)
        (self.validFrom, self.validUntil, self.createdAt) = (validFrom, validUntil, createdAt)
    }

    package func perGallon(in currency: Currency) -> PricePerGallon { PricePerGallon(mills: mills, currency: currency) }

    func write(in currency: Currency, to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("zoneId", zoneId)
        writer.member("fuelType", fuelType)
        writer.member("mills", mills)
        writer.member("pricePerGallon", perGallon(in: currency))
        writer.member("validFrom", validFrom.wholeSeconds)
        writer.member("validUntil", validUntil?.wholeSeconds)
        writer.member("createdAt", createdAt.wholeSeconds)
    }
}

/// What a new price must be.
package enum FuelPriceRules {
    package static let mills = 500...20_000
    /// A phone's clock may be late by so much.
    package static let backdated = Duration.seconds(60)
    package static let ahead = Duration.days(90)
    /// A larger step may be a slip of the finger, so it must be confirmed.
    package static let jumpPercent = 25

    package static func isJump(from old: Int, to new: Int) -> Bool {
        // Prices have five digits: nothing here overflows.
        abs(new - old) * 100 > old * jumpPercent
    }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ price: PricePerGallon) {
        member(name) { writer in
            writer.member("mills", price.mills)
            writer.member("currency", price.currency.code)
        }
    }
}
