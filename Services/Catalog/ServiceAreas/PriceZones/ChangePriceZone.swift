import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager changes a price zone. What is not sent stays; open quotes keep what they were made with.
package struct ChangePriceZone: Command {
    package static let type: MessageType = "catalog.change-price-zone.v1"
    let zoneId: PriceZoneID
    let edit: PriceZoneEdit
    package init(zoneId: PriceZoneID, _ edit: PriceZoneEdit) { (self.zoneId, self.edit) = (zoneId, edit) }

    private enum Key: String, CodingKey { case zoneId }
    package init(from decoder: any Decoder) throws {
        zoneId = try decoder.container(keyedBy: Key.self).decode(PriceZoneID.self, forKey: .zoneId)
        edit = try PriceZoneEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(zoneId, forKey: .zoneId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        guard let old = try tx.priceZones.find(zoneId) else { throw Rejection.notFound }
        let fields = try PriceZoneFields(edit, tx.definition, isNew: false)
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
