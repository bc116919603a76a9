import Kernel
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A point on earth in degrees, as apps that deliver send it: `{"lat": 24.7136, "lng": 46.6753}`.
/// Reading one refuses what lies outside −90…90 and −180…180.
public struct MapPoint: Codable, Sendable, Hashable {
    public let lat: Double
    public let lng: Double

    /// Trusts the values; check those that came from outside by `isOnEarth`.
    public init(lat: Double, lng: Double) { (self.lat, self.lng) = (lat, lng) }

    public var isOnEarth: Bool { (-90...90).contains(lat) && (-180...180).contains(lng) }

    private enum Key: String, CodingKey { case lat, lng }
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        (lat, lng) = (try values.decode(Double.self, forKey: .lat), try values.decode(Double.self, forKey: .lng))
        guard isOnEarth else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a point on earth"))
        }
    }
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(lat, forKey: .lat)
        try values.encode(lng, forKey: .lng)
    }

    /// The mean radius of the IUGG.
    public static let earthRadiusMeters = 6_371_008.8

    /// Metres along the great circle, by the haversine formula.
    public func meters(to other: MapPoint) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let a = sin(radians(other.lat - lat) / 2), b = sin(radians(other.lng - lng) / 2)
        let h = a * a + cos(radians(lat)) * cos(radians(other.lat)) * b * b
        return 2 * Self.earthRadiusMeters * asin(min(1, h.squareRoot()))
    }

    /// To three decimals, about a hundred metres: an area instead of a door.
    public var area: MapPoint { MapPoint(lat: (lat * 1000).rounded() / 1000, lng: (lng * 1000).rounded() / 1000) }
}
