import Contracts
import Kernel

/// Something a tenant lists and shops belong to.
package protocol ListedKind: Sendable {
    var id: Int { get }
    var slug: String { get }
    /// By language.
    var names: [String: String] { get }
}

/// What a tenant with partner shops decides, as data: `settings.catalog.shops` of the tenant file.
package struct ShopSettings: Decodable, Sendable {
    /// Texts are by language.
    package struct Category: Decodable, ListedKind {
        package let id: Int
        package let slug: String
        package let names: [String: String]
        package let icon: String
    }
    package struct Neighborhood: Decodable, ListedKind {
        package let id: Int
        package let slug: String
        package let names: [String: String]
        package let city: String
        package let latitude: Double
        package let longitude: Double
    }
    package struct Area: Decodable, Sendable {
        package let latitude: Double
        package let longitude: Double
        package let radiusKm: Double
    }
    package struct Discount: Decodable, Sendable {
        package let minPercent: Double
        package let maxPercent: Double
    }
    package struct Nearby: Decodable, Sendable {
        package let defaultRadiusKm: Double
        package let maxRadiusKm: Double
        package let radiusChoicesKm: [Double]
    }
    package struct Support: Decodable, Sendable {
        package let phone: String
    }
    package struct App: Decodable, Sendable {
        package let minSupportedVersion: String
        package let latestVersion: String
    }
    package struct Page: Decodable, Sendable {
        package struct Text: Decodable, Sendable {
            package let title: String
            package let body: String
        }
        package let version: String
        package let updatedAt: Timestamp
        package let texts: [String: Text]
    }

    package let categories: [Category]
    package let neighborhoods: [Neighborhood]
    /// Shops lie in it; nil: anywhere.
    package let area: Area?
    package let discount: Discount
    package let nearby: Nearby
    package let phone: ShopPhone
    /// How long a shop is new.
    package let newDays: Int
    package let favoritesMax: Int
    /// With `{id}` in it.
    package let shareUrl: String
    /// What an account that is gone is called.
    package let formerMember: [String: String]
    package let support: Support?
    package let app: App
    package let pages: [String: Page]
    package let appEvents: AppEventRules

    private enum Key: String, CodingKey {
        case categories, neighborhoods, area, discount, nearby, phonePattern, newDays, favoritesMax, shareUrl, formerMember, support, app,
             pages, appEvents
    }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read<T: Decodable>(_ key: Key, _ usual: T) throws -> T { try values.decodeIfPresent(T.self, forKey: key) ?? usual }
        categories = try read(.categories, [])
        neighborhoods = try read(.neighborhoods, [])
        area = try values.decodeIfPresent(Area.self, forKey: .area)
        discount = try read(.discount, Discount(minPercent: 1, maxPercent: 50))
        nearby = try read(.nearby, Nearby(defaultRadiusKm: 5, maxRadiusKm: 50, radiusChoicesKm: [1, 3, 5, 10]))
        phone = ShopPhone(pattern: try read(.phonePattern, #"\+[1-9][0-9]{6,14}"#))
        newDays = try read(.newDays, 30)
        favoritesMax = try read(.favoritesMax, 200)
        shareUrl = try read(.shareUrl, "")
        formerMember = try read(.formerMember, ["en": "Former member", "fr": "Ancien membre", "ar": "عضو سابق"])
        support = try values.decodeIfPresent(Support.self, forKey: .support)
        app = try read(.app, App(minSupportedVersion: "1.0.0", latestVersion: "1.0.0"))
        pages = try read(.pages, [:])
        appEvents = try read(.appEvents, AppEventRules())
    }

    package func category(_ id: Int) -> Category? { categories.first { $0.id == id } }
    package func neighborhood(_ id: Int) -> Neighborhood? { neighborhoods.first { $0.id == id } }

    package static func of(_ definition: TenantDefinition) throws -> ShopSettings {
        try definition.settings(of: "catalog") { try ($0.settings["catalog"]?["shops"] ?? .object([:])).decoded(as: ShopSettings.self) }
    }
}

/// Phone numbers of shops: landlines too, which `PhoneRules` does not allow for accounts.
package struct ShopPhone: Sendable {
    /// A regular expression for the whole of a number in E.164.
    package let pattern: String
    package init(pattern: String) { self.pattern = pattern }

    package var isReadable: Bool { (try? Regex(pattern)) != nil }

    /// A number as people type it, in E.164. Nil: it is not a number of a shop.
    package func normal(_ typed: String, prefix: String) -> String? {
        let plain = typed.filter { $0 != "\t" }
        guard PhoneNumber.isWhole(plain, prefix: prefix), let number = PhoneNumber(plain, prefix: prefix), let regex = try? Regex(pattern),
              (try? regex.wholeMatch(in: number.text)) != nil else { return nil }
        return number.text
    }
}
