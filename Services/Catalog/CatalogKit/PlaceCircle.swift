#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Kernel

/// Everything within a distance of somewhere, on a sphere of 6,371.0 km (R7 of the membership specification).
///
/// Most is decided by haversines, `sin² (angle / 2)`, which grow with the distance and cost no arc sine.
package struct PlaceCircle {
    package static let earthRadiusKm = 6371.0

    package let place: Coordinates
    package let km: Double
    let cosine: Double
    /// Haversines up to the first are within, those beyond the second are not; between them the formula itself decides.
    package let surelyIn: Double
    package let surelyOut: Double
    /// More than what rounding does, to places as to bounds of cells: a millimetre.
    private static let slackKm = 1e-6

    package init(_ place: Coordinates, km: Double) {
        (self.place, self.km, cosine) = (place, km, max(0, cos(place.latitude * .pi / 180)))
        surelyIn = km.isFinite ? Self.haversine(km - Self.slackKm) : .infinity
        surelyOut = km.isFinite ? Self.haversine(km + Self.slackKm) : .infinity
    }
    package static func km(_ a: Coordinates, _ b: Coordinates) -> Double { a.centralAngle(to: b) * earthRadiusKm }
    package func contains(_ other: Coordinates) -> Bool { Self.km(place, other) <= km }

    /// Of a distance; less than any when it is negative, more than any beyond half the way around.
    private static func haversine(_ km: Double) -> Double {
        guard km >= 0 else { return -1 }
        let half = km / (2 * Self.earthRadiusKm)
        guard half < .pi / 2 else { return .infinity }
        return sin(half) * sin(half)
    }
    /// More than the haversine of every place that is at most so far away.
    package static func reach(_ km: Double) -> Double { haversine(km + slackKm) }

    /// The cells of a level that can have places in it; nil: perhaps all.
    package func cells(at level: Int) -> [GeoCell]? {
        let radius = (km + Self.slackKm) / Self.earthRadiusKm
        guard radius < 1 else { return nil }
        let (south, north) = (place.latitude - radius * 180 / .pi, place.latitude + radius * 180 / .pi)
        let count = 1 << level
        func row(_ latitude: Double) -> Int { min(count - 1, max(0, Int(((latitude + 90) / 180 * Double(count)).rounded(.down)))) }
        // Where meridians touch the circle (Bronstein, spherical right triangles); with a pole in it all of them cross it.
        let lean = sin(radius) / max(cosine, 1e-12)
        let hasPole = south <= -90 || north >= 90 || lean >= 1
        let turn = hasPole ? 180 : asin(lean) * 180 / .pi + 1e-9
        func column(_ longitude: Double) -> Int { Int(((longitude + 180) / 360 * Double(count)).rounded(.down)) }
        let (first, last) = (column(place.longitude - turn), column(place.longitude + turn))
        let columns = last - first + 1 >= count ? Array(0..<count) : (first...last).map { ($0 % count + count) % count }
        // Where rows meet, rounding may put a place on either side.
        return (row(south - 1e-9)...row(north + 1e-9)).flatMap { row in columns.map { GeoCell(level: level, column: $0, row: row) } }
    }
}

/// How near and how far the sixteen parts of a cell can be from the middle of a circle, as haversines: `sin² (Δlatitude
/// / 2) + cos · cos · sin² (Δlongitude / 2)` is nowhere in a part less than with the least of each factor, nor more
/// than with the greatest.
package struct CellFrame {
    private var northLow = SIMD4<Double>(), northHigh = SIMD4<Double>(), eastLow = SIMD4<Double>(), eastHigh = SIMD4<Double>()
    private var cosineLow = SIMD4<Double>(), cosineHigh = SIMD4<Double>()

    package init(_ cell: GeoCell, from circle: PlaceCircle) {
        let (south, west, height, width) = cell.grid
        // The shorter way around.
        var turn = west + 2 * width - circle.place.longitude
        turn = west - circle.place.longitude - (turn / 360).rounded() * 360
        for step in 0..<4 {
            let latitude = south + Double(step) * height
            (northLow[step], northHigh[step]) = Self.squaredSines(latitude - circle.place.latitude, height)
            (eastLow[step], eastHigh[step]) = Self.squaredSines(turn + Double(step) * width, width)
            let (near, far) = (max(0, max(latitude, -latitude - height)), max(abs(latitude), abs(latitude + height)))
            (cosineLow[step], cosineHigh[step]) = (max(0, cos(far * .pi / 180) - Self.slack), cos(near * .pi / 180) + Self.slack)
        }
        cosineLow *= circle.cosine
        cosineHigh *= circle.cosine
    }
    private static let slack = 1e-12
    /// Half angles (radians) up to which `x² (1 − x²/3) ≤ sin² x ≤ x²` is as good as the sine.
    private static let smallAngle = 0.02

    /// Bounds of the squared sine of half an angle from `start` to `start + width` degrees, which is at most a little more than 180.
    private static func squaredSines(_ start: Double, _ width: Double) -> (low: Double, high: Double) {
        let (a, b) = (start * .pi / 360, (start + width) * .pi / 360)
        let (near, far) = (a <= 0 && b >= 0 ? 0 : min(abs(a), abs(b)), max(abs(a), abs(b)))
        if far < smallAngle { return (near * near * (1 - near * near / 3), far * far) }
        let (low, high) = (sin(near) * sin(near), far >= .pi / 2 ? 1 : sin(far) * sin(far))
        return (max(0, (far > .pi / 2 ? min(low, sin(far) * sin(far)) : low) - slack * low), high * (1 + slack))
    }
    private static func row(_ part: Int) -> Int { part >> 1 & 1 | part >> 2 & 2 }
    private static func column(_ part: Int) -> Int { part & 1 | part >> 1 & 2 }

    package func nearest(_ part: Int) -> Double {
        let row = Self.row(part)
        return northLow[row] + cosineLow[row] * eastLow[Self.column(part)]
    }
    package func farthest(_ part: Int) -> Double {
        let row = Self.row(part)
        return northHigh[row] + cosineHigh[row] * eastHigh[Self.column(part)]
    }
    /// The cosine where one stands times those of the latitudes in the part.
    package func cosines(_ part: Int) -> ClosedRange<Double> { cosineLow[Self.row(part)]...cosineHigh[Self.row(part)] }
}
