import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /price-zones`: all zones, newest first.
package struct PriceZones: Query {
    package static let type: MessageType = "catalog.price-zones.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.priceZones.page(limit: request.perPage, offset: request.offset)
        let presenter = PriceZonePresenter(view.definition.currency)
        return JSONBody(capacity: 128 + found.zones.count * 512) { (writer: inout JSONWriter) in
            writer.member("data", array: found.zones) { writer, zone in writer.object { presenter.members(of: zone, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }
}

/// `GET /price-zones/{zoneId}`.
package struct PriceZoneDetails: Query {
    package static let type: MessageType = "catalog.price-zone.v1"
    let zoneId: PriceZoneID

    package func answer(in view: CatalogView) throws -> JSONBody {
        guard let zone = try view.priceZones.find(zoneId) else { throw Rejection.notFound }
        return PriceZonePresenter(view.definition.currency).body(zone)
    }
}
