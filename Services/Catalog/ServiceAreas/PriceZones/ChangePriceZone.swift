import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager changes a price zone. What is not sent stays; open quotes keep what they were made with.
package struct ChangePriceZone: Command {
    package static let type: MessageType = "catalog.change-price-zone.v1"
    let zoneId: PriceZoneID
    let form: JSONValue
    package init(zoneId: PriceZoneID, _ form: JSONValue) { (self.zoneId, self.form) = (zoneId, form) }
    package init(from decoder: any Decoder) throws { (zoneId, form) = try PathForm.read("zoneId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(zoneId, as: "zoneId", form, encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        guard let old = try tx.priceZones.find(zoneId) else { throw Rejection.notFound }
        let fields = try PriceZoneFields(form, tx.definition, isNew: false)
        try fields.checkRows(tx, old.id)
        var zone = old
        fields.apply(to: &zone)
        if zone != old {
            zone.updatedAt = tx.now
            try tx.save(zone)
        }
        return PriceZonePresenter(tx.definition.currency).body(zone)
    }
}
