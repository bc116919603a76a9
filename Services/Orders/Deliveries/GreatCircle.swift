import Contracts
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Deliveries measure as the specification says, and a service shares no code with another.

extension GeoPoint {
    /// The mean radius of the IUGG.
    package static let earthRadiusMeters = 6_371_008.8

    /// Metres along the great circle, by the haversine formula.
    package func meters(to other: GeoPoint) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let a = sin(radians(other.lat - lat) / 2), b = sin(radians(other.lng - lng) / 2)
        let h = a * a + cos(radians(lat)) * cos(radians(other.lat)) * b * b
        return 2 * Self.earthRadiusMeters * asin(min(1, h.squareRoot()))
    }
    /// For answers.
    package func wholeMeters(to other: GeoPoint) -> Int { Int(meters(to: other).rounded()) }

    /// False for what no map has: NaN and infinities are outside every range.
    package var isOnEarth: Bool { (-90...90).contains(lat) && (-180...180).contains(lng) }

    /// To three decimals, about a hundred metres: an area instead of a door.
    package var area: GeoPoint { GeoPoint(lat: (lat * 1000).rounded() / 1000, lng: (lng * 1000).rounded() / 1000) }
}

/// How long a courier rides: 400 m in a minute, on roads that are 1.3 times as long as the line.
package enum TravelTime {
    package static func minutes(_ from: GeoPoint, _ to: GeoPoint) -> Int {
        max(1, Int((1.3 * from.meters(to: to) / 400).rounded(.up)))
    }
}
