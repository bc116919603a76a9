/// A place on earth in degrees, WGS 84, under the short names that maps use.
public struct GeoPoint: Codable, Sendable, Equatable {
    public let lat: Double
    public let lng: Double
    public init(lat: Double, lng: Double) { (self.lat, self.lng) = (lat, lng) }

    /// Metres along the great circle.
    public func meters(to other: GeoPoint) -> Double {
        GreatCircle.radiusMeters * GreatCircle.centralAngle(from: (lat, lng), to: (other.lat, other.lng))
    }
    /// For answers.
    public func wholeMeters(to other: GeoPoint) -> Int { Int(meters(to: other).rounded()) }

    /// False for what no map has: NaN and infinities are outside every range.
    public var isOnEarth: Bool { (-90...90).contains(lat) && (-180...180).contains(lng) }

    /// To three decimals, about a hundred metres: an area instead of a door.
    public var area: GeoPoint { GeoPoint(lat: (lat * 1000).rounded() / 1000, lng: (lng * 1000).rounded() / 1000) }
}
