import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What a tenant with restaurants decides, as data: `settings.catalog.restaurants` of the tenant file.
package struct RestaurantSettings: Decodable, Sendable {
    package struct Cuisine: Decodable, Sendable {
        package let code: String
        /// By language.
        package let names: [String: String]
    }
    package let cuisines: [Cuisine]
    /// Of the subtotal, for new restaurants.
    package let commissionBasisPoints: Int
    package let restaurantsPerOwner: Int
    package let pauseAfterNotAccepted: Int
    package let pauseMinutes: Int
    /// Links of banners begin with it or with `https://`.
    package let deepLinkScheme: String?

    private enum Key: String, CodingKey {
        case cuisines, commissionBasisPoints, restaurantsPerOwner, pauseAfterNotAccepted, pauseMinutes, deepLinkScheme
    }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read<T: Decodable>(_ key: Key, _ usual: T) throws -> T { try values.decodeIfPresent(T.self, forKey: key) ?? usual }
        cuisines = try read(.cuisines, [])
        commissionBasisPoints = try read(.commissionBasisPoints, 1500)
        restaurantsPerOwner = try read(.restaurantsPerOwner, 20)
        pauseAfterNotAccepted = try read(.pauseAfterNotAccepted, 3)
        pauseMinutes = try read(.pauseMinutes, 30)
        deepLinkScheme = try values.decodeIfPresent(String.self, forKey: .deepLinkScheme)
    }

    package func cuisine(_ code: String) -> Cuisine? { cuisines.first { $0.code == code } }

    package static func of(_ definition: TenantDefinition) throws -> RestaurantSettings {
        try definition.settings(of: "catalog") {
            try ($0.settings["catalog"]?["restaurants"] ?? .object([:])).decoded(as: RestaurantSettings.self)
        }
    }

    // What the kind of listing declares.
    package static let reads: [SettingsReading] = [.values(RestaurantSettings.self, at: "restaurants")]

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let own = settings["restaurants"] else { return [("restaurants", "is missing: the cuisines")] }
        let read: RestaurantSettings
        do { read = try own.decoded(as: RestaurantSettings.self) } catch { return SettingsProblem.of(error, at: "restaurants") }
        var problems: [(String, String)] = []
        if read.cuisines.isEmpty { problems.append(("restaurants.cuisines", "needs at least one")) }
        if Set(read.cuisines.map(\.code)).count != read.cuisines.count {
            problems.append(("restaurants.cuisines", "names a code twice"))
        }
        if let first = definition.languages.first {
            for (index, cuisine) in read.cuisines.enumerated() where cuisine.names[first] == nil {
                problems.append(("restaurants.cuisines.\(index).names", "has none in \(first)"))
            }
        }
        if !(0...5000).contains(read.commissionBasisPoints) {
            problems.append(("restaurants.commissionBasisPoints", "must be 0 to 5000"))
        }
        for (name, value) in [("restaurantsPerOwner", read.restaurantsPerOwner), ("pauseAfterNotAccepted", read.pauseAfterNotAccepted),
                              ("pauseMinutes", read.pauseMinutes)] where !(1...10_000).contains(value) {
            problems.append(("restaurants.\(name)", "must be 1 to 10000"))
        }
        if (try? TimeZoneRules.named(definition.timezone)) == nil {
            problems.append(("", "the tenant's time zone \(definition.timezone) is not known"))
        }
        return problems
    }
}

extension RestaurantSettings {
    package static let reference: [SettingDescription] = [
        .init("restaurants.cuisines[].code", "A cuisine", "different words", usual: nil),
        .init("restaurants.cuisines[].names", "What people read", "language: text; the first language of the app is required", usual: nil),
        .init("restaurants.commissionBasisPoints", "What the app keeps of a subtotal, for new restaurants", 0...5000,
              "hundredths of a percent", usual: 1500),
        .init("restaurants.restaurantsPerOwner", "Restaurants of one owner", 1...10_000, "restaurants", usual: 20),
        .init("restaurants.pauseAfterNotAccepted", "Orders in a row not accepted in time after which a restaurant is paused", 1...10_000,
              "orders", usual: 3),
        .init("restaurants.pauseMinutes", "How long that pause is", 1...10_000, "minutes", usual: 30),
        .init("restaurants.deepLinkScheme", "Links of banners begin with it or with `https://`", "a scheme without ://",
              usual: "only https"),
    ]
}
