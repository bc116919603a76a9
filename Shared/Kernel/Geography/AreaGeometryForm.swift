/// Why an area that somebody sent is none.
public enum AreaGeometryFlaw: Error, Sendable, Hashable {
    case notGeoJSON
    case tooManyPositions
    case offEarth
    case tooFewPositions
    case notClosed
    case repeatedPosition
    /// An edge spans more than 180 degrees: it is meant to cross the date line, where areas are split.
    case crossesDateLine
    case shape(PolygonFlaw)

    /// Continues the name of the field.
    public var sentence: String {
        switch self {
        case .notGeoJSON: "must be a Polygon or MultiPolygon of GeoJSON"
        case .tooManyPositions: "must have at most \(AreaGeometry.positionsMax) points"
        case .offEarth: "must have longitudes of -180 to 180 and latitudes of -90 to 90"
        case .tooFewPositions: "must have at least \(AreaGeometry.ringPositionsMin) points"
        case .notClosed: "must end where it begins"
        case .repeatedPosition: "must not have the same point twice in a ring"
        case .crossesDateLine: "must be split into a MultiPolygon at the antimeridian"
        case .shape(.crossing): "must not cross itself"
        case .shape(.holeOutside): "must have its holes inside and apart from each other"
        case .shape(.overlap): "must have parts that do not overlap"
        }
    }
}

extension AreaGeometry {
    /// Over all rings, closing ones included.
    public static let positionsMax = 5000
    public static let ringPositionsMin = 4

    /// Reads a GeoJSON geometry as people send it. Coordinates are rounded to six decimals; third numbers are ignored.
    public init(geoJSON json: JSONValue) throws(AreaGeometryFlaw) {
        guard let kind = json["type"]?.string.flatMap(Kind.init), let coordinates = json["coordinates"]?.array else { throw .notGeoJSON }
        let sent: [JSONValue] = switch kind {
        case .polygon: [.array(coordinates)]
        case .multiPolygon: coordinates
        }
        var (polygons, positions) = ([PlanarPolygon<MicroPoint>](), 0)
        for part in sent {
            var rings: [[MicroPoint]] = []
            for ring in part.array ?? [] {
                guard let entries = ring.array else { throw .notGeoJSON }
                positions += entries.count
                guard positions <= Self.positionsMax else { throw .tooManyPositions }
                var points: [MicroPoint] = []
                for entry in entries { points.append(try Self.point(entry)) }
                rings.append(points)
            }
            guard !rings.isEmpty else { throw .notGeoJSON }
            polygons.append(PlanarPolygon(rings: rings))
        }
        guard !polygons.isEmpty else { throw .notGeoJSON }
        self.init(kind, polygons)
        if let flaw { throw flaw }
    }

    /// Nil: it is an area.
    public var flaw: AreaGeometryFlaw? {
        let rings = polygons.flatMap(\.rings)
        for ring in rings {
            if ring.count < Self.ringPositionsMin { return .tooFewPositions }
            if ring.first != ring.last { return .notClosed }
            if Set(ring).count < ring.count - 1 { return .repeatedPosition }
            for (a, b) in zip(ring, ring.dropFirst()) where abs(a.x - b.x) > 180 * MicroPoint.perDegree { return .crossesDateLine }
        }
        return PolygonFlaw.of(polygons).map { .shape($0) }
    }

    private static func point(_ json: JSONValue) throws(AreaGeometryFlaw) -> MicroPoint {
        guard let numbers = json.array, numbers.count >= 2, let longitude = degrees(numbers[0]), let latitude = degrees(numbers[1]) else {
            throw .notGeoJSON
        }
        guard let x = longitude, let y = latitude, MicroPoint.longitudes.contains(x), MicroPoint.latitudes.contains(y) else {
            throw .offEarth
        }
        return MicroPoint(x: x, y: y)
    }
    /// Nil: not a number; a nil within: not on earth.
    private static func degrees(_ json: JSONValue) -> Int?? {
        switch json {
        case .int(let value): .some(MicroPoint.units(Double(value)))
        case .double(let value): .some(MicroPoint.units(value))
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
