import Kernel

/// A place on earth in degrees, WGS 84.
package struct Coordinates: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double
    package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

    /// To seven decimals (about a centimetre), as places of shops are kept.
    package var kept: Coordinates { Coordinates(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7) }

    package static let earthRadiusKm = GreatCircle.radiusMeters / 1000

    /// Kilometres along the great circle.
    package func distanceKm(to other: Coordinates) -> Double { Self.earthRadiusKm * centralAngle(to: other) }

    /// Radians between two places as seen from the middle of the earth.
    package func centralAngle(to other: Coordinates) -> Double {
        GreatCircle.centralAngle(from: (latitude, longitude), to: (other.latitude, other.longitude))
    }
    /// For answers: one decimal.
    package func distanceShownKm(to other: Coordinates) -> Double { (distanceKm(to: other) * 10).rounded() / 10 }
}

extension GridPlace {
    package init(_ place: Coordinates) { self.init(latitude: place.latitude, longitude: place.longitude) }
    /// Exactly the place that was put in, for places of at most seven decimals.
    package var coordinates: Coordinates { Coordinates(latitude: latitude, longitude: longitude) }
}
