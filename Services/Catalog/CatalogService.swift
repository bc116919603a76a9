import CatalogAppEvents
import CatalogCampaigns
import CatalogClaims
import CatalogDiscovery
import CatalogEvents
import CatalogFriends
import CatalogFuelPrices
import CatalogKit
import CatalogLegal
import CatalogMeals
import CatalogModeration
import CatalogPeople
import CatalogQuotes
import CatalogRestaurants
import CatalogServiceAreas
import CatalogShopRatings
import CatalogShops
import CatalogSocial
import CatalogSupport
import CatalogVehicleReference
import CatalogWaitlist
import Kernel
import ServiceKit

/// What can be found, looked at and claimed: events with tickets, who makes them, who likes them, and how many seats
/// are left; partner shops, what people say of them, and the campaigns they take part in.
public enum Catalog: PlatformService, ListingKindList {
    public static let name = ServiceName.catalog
    /// A new kind of listing is a folder of its own, and its two names here.
    package static let kinds: [any ListingKind.Type] = [
        EventListing.self, PartnerShopListing.self, RestaurantListing.self, ServiceAreasListing.self, FuelPricesListing.self,
    ]
    public static let contents = ServiceContents(features: [
        .people, .claims(of: Catalog.self), .discovery, .social, .moderation, .friends, .events, .waitlist,
        .shops, .shopRatings, .campaigns, .appEvents,
        .support, .legal, .serviceAreas,
        .meals, .quotes,
        .restaurants, .reviews, .homePage, .uploads,
        .fuelPrices, .promoCodes, .vehicleReference,
    ])
}

extension Catalog: DescribesSettings {
    public static var settingsReference: [String: [SettingDescription]] {
        Dictionary(kinds.map { ($0.name, $0.settingsReference) }) { first, _ in first }
    }
}
