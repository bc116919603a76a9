import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Partner shops that give members a discount (a neighbourhood's membership card). Nothing of them is claimed: what
/// they sell, they sell at the counter.
package enum PartnerShopListing: ListingKind {
    package static let name = "partner-shop"
    package static let reads: [SettingsReading] = [.values(ShopSettings.self, at: "shops")]
    package static let settingsReference = ShopSettings.reference

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let own = settings["shops"] else { return [("shops", "is missing: categories and neighborhoods of the shops")] }
        let read: ShopSettings
        do { read = try own.decoded(as: ShopSettings.self) } catch { return SettingsProblem.of(error, at: "shops") }
        var problems: [(String, String)] = []
        func once(_ what: String, _ ids: [Int], _ slugs: [String]) {
            if ids.isEmpty { problems.append(("shops.\(what)", "needs at least one")) }
            if Set(ids).count != ids.count || ids.contains(where: { $0 < 1 }) {
                problems.append(("shops.\(what)", "ids must be positive and different"))
            }
            if Set(slugs).count != slugs.count { problems.append(("shops.\(what)", "names a slug twice")) }
        }
        once("categories", read.categories.map(\.id), read.categories.map(\.slug))
        once("neighborhoods", read.neighborhoods.map(\.id), read.neighborhoods.map(\.slug))
        if let first = definition.languages.first {
            for (index, category) in read.categories.enumerated() where category.names[first] == nil {
                problems.append(("shops.categories.\(index).names", "has none in \(first)"))
            }
            for (index, neighborhood) in read.neighborhoods.enumerated() where neighborhood.names[first] == nil {
                problems.append(("shops.neighborhoods.\(index).names", "has none in \(first)"))
            }
        }
        if !read.phone.isReadable { problems.append(("shops.phonePattern", "is not a regular expression")) }
        if read.discount.minPercent > read.discount.maxPercent { problems.append(("shops.discount", "the least is more than the most")) }
        if read.nearby.defaultRadiusKm < 0 || read.nearby.defaultRadiusKm > read.nearby.maxRadiusKm {
            problems.append(("shops.nearby", "the usual radius is beyond the largest"))
        }
        if (try? TimeZoneRules.named(definition.timezone)) == nil {
            problems.append(("", "the tenant's time zone \(definition.timezone) is not known"))
        }
        return problems
    }
}
