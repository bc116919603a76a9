import Contracts
import Kernel
import ServiceKit

extension Feature {
    /// Codes that take something off an order. Orders decide whether a code applies, and count its uses.
    package static let promoCodes = Feature(
        "promo-codes",
        commands: [CreatePromoCode.self, ChangePromoCode.self, ImportPromoCode.self],
        reactions: [OnPromoUsesChanged.self],
        queries: [PromoCodes.self],
        publishes: [PromoCodeChanged.self],
        routes: PromoCodeRoutes.all)
}

enum PromoCodeRoutes {
    private static let plugin = FuelPricesListing.name
    private static let managers = Route.Access.permission(FuelPricePermission.manage)
    private static let rules: [String: Schema] = [
        "kind": .oneOf("percent", "fixed"), "value": .integer(1...100_000), "target": .oneOf("fuel", "delivery"),
        "minFuel": Schema.money.orNull, "maxTotalUses": Schema.integer(1...1_000_000).orNull, "maxUsesPerUser": .integer(1...1_000_000),
        "firstOrderOnly": .boolean, "priceZoneIds": Schema.array(.id, 1...PromoCodeRules.zonesMax).orNull,
        "startsAt": Schema.time.orNull, "endsAt": Schema.time.orNull, "active": .boolean,
    ]
    private static let fields = rules.merging(["code": .string(3...20, pattern: "^[A-Za-z0-9]{3,20}$")]) { own, _ in own }
    private static let promo = Schema.object(rules.merging([
        "code": .string(), "uses": .integer(), "createdAt": .time, "updatedAt": .time,
    ]) { own, _ in own })

    static let all: [Route] = [
        .get("/promo-codes", PromoCodes.self, access: managers, plugin: plugin, summary: "All promo codes, the newest first",
             answer: .page(of: promo)),
        .command("POST", "/promo-codes", CreatePromoCode.self, access: managers, plugin: plugin,
                 body: .object(fields, required: ["code", "kind", "value", "target"]), summary: "Add a promo code", success: 201,
                 answer: promo, refusals: ["409 promo-code-taken"],
                 example: ["code": "WELCOME10", "kind": "fixed", "value": 1000, "target": "fuel", "firstOrderOnly": true,
                           "minFuel": ["amount": 3000, "currency": "USD"]])
            .checkedByHandler(),
        .command("PUT", "/promo-codes/{code}", ChangePromoCode.self, access: managers, plugin: plugin, body: .object(rules),
                 summary: "Change a promo code; what is not sent stays", answer: promo, refusals: ["404 not-found"],
                 example: ["active": false])
            .checkedByHandler(),
    ]
}
