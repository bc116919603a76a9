import Kernel
import ServiceKit

/// What answers about restaurants look like, and what is sent.
package enum RestaurantSchemas {
    /// A text by language.
    package static let texts = Schema.object([:])
    package static let place = Schema.object(["lat": .number(), "lng": .number()], required: ["lat", "lng"])
    package static let near = Schema.string(0...80, "Latitude and longitude in degrees, with a comma between them")
    /// What decides the language of an answer.
    package static let language = ["accept-language"]

    private static let period = ["opens": Schema.string(5...5, "HH:mm"), "closes": .string(5...5, "HH:mm, up to 24:00")]
    private static let hours = Schema.object(period.merging(["dayOfWeek": .integer(0...6)]) { a, _ in a })
    private static let exception = Schema.object(["date": .date, "closed": .boolean, "periods": .array(.object(period))])
    private static let shape = Schema.object([
        "type": .oneOf("Circle", "Polygon"), "center": place, "radiusMeters": .number(),
        "coordinates": .array(.array(.array(.number()))),
    ])
    private static let zone = Schema.object([
        "id": .id, "name": .string(), "shape": shape, "fee": .money, "feePerKm": .money, "includedMeters": .integer(),
        "minimumOrder": .money,
    ])
    private static let members: [String: Schema] = [
        "id": .id, "slug": .string(), "name": .string(), "names": texts, "description": Schema.string().orNull, "descriptions": texts,
        "cuisines": .array(.string()), "status": .oneOf("draft", "active", "suspended"), "open": .boolean,
        "mode": .oneOf("normal", "busy", "paused"), "opensAt": Schema.time.orNull, "closesAt": Schema.time.orNull, "location": place,
        "addressLine": .string(), "logoUrl": Schema.string().orNull, "coverUrl": Schema.string().orNull, "prepMinutes": .integer(),
        "rating": Schema.number().orNull, "ratingCount": .integer(), "freeDeliveryAbove": Schema.money.orNull, "featured": .boolean,
    ]
    package static let card = Schema.object(members.merging([
        "distanceMeters": .integer(), "deliverable": .boolean, "deliveryFee": Schema.money.orNull, "minimumOrder": Schema.money.orNull,
    ]) { a, _ in a })
    package static let restaurant = Schema.object(members.merging([
        "ownerId": .id, "phone": .string(), "hours": .array(hours), "exceptions": .array(exception), "zones": .array(zone),
        "maxActiveOrders": Schema.integer().orNull, "commissionBasisPoints": .integer(), "extraMinutes": Schema.integer().orNull,
        "until": Schema.time.orNull, "logoId": Schema.string().orNull, "coverId": Schema.string().orNull,
    ]) { a, _ in a })
    static let opening = Schema.object([
        "open": .boolean, "mode": .oneOf("normal", "busy", "paused"), "opensAt": Schema.time.orNull, "closesAt": Schema.time.orNull,
        "at": .time,
    ])

    // What is sent. The handler names what is wrong in parts that differ by their kind.
    static let fields: [String: Schema] = [
        "names": texts, "descriptions": texts.orNull, "slug": Schema.string(0...40, pattern: "^[a-z0-9-]{3,40}$").orNull,
        "cuisines": .array(.string(1...40), 1...5), "phone": .string(3...30), "location": .object([:]), "addressLine": .string(3...200),
        "logoId": Schema.id.orNull, "coverId": Schema.id.orNull, "prepMinutes": .integer(5...120),
        "maxActiveOrders": Schema.integer(1...500).orNull, "freeDeliveryAbove": Schema.object([:]).orNull, "hours": sentHours,
        "exceptions": sentExceptions, "zones": sentZones,
    ]
    static let required = ["names", "cuisines", "phone", "location", "addressLine"]
    static let sentHours = Schema.array(.object([:]), 0...7 * HoursForm.periodsPerDayMax)
    static let sentExceptions = Schema.array(.object([:]), 0...HoursForm.exceptionsMax)
    static let sentZones = Schema.array(.object([:]), 0...ZonesForm.zonesMax)
}
