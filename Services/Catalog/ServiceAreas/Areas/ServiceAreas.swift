import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /service-areas`: all areas, also inactive ones, newest first.
package struct ServiceAreas: Query {
    package static let type: MessageType = "catalog.service-areas.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.serviceAreas.page(limit: request.perPage, offset: request.offset)
        return ServiceAreaPresenter.page(found.areas, request, total: found.total)
    }
}

/// `GET /service-areas/{areaId}`.
package struct ServiceAreaDetails: Query {
    package static let type: MessageType = "catalog.service-area.v1"
    let areaId: ServiceAreaID

    package func answer(in view: CatalogView) throws -> JSONBody {
        guard let area = try view.serviceAreas.find(areaId) else { throw Rejection.notFound }
        return ServiceAreaPresenter.body(area)
    }
}
