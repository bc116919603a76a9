import Contracts
import Kernel

/// What a tenant decides about its catalog, as data: `settings.catalog` of the tenant file. Everything has a default.
package struct CatalogSettings: Decodable, Sendable {
    package struct Category: Decodable, Sendable {
        package let slug: String
        package let name: String
        package let colorHex: String
        package let icon: String
    }
    /// Upper bounds in minor units; what costs more is `premium`, what costs nothing `free`.
    package struct PriceBands: Decodable, Sendable, Equatable {
        package let budget: Int
        package let moderate: Int
        package init(budget: Int, moderate: Int) { (self.budget, self.moderate) = (budget, moderate) }
    }

    package let categories: [Category]
    package let priceBands: PriceBands
    package let ageRestrictions: [Int]
    package let lowInventory: Int
    package let maxTicketsPerOrder: Int
    package let maxTicketsPerUser: Int
    package let paymentWindowMinutes: Int
    package let waitlistOfferMinutes: Int
    package let refundDefaultHours: Int
    package let changeRefundHours: Int
    package let adjacentMinutes: Int
    package let doorsOpenMinutes: Int
    package let milestones: [Int]
    /// What the app offers to pay with, in its order; a tenant that names none offers none.
    package let paymentMethods: [String]
    package let legal: LegalVersions
    private let publicUrl: String?
    package let recommendations: RecommendationSettings
    /// As whom moderators sign what holders read; nil: the app's name.
    package let moderationName: String?

    private enum Key: String, CodingKey {
        case categories, priceBands, ageRestrictions, lowInventory, maxTicketsPerOrder, maxTicketsPerUser, paymentWindowMinutes
        case waitlistOfferMinutes, refundDefaultHours, changeRefundHours, adjacentMinutes, doorsOpenMinutes, milestones
        case paymentMethods, legal, publicUrl, recommendations, moderationName
    }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read<T: Decodable>(_ key: Key, _ usual: T) throws -> T { try values.decodeIfPresent(T.self, forKey: key) ?? usual }
        categories = try read(.categories, [])
        priceBands = try read(.priceBands, PriceBands(budget: 30_000, moderate: 100_000))
        ageRestrictions = try read(.ageRestrictions, [13, 16, 18, 21])
        lowInventory = try read(.lowInventory, 10)
        maxTicketsPerOrder = try read(.maxTicketsPerOrder, 20)
        maxTicketsPerUser = try read(.maxTicketsPerUser, 20)
        paymentWindowMinutes = try read(.paymentWindowMinutes, 15)
        waitlistOfferMinutes = try read(.waitlistOfferMinutes, 60)
        refundDefaultHours = try read(.refundDefaultHours, 24)
        changeRefundHours = try read(.changeRefundHours, 72)
        adjacentMinutes = try read(.adjacentMinutes, 30)
        doorsOpenMinutes = try read(.doorsOpenMinutes, 180)
        milestones = try read(.milestones, [50, 100, 250, 500, 1000, 5000])
        paymentMethods = try read(.paymentMethods, [])
        legal = try read(.legal, LegalVersions())
        publicUrl = try values.decodeIfPresent(String.self, forKey: .publicUrl)
        recommendations = try read(.recommendations, RecommendationSettings())
        moderationName = try values.decodeIfPresent(String.self, forKey: .moderationName)
    }

    /// Where the app's public pages are: shared links start with it. Without a setting it is the tenant's first host.
    package func publicAddress(of definition: TenantDefinition) -> String {
        publicUrl ?? definition.hosts.first.map { "https://\($0)" } ?? ""
    }

    package func category(_ slug: String) -> Category? { categories.first { $0.slug == slug } }
}
