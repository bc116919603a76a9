#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Kernel

/// Where one stands, with what every distance from there needs.
package struct Standpoint {
    package let place: Coordinates
    package let cosine: Double
    package init(_ place: Coordinates) { (self.place, cosine) = (place, cos(place.latitude * .pi / 180)) }
}

/// How near and how far the sixteen parts of a cell can be from somewhere, in kilometres on the sphere of `ShopDistance`: a circle around the middle of each
/// part holds it. No corner is further from the middle than the path that is straight in degrees, and that path is nowhere longer than where the parallels are
/// longest. Parts of one row share its sines.
package struct CellFrame {
    private var latitudeHaversines = SIMD4<Double>(), longitudeHaversines = SIMD4<Double>(), cosines = SIMD4<Double>(), radii = SIMD4<Double>()
    private var cosineBounds = SIMD4<Double>(), cosineFloors = SIMD4<Double>()
    private let standCosine: Double
    /// Bounds of cells are rounded; a millimetre decides nothing but which way to look.
    private static let slackKm = 1e-6

    package init(_ cell: GeoCell, from stand: Standpoint) {
        standCosine = stand.cosine
        let (south, west, height, width) = cell.grid
        for step in 0..<4 {
            let latitude = south + (Double(step) + 0.5) * height, longitude = west + (Double(step) + 0.5) * width
            let (a, b) = (sin((latitude - stand.place.latitude) * .pi / 360), sin((longitude - stand.place.longitude) * .pi / 360))
            (latitudeHaversines[step], longitudeHaversines[step]) = (a * a, b * b)
            let near = max(0, abs(latitude) - height / 2) * .pi / 180, far = (abs(latitude) + height / 2) * .pi / 180
            (cosines[step], cosineBounds[step], cosineFloors[step]) = (cos(latitude * .pi / 180), cos(near), max(0, cos(far)))
            let (up, across) = (height / 2 * .pi / 180, width / 2 * .pi / 180 * cosineBounds[step])
            radii[step] = (up * up + across * across).squareRoot() * ShopDistance.earthRadiusKm
        }
    }
    private static func row(_ part: Int) -> Int { part >> 1 & 1 | part >> 2 & 2 }
    private static func column(_ part: Int) -> Int { part & 1 | part >> 1 & 2 }

    package func rangeKm(_ part: Int) -> (nearest: Double, farthest: Double) {
        let row = Self.row(part)
        let h = latitudeHaversines[row] + standCosine * cosines[row] * longitudeHaversines[Self.column(part)]
        let km = 2 * asin(min(1, h.squareRoot())) * ShopDistance.earthRadiusKm
        return (max(0, km - radii[row] - Self.slackKm), km + radii[row] + Self.slackKm)
    }
    /// Cosines of the latitudes in the part, with a little room for places on its border.
    package func cosineRange(_ part: Int) -> ClosedRange<Double> {
        let row = Self.row(part)
        return max(0, cosineFloors[row] - 1e-12)...(cosineBounds[row] + 1e-12)
    }
}
