import CatalogKit
import Kernel

/// How far shops are: the haversine formula on a sphere of 6,371.0 km (R7 of the membership specification).
package enum ShopDistance {
    package static let earthRadiusKm = 6371.0

    package static func km(_ a: Coordinates, _ b: Coordinates) -> Double { a.centralAngle(to: b) * earthRadiusKm }
    /// Two decimals, rounded half up.
    package static func shown(_ km: Double) -> Double { (km * 100 + 0.5).rounded(.down) / 100 }
}
