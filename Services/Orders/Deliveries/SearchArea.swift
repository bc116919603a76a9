import Contracts
import Kernel
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where to look for points within a distance: a few bands of latitude, in each of them one or two spans of longitude. An index
/// over (band, longitude) finds what is in them without a look at the rest of the world.
package struct SearchArea: Sendable, Equatable {
    /// The height of a band, about 11 km.
    static let bandDegrees = 0.1

    package let bands: ClosedRange<Int>
    package let spans: [ClosedRange<Double>]

    package static func band(of point: GeoPoint) -> Int { Int((point.lat / bandDegrees).rounded(.down)) }

    /// A little larger than the circle: what is found must be measured.
    package init(around point: GeoPoint, meters: Double) {
        let angle = meters / GreatCircle.radiusMeters * 1.001
        let degrees = angle * 180 / .pi
        let (south, north) = (point.lat - degrees, point.lat + degrees)
        bands = Self.band(of: GeoPoint(lat: max(-90, south), lng: 0))...Self.band(of: GeoPoint(lat: min(90, north), lng: 0))
        // Beside a pole the circle holds every longitude.
        guard south > -90, north < 90, cos(point.lat * .pi / 180) > sin(angle) else {
            spans = [-180...180]
            return
        }
        let half = asin(sin(angle) / cos(point.lat * .pi / 180)) * 180 / .pi
        let (west, east) = (point.lng - half, point.lng + half)
        spans = if west < -180 {
            [-180...east, (west + 360)...180]
        } else if east > 180 {
            [west...180, -180...(east - 360)]
        } else {
            [west...east]
        }
    }
}
