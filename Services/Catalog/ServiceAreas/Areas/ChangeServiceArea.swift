import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager changes an area. What is not sent stays; open quotes keep what they were made with.
package struct ChangeServiceArea: Command {
    package static let type: MessageType = "catalog.change-service-area.v1"
    let areaId: ServiceAreaID
    let form: JSONValue
    package init(areaId: ServiceAreaID, _ form: JSONValue) { (self.areaId, self.form) = (areaId, form) }
    package init(from decoder: any Decoder) throws { (areaId, form) = try PathForm.read("areaId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(areaId, as: "areaId", form, encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        guard let old = try tx.serviceAreas.find(areaId) else { throw Rejection.notFound }
        let fields = try ServiceAreaFields(form, isNew: false, in: tx)
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
