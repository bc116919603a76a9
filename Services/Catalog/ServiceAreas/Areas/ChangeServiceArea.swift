import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager changes an area. What is not sent stays; open quotes keep what they were made with.
package struct ChangeServiceArea: Command {
    package static let type: MessageType = "catalog.change-service-area.v1"
    let areaId: ServiceAreaID
    let edit: ServiceAreaEdit
    package init(areaId: ServiceAreaID, _ edit: ServiceAreaEdit) { (self.areaId, self.edit) = (areaId, edit) }

    private enum Key: String, CodingKey { case areaId }
    package init(from decoder: any Decoder) throws {
        areaId = try decoder.container(keyedBy: Key.self).decode(ServiceAreaID.self, forKey: .areaId)
        edit = try ServiceAreaEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(areaId, forKey: .areaId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        guard let old = try tx.serviceAreas.find(areaId) else { throw Rejection.notFound }
        let fields = try ServiceAreaFields(edit, isNew: false)
        try fields.checkRows(tx, old.id)
        var area = old
        fields.apply(to: &area)
        if area != old {
            area.updatedAt = tx.now
            try tx.save(area)
        }
        return ServiceAreaPresenter.body(area)
    }
}
