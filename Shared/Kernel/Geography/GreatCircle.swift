#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Distances on a sphere.
public enum GreatCircle {
    /// The mean radius of the earth, by the IUGG.
    public static let radiusMeters = 6_371_008.8

    /// Radians between two places (latitude, longitude, in degrees) as seen from the middle of the earth, by the haversine
    /// formula: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984).
    public static func centralAngle(from one: (Double, Double), to other: (Double, Double)) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let a = sin(radians(other.0 - one.0) / 2), b = sin(radians(other.1 - one.1) / 2)
        let h = a * a + cos(radians(one.0)) * cos(radians(other.0)) * b * b
        return 2 * asin(min(1, h.squareRoot()))
    }
}
