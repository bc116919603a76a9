import ServiceKit

extension ShopSettings {
    package static let reference: [SettingDescription] = [
        .init("shops.categories[].id", "Category of shops", "different positive numbers", usual: nil),
        .init("shops.categories[].slug", "The same, in addresses and searches", "different words", usual: nil),
        .init("shops.categories[].names", "What people read", "language: text; the first language of the app is required", usual: nil),
        .init("shops.categories[].icon", "Its icon in the app", "text", usual: nil),
        .init("shops.neighborhoods[].id", "Neighbourhood, for shops, people and announcements", "different positive numbers", usual: nil),
        .init("shops.neighborhoods[].slug", "The same, in addresses and searches", "different words", usual: nil),
        .init("shops.neighborhoods[].names", "What people read", "language: text; the first language of the app is required", usual: nil),
        .init("shops.neighborhoods[].city", "The city it is in", "text", usual: nil),
        .init("shops.neighborhoods[].latitude", "Its middle", "-90 to 90", unit: "degrees", usual: nil),
        .init("shops.neighborhoods[].longitude", "Its middle", "-180 to 180", unit: "degrees", usual: nil),
        .init("shops.area", "Where shops may lie; catches swapped coordinates", "`{ latitude, longitude, radiusKm }`", unit: "degrees, km", usual: "anywhere"),
        .init("shops.discount", "Discounts that shops may give", "`{ minPercent, maxPercent }`, in tenths", unit: "percent", usual: "{ minPercent: 1, maxPercent: 50 }"),
        .init("shops.nearby", "Radius of a search nearby", "`{ defaultRadiusKm, maxRadiusKm, radiusChoicesKm }`", unit: "km",
              usual: "{ defaultRadiusKm: 5, maxRadiusKm: 50, radiusChoicesKm: [1, 3, 5, 10] }"),
        .init("shops.phonePattern", "What a shop's phone number must look like", "regular expression over all of E.164", usual: "any number"),
        .init("shops.newDays", "How long a shop is shown as new", "whole number", unit: "days", usual: "30"),
        .init("shops.favoritesMax", "Favorites of one person", "whole number", unit: "shops", usual: "200"),
        .init("shops.shareUrl", "The page of a shop on the web, with `{id}`", "address", usual: "\"\""),
        .init("shops.formerMember", "What an erased member is called", "language: text", usual: "in English, French and Arabic"),
        .init("shops.support.phone", "Phone number of the help desk", "text", usual: "none"),
        .init("shops.app", "Versions of the app", "`{ minSupportedVersion, latestVersion }`", usual: "1.0.0 each"),
        .init("shops.pages.*.version", "Version of a page of text", "text", usual: nil),
        .init("shops.pages.*.updatedAt", "When it was written", "time, in quotes", usual: nil),
        .init("shops.pages.*.texts", "The page", "language: { title, body }", usual: nil),
        .init("shops.appEvents.names", "What the app may record: event → properties", "name: { required: [properties], nullable: true or false }", usual: "{}"),
        .init("shops.appEvents.searchName", "The event that tells of a search", "one of the names", usual: "none"),
        .init("shops.appEvents.searchProperty", "Its property that holds the words", "text", usual: "none"),
    ]
}
