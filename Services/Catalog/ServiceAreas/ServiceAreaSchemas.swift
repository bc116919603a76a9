import Kernel
import ServiceKit

/// Areas and zones as answers show them, and what is sent.
enum ServiceAreaSchemas {
    static let place: [String: Schema] = ["lat": .number(-90...90), "lng": .number(-180...180)]
    private static let geometry = Schema.object(["type": .oneOf("Polygon", "MultiPolygon"), "coordinates": .array(.any)])
    static let area = Schema.object([
        "id": .id, "code": .string(), "name": .string(), "priceZoneId": .id, "geometry": geometry.orNull, "priority": .integer(),
        "active": .boolean, "createdAt": .time, "updatedAt": .time,
    ])
    static let lookup = Schema.object([
        "serviceable": .boolean, "areaId": Schema.id.orNull, "areaCode": Schema.string().orNull, "priceZoneId": Schema.id.orNull,
        "nearest": Schema.object(["areaId": .id, "distanceMeters": .integer()]).orNull,
    ])
    private static let tier = Schema.object(["minGallons": .number(), "discountMills": .integer()])
    static let zone = Schema.object([
        "id": .id, "code": .string(), "name": .string(), "fees": .object(["delivery": .money, "asap": .money]), "salesTaxBps": .integer(),
        "tiers": .array(tier), "createdAt": .time, "updatedAt": .time,
    ])
    static let addresses = Schema.object([
        "data": .array(.object([
            "label": .string(), "line1": .string(), "city": .string(), "region": .string(), "postalCode": .string(),
            "location": .object(["lat": .number(), "lng": .number()]), "confidence": .number(0...1), "serviceable": .boolean,
        ])),
    ])

    // What is sent. The handler names what is wrong in parts that differ by their kind.
    static let areaFields: [String: Schema] = [
        "code": .string(2...40, pattern: "^[a-z0-9-]{2,40}$"), "name": .string(2...80), "priceZoneId": .string(1...64),
        "geometry": .object([:]), "priority": Schema.integer(0...100).orNull, "active": Schema.boolean.orNull,
    ]
    static let areaRequired = ["code", "name", "priceZoneId", "geometry"]
    static let zoneFields: [String: Schema] = [
        "code": .string(2...40, pattern: "^[a-z0-9-]{2,40}$"), "name": .string(2...80), "fees": .object([:]),
        "salesTaxBps": .integer(PriceZoneRules.salesTax), "tiers": Schema.array(.object([:]), 0...PriceZoneRules.tiersMax).orNull,
    ]
    static let zoneRequired = ["code", "name", "fees", "salesTaxBps"]
}
