import CatalogKit
import Kernel

/// How far shops are, as answers say it.
package enum ShopDistance {
    package static func km(_ a: Coordinates, _ b: Coordinates) -> Double { PlaceCircle.km(a, b) }
    /// Two decimals, rounded half up.
    package static func shown(_ km: Double) -> Double { (km * 100 + 0.5).rounded(.down) / 100 }
}
