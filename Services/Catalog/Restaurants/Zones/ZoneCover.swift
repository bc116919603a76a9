import CatalogKit
import CatalogShops
import Kernel

/// Cells that hold all places of a zone. A place in a cell that is not whole may be outside of it.
struct ZoneCover {
    struct Part: Equatable {
        let cell: GeoCell
        let isWhole: Bool
    }
    let parts: [Part]

    /// The levels a cover uses, coarse to fine; a place looks at one cell of each.
    static let levels = 2...GeoCell.finest
    /// Cells on a side of the box around a zone.
    private static let sideMax = 8
    /// More than what rounding does to the borders of cells, in degrees (about a metre).
    private static let slack = 1e-5

    init(_ shape: DeliveryZone.Shape) {
        let box = Self.box(around: shape)
        var found: [Part] = []
        // The finest level with few cells over the box.
        for level in Self.levels.reversed() {
            let count = 1 << level
            func row(_ latitude: Double) -> Int { min(count - 1, max(0, Int(((latitude + 90) / 180 * Double(count)).rounded(.down)))) }
            func column(_ longitude: Double) -> Int { Int(((longitude + 180) / 360 * Double(count)).rounded(.down)) }
            let (south, north) = (row(box.south), row(box.north))
            let (west, east) = (column(box.west), min(column(box.east), column(box.west) + count - 1))
            guard (north - south < Self.sideMax && east - west < Self.sideMax) || level == Self.levels.lowerBound else {
                continue
            }
            for y in south...north {
                for x in west...east {
                    let cell = GeoCell(level: level, column: (x % count + count) % count, row: y)
                    let (height, width) = (180 / Double(count), 360 / Double(count))
                    let area = Area(south: Double(y) * height - 90 - Self.slack, north: Double(y + 1) * height - 90 + Self.slack,
                                    west: Double(x) * width - 180 - Self.slack, east: Double(x + 1) * width - 180 + Self.slack)
                    switch Self.overlap(area, shape) {
                    case .none: continue
                    case .some: found.append(Part(cell: cell, isWhole: false))
                    case .all: found.append(Part(cell: cell, isWhole: true))
                    }
                }
            }
            break
        }
        parts = found
    }

    private struct Area { let south, north, west, east: Double }
    private enum Overlap { case none, some, all }

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
    private static let metersPerDegree = Coordinates.earthRadiusKm * 1000 * .pi / 180
    /// Of a degree of longitude, in parts of one of latitude.
    private static func widthOfDegree(at latitude: Double) -> Double {
        Coordinates(latitude: latitude, longitude: 0).meters(to: Coordinates(latitude: latitude, longitude: 0.01)) / metersPerDegree * 100
    }

    private static func overlap(_ area: Area, _ shape: DeliveryZone.Shape) -> Overlap {
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
            [area.west, area.east].map { ExactOrientation.sign(a, b, PlanePoint(x: $0, y: y)) }
        }
        return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
    }
}
