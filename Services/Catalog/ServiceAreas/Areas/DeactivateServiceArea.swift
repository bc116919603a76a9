import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager takes an area out of service. It stays, because orders name it; those that were accepted are finished.
package struct DeactivateServiceArea: Command {
    package static let type: MessageType = "catalog.deactivate-service-area.v1"
    let areaId: ServiceAreaID
    package init(areaId: ServiceAreaID) { self.areaId = areaId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard var area = try tx.serviceAreas.find(areaId) else { throw Rejection.notFound }
        guard area.active else { return NoContent() }
        (area.active, area.updatedAt) = (false, tx.now)
        try tx.save(area)
        return NoContent()
    }
}
