import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Areas as answers show them.
enum ServiceAreaPresenter {
    /// How many points the areas of one page may have together; the answer then stays well below the largest message.
    static let pagePointsMax = 40_000

    static func body(_ area: ServiceArea, status: Int = 200) -> JSONBody {
        JSONBody(status: status, location: status == 201 ? "/service-areas/\(area.id)" : nil,
                 capacity: 512 + area.geometry.positions * bytesPerPoint) { (writer: inout JSONWriter) in
            members(of: area, withGeometry: true, to: &writer)
        }
    }
    /// Areas whose geometry does not fit on the page come without it.
    static func page(_ areas: [ServiceArea], _ request: PageRequest, total: Int) -> JSONBody {
        var points = 0
        let fits = areas.map { area in
            points += area.geometry.positions
            return points <= pagePointsMax
        }
        return JSONBody(capacity: 512 + min(points, pagePointsMax) * bytesPerPoint) { (writer: inout JSONWriter) in
            writer.member("data", array: zip(areas, fits)) { writer, entry in
                writer.object { members(of: entry.0, withGeometry: entry.1, to: &$0) }
            }
            writer.pageMeta(request, total: total)
        }
    }
    private static let bytesPerPoint = 26

    private static func members(of area: ServiceArea, withGeometry: Bool, to writer: inout JSONWriter) {
        writer.member("id", area.id)
        writer.member("code", area.code)
        writer.member("name", area.name)
        writer.member("priceZoneId", area.priceZoneId)
        writer.key("geometry")
        if withGeometry { writer.value(area.geometry) } else { writer.null() }
        writer.member("priority", area.priority)
        writer.member("active", area.active)
        writer.member("createdAt", area.createdAt.wholeSeconds)
        writer.member("updatedAt", area.updatedAt.wholeSeconds)
    }
}

extension AreaGeometry {
    fileprivate var positions: Int { polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } } }
}
