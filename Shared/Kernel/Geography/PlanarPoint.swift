/// A point of a plane whose orientation test is exact: `x` grows eastwards, `y` northwards.
public protocol PlanarPoint: Hashable, Sendable {
    associatedtype Axis: Comparable, Sendable
    var x: Axis { get }
    var y: Axis { get }
    /// 1: counterclockwise (`c` lies left of the way from `a` to `b`), -1: clockwise, 0: on the line.
    static func orientation(_ a: Self, _ b: Self, _ c: Self) -> Int
}

/// A point in degrees: `x` is the longitude, `y` the latitude.
public struct PlanePoint: PlanarPoint {
    public let x: Double
    public let y: Double
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    public static func orientation(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int { ExactOrientation.sign(a, b, c) }
}

/// A point in whole millionths of a degree (about 11 cm): `x` is the longitude, `y` the latitude.
public struct MicroPoint: PlanarPoint {
    public let x: Int
    public let y: Int
    /// - Parameters: within a few turns of the earth, so that products of differences do not overflow.
    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    public static let perDegree = 1_000_000
    public static let longitudes = -180 * perDegree...180 * perDegree
    public static let latitudes = -90 * perDegree...90 * perDegree

    public static func orientation(_ a: MicroPoint, _ b: MicroPoint, _ c: MicroPoint) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }

    /// Rounded half away from zero by the digits that were sent: 25.7617005 degrees are 25,761,701 although the nearest
    /// binary number lies below the half. Nil for what is not on earth.
    public init?(latitude: Double, longitude: Double) {
        guard let x = Self.units(longitude), let y = Self.units(latitude), Self.longitudes.contains(x), Self.latitudes.contains(y) else {
            return nil
        }
        self.init(x: x, y: y)
    }
    public init?(_ point: GeoPoint) { self.init(latitude: point.lat, longitude: point.lng) }

    static func units(_ degrees: Double) -> Int? { DecimalDigits(degrees)?.units(places: 6)?.rounded }

    /// Degrees, each the nearest number to its six decimals.
    public var latitude: Double { Double(y) / Double(Self.perDegree) }
    public var longitude: Double { Double(x) / Double(Self.perDegree) }
    public var geoPoint: GeoPoint { GeoPoint(lat: latitude, lng: longitude) }
}
