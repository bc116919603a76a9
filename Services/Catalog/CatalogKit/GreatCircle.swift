#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A place on earth in degrees, WGS 84.
package struct Coordinates: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double
    package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

    /// To seven decimals (about a centimetre), as places of shops are kept.
    package var kept: Coordinates { Coordinates(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7) }

    /// The mean radius of the IUGG.
    package static let earthRadiusKm = 6371.0088

    /// Kilometres along the great circle.
    package func distanceKm(to other: Coordinates) -> Double { Self.earthRadiusKm * centralAngle(to: other) }

    /// Radians between two places as seen from the middle of the earth, by the haversine formula.
    package func centralAngle(to other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let a = sin(radians(other.latitude - latitude) / 2)
        let b = sin(radians(other.longitude - longitude) / 2)
        let h = a * a + cos(radians(latitude)) * cos(radians(other.latitude)) * b * b
        return 2 * asin(min(1, h.squareRoot()))
    }
    /// For answers: one decimal.
    package func distanceShownKm(to other: Coordinates) -> Double { (distanceKm(to: other) * 10).rounded() / 10 }
}
