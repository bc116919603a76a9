import CatalogKit
import Kernel

/// Cells that hold all places of a zone. A place in a cell that is not whole may be outside of it.
struct ZoneCover {
    let parts: [CellCover.Part]

    /// More than what rounding does to the borders of cells, in degrees (about a metre).
    private static let slack = 1e-5

    private static let sideMax = 8

    init(_ shape: DeliveryZone.Shape) {
        parts = CellCover(Self.box(around: shape), sideMax: Self.sideMax) { Self.overlap($0.grown(by: Self.slack), shape) }.parts
    }

    private typealias Area = CellCover.Area

    private static func box(around shape: DeliveryZone.Shape) -> Area {
        switch shape {
        case .polygon(let polygon):
            let points = polygon.rings.first ?? []
            return Area(south: (points.map(\.y).min() ?? 0) - slack, north: (points.map(\.y).max() ?? 0) + slack,
                        west: (points.map(\.x).min() ?? 0) - slack, east: (points.map(\.x).max() ?? 0) + slack)
        case .circle(let center, let radius):
            let degrees = radius / metersPerDegree * 1.01 + slack
            let (south, north) = (center.latitude - degrees, center.latitude + degrees)
            // Meridians come together towards the poles.
            let turn = max(abs(south), abs(north)) > 85 ? 180 : degrees / widthOfDegree(at: max(abs(south), abs(north))) * 1.01
            return Area(south: south, north: north, west: center.longitude - turn, east: center.longitude + turn)
        }
    }
    private static let metersPerDegree = GreatCircle.radiusMeters * .pi / 180
    /// Of a degree of longitude, in parts of one of latitude.
    private static func widthOfDegree(at latitude: Double) -> Double {
        Coordinates(latitude: latitude, longitude: 0).meters(to: Coordinates(latitude: latitude, longitude: 0.01)) / metersPerDegree * 100
    }

    private static func overlap(_ area: Area, _ shape: DeliveryZone.Shape) -> CellCover.Overlap {
        switch shape {
        case .circle(let center, let radius):
            // Away from the poles a corner is the farthest place of a small cell; near them nothing is sure.
            guard max(abs(area.south), abs(area.north)) < 80 else { return .some }
            let corners = [area.south, area.north].flatMap { y in [area.west, area.east].map { Coordinates(latitude: y, longitude: $0) } }
            if corners.allSatisfy({ center.meters(to: $0) < radius * 0.98 }) { return .all }
            let nearest = Coordinates(latitude: min(max(center.latitude, area.south), area.north),
                                      longitude: min(max(center.longitude, area.west), area.east))
            return center.meters(to: nearest) > radius * 1.05 + 100 ? .none : .some
        case .polygon(let polygon):
            for ring in polygon.rings {
                for (a, b) in zip(ring, ring.dropFirst()) where touches(a, b, area) { return .some }
            }
            let middle = PlanePoint(x: (area.west + area.east) / 2, y: (area.south + area.north) / 2)
            return polygon.contains(middle) ? .all : .none
        }
    }
    /// Whether an edge may touch an area: their boxes meet, and not all corners lie on one side of it.
    private static func touches(_ a: PlanePoint, _ b: PlanePoint, _ area: Area) -> Bool {
        guard max(a.x, b.x) >= area.west, min(a.x, b.x) <= area.east, max(a.y, b.y) >= area.south, min(a.y, b.y) <= area.north else {
            return false
        }
        let sides = [area.south, area.north].flatMap { y in
            [area.west, area.east].map { PlanePoint.orientation(a, b, PlanePoint(x: $0, y: y)) }
        }
        return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
    }
}
