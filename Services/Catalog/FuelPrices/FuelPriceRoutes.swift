import Kernel
import ServiceKit

/// Permissions about prices, as tenant files name them.
package enum FuelPricePermission {
    package static let manage = "pricing:manage"
}

/// Fuels, prices, and what the app starts with.
enum FuelPriceRoutes {
    private static let plugin = FuelPricesListing.name
    private static let managers = Route.Access.permission(FuelPricePermission.manage)

    private static let fuelType = Schema.object([
        "code": .string(), "name": .string(), "family": .string(), "grade": .integer(), "octane": Schema.integer().orNull,
        "active": .boolean,
    ], required: ["code", "name", "family", "grade", "active"])
    private static let perGallon = Schema.object(["mills": .integer(), "currency": .string(3...3)], required: ["mills", "currency"])
    private static let price = Schema.object([
        "id": .id, "zoneId": .id, "fuelType": .string(), "mills": .integer(), "pricePerGallon": perGallon, "validFrom": .time,
        "validUntil": Schema.time.orNull, "createdAt": .time,
    ])
    /// Of a place: what an order would cost there now.
    private static let prices = Schema.object([
        "serviceable": .boolean, "areaId": .id, "priceZoneId": .id, "asOf": .time,
        "fees": .object(["delivery": .money, "asap": .money]),
        "data": .array(.object([
            "fuelType": .string(), "pricePerGallon": perGallon, "validFrom": .time, "validUntil": Schema.time.orNull,
            "tiers": .array(.object(["minGallons": .number(), "discountMills": .integer()])),
        ])),
    ], required: ["serviceable", "data"])
    private static let config = Schema.object([
        "env": .oneOf("sandbox", "production"), "serverTime": .time,
        "minAppVersion": .object(["ios": .string(), "android": .string()]),
        "support": .object(["phone": Schema.string().orNull, "email": Schema.string().orNull]),
        "limits": .object(Dictionary([
            "quoteMinutes", "pendingMinutes", "offlineMaxAgeHours", "offlineGraceMinutes", "asapStaleMinutes", "bookingHorizonDays",
            "gallonsMin", "gallonsMax", "dollarsMin", "dollarsMax", "tipMax", "tipHours", "freeCancelHours", "geofenceMeters",
            "overCapturePercent", "asapPromiseMinutes",
        ].map { ($0, Schema.integer()) }) { one, _ in one }),
    ])

    static let all: [Route] = [
        .get("/fuel-types", FuelTypes.self, access: .guest, plugin: plugin, summary: "All fuels", answer: .page(of: fuelType)),
        .get("/fuel-types/{code}", FuelTypeDetails.self, access: .guest, plugin: plugin, summary: "One fuel", answer: fuelType,
             refusals: ["404 not-found"]),
        .command("PUT", "/fuel-types/{code}", ChangeFuelType.self, access: managers, plugin: plugin,
                 body: .object(["name": .string(1...40), "active": .boolean]),
                 summary: "Rename a fuel, or switch it on or off; what is not sent stays", answer: fuelType, refusals: ["404 not-found"],
                 example: ["active": false])
            .checkedByHandler(),
        .get("/fuel-prices", FuelPricesAtPlace.self, access: .guest, plugin: plugin,
             query: ["lat": .number(-90...90), "lng": .number(-180...180), "fuelType": .string(1...20)],
             summary: "What fuel and its delivery cost at a place now", answer: prices,
             example: ["lat": "25.7617", "lng": "-80.1918", "fuelType": "regular"]).requiring("lat", "lng"),
        .get("/prices", PriceList.self, access: managers, plugin: plugin,
             query: ["zoneId": .id, "fuelType": .string(1...20), "from": .string(1...40), "to": .string(1...40)],
             summary: "Prices by the time at which they begin, the latest first", answer: .page(of: price)),
        .command("POST", "/prices", PublishPrice.self, access: managers, plugin: plugin,
                 body: .object([
                     "zoneId": .id, "fuelType": .string(1...20), "mills": .integer(FuelPriceRules.mills), "validFrom": Schema.time.orNull,
                     "validUntil": Schema.time.orNull, "confirmJump": .boolean,
                 ], required: ["zoneId", "fuelType", "mills"]),
                 summary: "Set a price from now or a later time on", success: 201, answer: price,
                 refusals: ["409 price-exists", "409 price-jump"],
                 example: ["zoneId": "5f0c…", "fuelType": "regular", "mills": 3499])
            .checkedByHandler(),
        .command("DELETE", "/prices/{priceId}", WithdrawPrice.self, access: managers, plugin: plugin,
                 summary: "Delete a price that has not begun", success: 204, refusals: ["404 not-found", "409 price-started"]),
        .get("/app-config", FuelAppConfig.self, access: .guest, plugin: plugin, summary: "What the app starts with", answer: config),
    ]
}
