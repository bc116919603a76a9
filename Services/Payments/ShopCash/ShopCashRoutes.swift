import Kernel
import ServiceKit

/// Cash that shops collect for the platform, over HTTP.
enum ShopCashRoutes {
    static let plugin = "shop-cash"
    static let managing = "subscriptions:manage"
    /// The app says which of its roles works in a shop.
    private static let collectors = Route.Access.roleWith(permission: "shop-cash:own")
    private static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    private static let entry = Schema.object([
        "id": .id, "type": .oneOf("collected", "voided", "settled"), "amount": .money, "balanceAfter": .money,
        "activationId": Schema.string().orNull, "reference": Schema.string().orNull, "at": .time,
    ])
    private static let entries = Schema.page(of: entry, summary: ["collected": .money, "voided": .money, "settled": .money,
                                                                   "balanceDue": .money])
    private static let exampleEntry: JSONValue = [
        "id": "7d1a…", "type": "collected", "amount": ["amount": 60_000, "currency": "DZD"],
        "balanceAfter": ["amount": 60_000, "currency": "DZD"], "activationId": "51aa…", "reference": nil, "at": "2026-11-21T07:00:00Z",
    ]

    static let all: [Route] = [
        .get("/vendor/cash", CashOfOwnShop.self, access: collectors, plugin: plugin,
             query: paging.merging(["shopId": .integer(1...Int(Int32.max))]) { own, _ in own },
             summary: "What your shop collected and handed over, newest first",
             answer: entries, refusals: ["403 not-your-shop", "404 not-found"]),
        .get("/admin/shops/{shopId}/cash", CashOfShop.self, access: .permission(managing), plugin: plugin, query: paging,
             summary: "What a shop collected and handed over, newest first", answer: entries, refusals: ["404 not-found"]),
        .command("POST", "/admin/shops/{shopId}/settlements", SettleShopCash.self, access: .permission(managing), plugin: plugin,
                 body: .object(["amount": .money, "reference": .string(1...64)], required: ["amount", "reference"]),
                 summary: "A shop handed over cash", success: 201,
                 answer: entry, refusals: ["404 not-found", "409 amount-exceeds-balance"], example: exampleEntry).alsoCheckedByHandler(),
    ]
}
