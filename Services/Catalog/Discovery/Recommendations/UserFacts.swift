import CatalogEvents
import CatalogKit
import Contracts
import Kernel

/// What recommendations know of a person.
package struct UserFacts: Sendable {
    package let settings: InterestSettings
    package let deeds: [Deed]
    package let followed: Set<User.ID>
    /// Of the request, or of the settings.
    package let location: Coordinates?
    package init(settings: InterestSettings, deeds: [Deed], followed: Set<User.ID>, location: Coordinates? = nil) {
        (self.settings, self.deeds, self.followed) = (settings, deeds, followed)
        self.location = location ?? settings.location.map { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
    }
    /// A guest: nothing is known but perhaps the place.
    package static func guest(at location: Coordinates?) -> UserFacts {
        UserFacts(settings: InterestSettings(), deeds: [], followed: [], location: location)
    }

    /// 5 × orders + 3 × favorites + 2 × shares + 1 × views, per category.
    package var categoryWeights: [String: Int] { deeds.reduce(into: [:]) { $0[$1.category, default: 0] += $1.weight } }
    package var weightSum: Int { deeds.reduce(0) { $0 + $1.weight } }
    /// The three heaviest with at least 3.
    package var inferredCategories: [String] {
        categoryWeights.filter { $0.value >= 3 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    }
    /// 0 … 1, two decimals.
    package var confidenceScore: Double { (min(1, Double(weightSum) / 50) * 100).rounded() / 100 }
    package var isNewUser: Bool { weightSum == 0 && settings.preferredCategories.isEmpty }
}
