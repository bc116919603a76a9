import Glibc
import Kernel

/// Which part of the earth a drawing shows, and where on it a point lies. Longitudes shrink with the latitude, so that a square
/// of the ground is a square of the drawing.
struct MapFrame: Equatable {
    struct Place: Equatable {
        let x, y: Int
    }
    static let width = 1000
    private static let heights = 400...1100
    /// About a kilometre and a half: closer than that a map of areas shows nothing.
    private static let leastDegrees = 0.015
    private static let marginShare = 0.12
    private static let metersPerDegree = GreatCircle.radiusMeters * .pi / 180
    private static let metersPerMile = 1609.344

    let height: Int
    private let west, north, unitsPerDegree, shrink: Double

    init(around points: [GeoPoint]) {
        let points = points.filter(\.isOnEarth)
        let south = points.map(\.lat).min() ?? 0, north = points.map(\.lat).max() ?? 0
        let west = points.map(\.lng).min() ?? 0, east = points.map(\.lng).max() ?? 0
        let middle = (south + north) / 2
        // Near the poles the earth has no width; a drawing has.
        shrink = max(0.05, cos(middle * .pi / 180))
        let wide = max((east - west) * shrink, Self.leastDegrees) * (1 + 2 * Self.marginShare)
        let tall = max(north - south, Self.leastDegrees) * (1 + 2 * Self.marginShare)
        let ratio = min(max(tall / wide, Double(Self.heights.lowerBound) / Double(Self.width)),
                        Double(Self.heights.upperBound) / Double(Self.width))
        height = Int((Double(Self.width) * ratio).rounded())
        unitsPerDegree = min(Double(Self.width) / wide, Double(height) / tall)
        self.west = (west + east) / 2 - Double(Self.width) / unitsPerDegree / shrink / 2
        self.north = middle + Double(height) / unitsPerDegree / 2
    }

    /// The longest round length that takes at most a third of the width.
    var scale: (miles: String, units: Int) {
        let unitsPerMile = unitsPerDegree * Self.metersPerMile / Self.metersPerDegree
        let lengths: [(String, Double)] = [("100", 100), ("50", 50), ("20", 20), ("10", 10), ("5", 5), ("2", 2), ("1", 1), ("0.5", 0.5)]
        let fitting = lengths.first { $0.1 * unitsPerMile <= Double(Self.width) / 3 } ?? ("0.2", 0.2)
        return (fitting.0, Self.unit(fitting.1 * unitsPerMile))
    }

    func place(of point: GeoPoint) -> Place {
        Place(x: Self.unit((point.lng - west) * shrink * unitsPerDegree), y: Self.unit((north - point.lat) * unitsPerDegree))
    }
    /// Far outside of the drawing is far enough.
    private static func unit(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -100_000), 100_000).rounded()) }
}
