import Kernel
import ServiceKit

/// What answers about shops look like. Fields that end in a language (`nameFr`) come once for each of the tenant's.
package enum ShopSchemas {
    static let interval = Schema.array(.string(5...5, "HH:mm"), 2...2)
    private static let day = Schema.array(interval, 0...OpeningHours.intervalsPerDayMax)
    static let openingHours = Schema.object(Dictionary(OpeningHours.dayNames.map { ($0, day) }) { first, _ in first })
    static let specialDay = Schema.object(["date": .date, "hours": day], required: ["date", "hours"])
    static let category = Schema.object(["id": .integer(), "slug": .string(), "name": .string(), "icon": .string()])
    static let neighborhood = Schema.object(["id": .integer(), "slug": .string(), "name": .string()])
    private static let cardMembers: [String: Schema] = [
        "id": .integer(), "name": .string(), "nameFr": Schema.string().orNull, "nameAr": Schema.string().orNull, "category": category,
        "neighborhood": neighborhood, "discountPercent": .number(), "bonusPercent": .number(), "effectiveDiscountPercent": .number(),
        "phone": .string(),
        "latitude": .number(), "longitude": .number(), "distanceKm": Schema.number().orNull, "averageRating": Schema.number().orNull,
        "ratingsCount": .integer(), "isOpen": Schema.boolean.orNull, "isNew": .boolean, "isFavorite": Schema.boolean.orNull,
    ]
    static let card = Schema.object(cardMembers)
    static let cards = Schema.page(of: card)
    package static let rating = Schema.object([
        "id": .integer(), "shopId": .integer(), "stars": .integer(1...5), "comment": Schema.string().orNull,
        "user": .object(["name": .string()]), "verifiedVisit": .boolean, "edited": .boolean, "createdAt": .time, "updatedAt": .time,
    ])
    /// With the shop, as long as it can be seen.
    package static let ratingOfMine = rating.adding(["shop": .object([
        "id": .integer(), "name": .string(), "nameFr": Schema.string().orNull, "nameAr": Schema.string().orNull, "category": category,
        "neighborhood": neighborhood,
    ])])
    package static let distribution = Schema.object(Dictionary((1...5).map { (String($0), Schema.integer()) }) { first, _ in first })
    package static let campaign = Schema.object([
        "id": .id, "status": .oneOf("draft", "scheduled", "running", "ended", "cancelled"), "title": .string(), "body": .string(),
        "bonusPercent": .number(),
        "categoryIds": .array(.integer()), "neighborhoodIds": .array(.integer()), "shopIds": .array(.integer()), "startsAt": .time,
        "endsAt": .time,
    ])
    private static let shopMembers = cardMembers.merging([
        "address": .string(), "openingHours": openingHours.orNull, "specialDays": .array(specialDay), "ratingDistribution": distribution,
        "myRating": rating.orNull, "campaigns": .array(campaign), "shareUrl": .string(), "publishedAt": Schema.time.orNull,
    ]) { _, new in new }
    static let shop = Schema.object(shopMembers)
    private static let state = Schema(["type": "string", "enum": .array(Shop.State.allCases.map { .string($0.rawValue) })])
    static let ownShop = Schema.object(shopMembers.merging(["status": state]) { _, new in new })
    static let managedShop = Schema.object(shopMembers.merging(["status": state, "vendorUserIds": .array(.id)]) { _, new in new })

    package static let paging: [String: Schema] = ["page": .integer(PageRequest.pages), "perPage": .integer(PageRequest.sizes)]
    /// Degrees as text, so that every problem of a question is told at once.
    static let place: [String: Schema] = [
        "latitude": .string(0...64, "Degrees, -90 to 90, with a decimal point"),
        "longitude": .string(0...64, "Degrees, -180 to 180, with a decimal point"),
    ]
    /// What decides the language of an answer.
    package static let language = ["accept-language"]
}
