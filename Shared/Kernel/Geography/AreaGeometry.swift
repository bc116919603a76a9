/// A Polygon or MultiPolygon of GeoJSON (RFC 7946) in whole millionths of a degree, plane in longitude and latitude.
/// Borders, also those of holes, belong to it.
public struct AreaGeometry: Sendable, Hashable {
    public enum Kind: String, Codable, Sendable {
        case polygon = "Polygon"
        case multiPolygon = "MultiPolygon"
    }
    public let kind: Kind
    /// One for a Polygon.
    public let polygons: [PlanarPolygon<MicroPoint>]
    public let box: GeoBox

    /// Without a check; `flaw` has it.
    public init(_ kind: Kind, _ polygons: [PlanarPolygon<MicroPoint>]) {
        (self.kind, self.polygons, box) = (kind, polygons, GeoBox(around: polygons.lazy.flatMap(\.rings).joined()))
    }

    /// A point on the date line is tested on both of its sides.
    public func contains(_ point: MicroPoint) -> Bool {
        if box.contains(point), polygons.contains(where: { $0.contains(point) }) { return true }
        guard let twin = point.acrossDateLine else { return false }
        return box.contains(twin) && polygons.contains { $0.contains(twin) }
    }

    /// Calls the body with the ends of every edge.
    public func forEachEdge(_ body: (MicroPoint, MicroPoint) -> Void) {
        for polygon in polygons {
            for ring in polygon.rings {
                for (a, b) in zip(ring, ring.dropFirst()) { body(a, b) }
            }
        }
    }
}

/// South-west and north-east corner of what lies between them.
public struct GeoBox: Sendable, Hashable {
    public let west: Int
    public let south: Int
    public let east: Int
    public let north: Int
    public init(west: Int, south: Int, east: Int, north: Int) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
    /// Nothing lies in the box around no points.
    public init(around points: some Sequence<MicroPoint>) {
        var (west, south, east, north) = (Int.max, Int.max, Int.min, Int.min)
        for point in points {
            (west, south, east, north) = (min(west, point.x), min(south, point.y), max(east, point.x), max(north, point.y))
        }
        self.init(west: west, south: south, east: east, north: north)
    }
    public func contains(_ point: MicroPoint) -> Bool { west <= point.x && point.x <= east && south <= point.y && point.y <= north }
}

extension MicroPoint {
    /// The same place under its other longitude.
    var acrossDateLine: MicroPoint? {
        switch x {
        case Self.longitudes.lowerBound: MicroPoint(x: Self.longitudes.upperBound, y: y)
        case Self.longitudes.upperBound: MicroPoint(x: Self.longitudes.lowerBound, y: y)
        default: nil
        }
    }
}

// MARK: - GeoJSON

extension AreaGeometry: Codable {
    private enum Key: String, CodingKey { case type, coordinates }

    /// Reads what was written by `encode`; forms of people are read by `init(geoJSON:)`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let kind = try values.decode(Kind.self, forKey: .type)
        let parts = switch kind {
        case .polygon: [try values.decode([[[Double]]].self, forKey: .coordinates)]
        case .multiPolygon: try values.decode([[[[Double]]]].self, forKey: .coordinates)
        }
        let polygons = try parts.map { rings in
            PlanarPolygon(rings: try rings.map { ring in
                try ring.map { position in
                    guard position.count >= 2, let point = MicroPoint(latitude: position[1], longitude: position[0]) else {
                        throw DecodingError.dataCorruptedError(forKey: .coordinates, in: values, debugDescription: "not a position")
                    }
                    return point
                }
            })
        }
        self.init(kind, polygons)
    }
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .type)
        let parts = polygons.map { $0.rings.map { $0.map { [$0.longitude, $0.latitude] } } }
        switch kind {
        case .polygon: try values.encode(parts.first ?? [], forKey: .coordinates)
        case .multiPolygon: try values.encode(parts, forKey: .coordinates)
        }
    }
}

extension JSONWriter {
    /// As GeoJSON.
    public mutating func value(_ geometry: AreaGeometry) {
        object { writer in
            writer.member("type", geometry.kind.rawValue)
            writer.key("coordinates")
            switch geometry.kind {
            case .polygon: writer.rings(geometry.polygons.first?.rings ?? [])
            case .multiPolygon: writer.array(geometry.polygons) { writer, polygon in writer.rings(polygon.rings) }
            }
        }
    }
    private mutating func rings(_ rings: [[MicroPoint]]) {
        array(rings) { writer, ring in
            writer.array(ring) { writer, point in
                writer.array([point.longitude, point.latitude]) { $0.value($1) }
            }
        }
    }
}
