import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager adds an area. It serves at once, unless it comes inactive.
package struct CreateServiceArea: Command {
    package static let type: MessageType = "catalog.create-service-area.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let fields = try ServiceAreaFields(form, isNew: true, in: tx)
        try fields.checkRows(tx, nil)
        guard let code = fields.code, let name = fields.name, let zone = fields.priceZoneId, let geometry = fields.geometry else {
            throw Rejection.invalid(["code": ["is required"]])
        }
        let area = ServiceArea(
            id: tx.newID(), code: code, name: name, priceZoneId: zone, geometry: geometry,
            priority: fields.priority ?? ServiceAreaFields.standardPriority, active: fields.active ?? true, createdAt: tx.now,
            updatedAt: tx.now)
        try tx.save(area)
        return ServiceAreaPresenter.body(area, status: 201)
    }
}

extension CatalogTransaction {
    /// Saves a new or changed area and publishes it.
    func save(_ area: ServiceArea) throws {
        try serviceAreas.save(area)
        try publish(area.changed)
    }
}
