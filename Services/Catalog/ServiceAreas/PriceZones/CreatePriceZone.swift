import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager adds a price zone; areas then name it.
package struct CreatePriceZone: Command {
    package static let type: MessageType = "catalog.create-price-zone.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let fields = try PriceZoneFields(form, tx.definition, isNew: true)
        try fields.checkRows(tx, nil)
        var zone = PriceZone(id: tx.newID(), code: "", name: "", deliveryFee: 0, asapFee: 0, salesTaxBps: 0, tiers: [], createdAt: tx.now,
                             updatedAt: tx.now)
        fields.apply(to: &zone)
        try tx.save(zone)
        return PriceZonePresenter(tx.definition.currency).body(zone, status: 201)
    }
}

extension CatalogTransaction {
    /// Saves a new or changed zone and publishes it.
    func save(_ zone: PriceZone) throws {
        try priceZones.save(zone)
        try publish(zone.changed(definition.currency))
    }
}
