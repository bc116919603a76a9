import CatalogKit
import CatalogServiceAreas
import Contracts
import Kernel
import ServiceKit

/// A pricing manager sets what a fuel costs in a zone from now or a later time on. Quotes that were made keep their price.
package struct PublishPrice: Command {
    package static let type: MessageType = "catalog.publish-price.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var reader = FormReader(form)
        let zoneId = reader.id("zoneId", isRequired: true, of: PriceZoneTag.self)
        let code = reader.text("fuelType", 1...20, isRequired: true)
        let mills = reader.integer("mills", FuelPriceRules.mills, isRequired: true)
        let sent = reader.time("validFrom"), from = sent ?? tx.now
        let until = reader.time("validUntil")
        let isConfirmed = reader.flag("confirmJump") ?? false
        // Counted from the second that answers show as now.
        if from < tx.now.wholeSeconds - FuelPriceRules.backdated { reader.fail("validFrom", "is in the past") }
        if from > tx.now + FuelPriceRules.ahead { reader.fail("validFrom", "must be at most 90 days ahead") }
        if let until, until <= from { reader.fail("validUntil", "must be after validFrom") }
        let zone = try zoneId.flatMap { try tx.priceZones.find($0) }
        if zoneId != nil, zone == nil { reader.fail("zoneId", "is not known") }
        let fuel = try code.flatMap { try tx.fuelTypes.find($0) }
        if code != nil, fuel == nil { reader.fail("fuelType", "is not known") }
        try reader.finish()
        guard let zone, let fuel, let mills else { throw Rejection.notFound }
        // Answers show whole seconds: a time that stands there means the price that begins within its second.
        let isShown = sent.map { $0 == $0.wholeSeconds } ?? false
        guard try !tx.fuelPrices.begins(at: from, within: isShown ? .seconds(1) : .milliseconds(1), zone.id, fuel.code) else {
            throw Rejection.conflict("price-exists", "This fuel has a price from that time on already.")
        }
        if !isConfirmed, let before = try tx.fuelPrices.inForce(zone.id, fuel.code, at: from),
           FuelPriceRules.isJump(from: before.mills, to: mills) {
            throw Rejection.conflict("price-jump", "This is more than 25 % from the price before. Confirm that you mean it.",
                                     ["currentMills": .int(before.mills)])
        }
        let price = FuelPrice(id: tx.newID(), zoneId: zone.id, fuelType: fuel.code, mills: mills, validFrom: from, validUntil: until,
                              createdAt: tx.now)
        let board = FuelPriceBoard(tx), currency = tx.definition.currency
        try board.catchUp(zone.id, fuel)
        try tx.fuelPrices.insert(price)
        try tx.publish(price.published(in: currency))
        try board.showAnew(zone.id, fuel)
        return JSONBody(status: 201, location: "/prices/\(price.id)", capacity: 400) { (writer: inout JSONWriter) in
            price.write(in: currency, to: &writer)
        }
    }
}

extension FuelPrice {
    func published(in currency: Currency) -> FuelPricePublished {
        FuelPricePublished(priceId: id, priceZoneId: zoneId, fuelType: fuelType, pricePerGallon: perGallon(in: currency),
                           validFrom: validFrom, validUntil: validUntil)
    }
}
