import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager adds an area. It serves at once, unless it comes inactive.
package struct CreateServiceArea: Command {
    package static let type: MessageType = "catalog.create-service-area.v1"
    let edit: ServiceAreaEdit
    package init(_ edit: ServiceAreaEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try ServiceAreaEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let fields = try ServiceAreaFields(edit, isNew: true)
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
