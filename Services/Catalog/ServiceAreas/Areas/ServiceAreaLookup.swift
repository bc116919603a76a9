import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /service-areas/lookup`: which area serves a place; where none does, how far the nearest one is.
package struct ServiceAreaLookup: Query {
    package static let type: MessageType = "catalog.look-up-service-area.v1"
    let lat: Double?
    let lng: Double?
    package init(lat: Double?, lng: Double?) { (self.lat, self.lng) = (lat, lng) }

    /// Areas farther away are not named.
    static let nearestMetersMax = 50_000.0

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let place = check.place(lat: lat, lng: lng)
        try check.check()
        let area = try place.flatMap { try view.serviceAreas.serving($0) }
        let nearest = try area == nil ? place.flatMap { try view.serviceAreas.nearest(to: $0, within: Self.nearestMetersMax) } : nil
        return JSONBody(capacity: 256) { (writer: inout JSONWriter) in
            writer.member("serviceable", area != nil)
            writer.member("areaId", area?.id.rawValue)
            writer.member("areaCode", area?.code)
            writer.member("priceZoneId", area?.priceZoneId.rawValue)
            writer.key("nearest")
            guard let nearest else { return writer.null() }
            writer.object { writer in
                writer.member("areaId", nearest.id)
                writer.member("distanceMeters", Int(nearest.meters.rounded()))
            }
        }
    }
}
