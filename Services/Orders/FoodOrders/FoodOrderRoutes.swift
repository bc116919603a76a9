import Contracts
import Kernel
import ServiceKit

/// Orders of food over HTTP.
enum FoodOrderRoutes {
    private static let plugin = FoodSale.name
    private static let place = Route.Access.permission(FoodViewer.Permission.place)
    private static let manage = Route.Access.permission(FoodViewer.Permission.manage)
    private static let readAll = Route.Access.permission(FoodViewer.Permission.readAll)
    private static let period: [String: Schema] = ["from": .string(), "to": .string()]
    private static let filters = period.merging(["status": .string(), "updatedSince": .string()]) { own, _ in own }

    static let all: [Route] = customer + kitchen + conversation + staff

    private static let customer: [Route] = [
        .get("/app-config", FoodAppConfig.self, access: .guest, plugin: plugin, headers: ["accept-language"],
             summary: "Labels, icons and colours of statuses, reasons for cancelling, cuisines, fees.", answer: FoodOrderSchemas.appConfig),
        .command("POST", "/orders", PlaceFoodOrder.self, access: place, plugin: plugin, body: FoodOrderSchemas.placing,
                 headers: [CreateIntent.sandboxHeader],
                 summary: "Order a quote. Answers once the catalog holds everything for it.", success: 201, answer: FoodOrderSchemas.order,
                 refusals: ["409 too-many-active-orders", "409 cash-not-allowed", "404 quote-not-found", "409 quote-already-used",
                            "409 quote-expired", "409 quote-not-orderable", "503 catalog-unavailable"],
                 example: ["quoteId": "00000000-0000-4000-8000-00000a000001", "payment": ["method": "cash"],
                           "address": ["line": "شارع العليا ١٢"]]).alsoCheckedByHandler(judgedBy: ["leaveAtDoor": "payment.method"]),
        .get("/orders", FoodOrdersOfCustomer.self, access: place, plugin: plugin, query: filters,
             summary: "The caller's own orders, newest first.", answer: .page(of: FoodOrderSchemas.summary)),
        .get("/orders/active", ActiveFoodOrders.self, access: place, plugin: plugin, query: filters,
             summary: "The caller's orders that are on their way.", answer: .page(of: FoodOrderSchemas.summary)),
        .get("/orders/{orderId}", FoodOrderDetails.self, access: .user, plugin: plugin,
             summary: "One order, for those who take part in it and for the staff.", answer: FoodOrderSchemas.order),
        .command("POST", "/orders/{orderId}/cancel", CancelFoodOrder.self, access: .user, plugin: plugin, body: FoodOrderSchemas.cancelling,
                 summary: "Cancel an order: as its customer, its restaurant, or the staff.", answer: FoodOrderSchemas.order,
                 refusals: ["409 order-not-cancellable", "409 cancellation-fee-changed"], example: ["reason": "changed_mind"]),
        .command("PUT", "/orders/{orderId}/rating", RateFoodOrder.self, access: place, plugin: plugin,
                 body: .object(["restaurantStars": .integer(RateFoodOrder.stars), "courierStars": .integer(RateFoodOrder.stars).orNull,
                                "comment": .string(0...500).orNull], required: ["restaurantStars"]),
                 summary: "Rate an order that was delivered; 201 the first time, 200 for later changes.", success: 201,
                 answer: FoodOrderSchemas.order, refusals: ["409 order-not-delivered", "409 rating-window-closed"],
                 example: ["restaurantStars": 5, "courierStars": 5, "comment": "لذيذ"]).alsoSucceeding(with: 200),
    ]

    private static let kitchen: [Route] = [
        .get("/restaurants/{restaurantId}/orders", FoodOrdersOfRestaurant.self, access: manage, plugin: plugin, query: filters,
             summary: "The orders of a restaurant, newest first.", answer: .page(of: FoodOrderSchemas.summary)),
        .get("/restaurants/{restaurantId}/dashboard", RestaurantDashboard.self, access: manage, plugin: plugin, query: period,
             summary: "What became of a restaurant's orders of some days.", answer: FoodOrderSchemas.dashboard),
        .command("POST", "/orders/{orderId}/accept", AcceptFoodOrder.self, access: manage, plugin: plugin,
                 body: .object(["prepMinutes": .integer(AcceptFoodOrder.minutes).orNull]), summary: "Take a pending order.",
                 answer: FoodOrderSchemas.order, refusals: ["409 invalid-transition", "409 acceptance-window-closed"]),
        .command("POST", "/orders/{orderId}/reject", RejectFoodOrder.self, access: manage, plugin: plugin,
                 body: .object(["reason": FoodOrderSchemas.ownerReason, "note": .string(0...300).orNull], required: ["reason"]),
                 summary: "Refuse a pending order; what was paid goes back.", answer: FoodOrderSchemas.order,
                 refusals: ["409 invalid-transition", "409 acceptance-window-closed"], example: ["reason": "too_busy"]),
        .command("POST", "/orders/{orderId}/prepare", PrepareFoodOrder.self, access: manage, plugin: plugin,
                 summary: "Begin to prepare it.", answer: FoodOrderSchemas.order, refusals: ["409 invalid-transition"]),
        .command("POST", "/orders/{orderId}/ready", FinishFoodOrder.self, access: manage, plugin: plugin,
                 summary: "It waits for its courier.", answer: FoodOrderSchemas.order, refusals: ["409 invalid-transition"]),
        .command("PUT", "/orders/{orderId}/prep-time", ChangePrepTime.self, access: manage, plugin: plugin,
                 body: .object(["prepMinutes": .integer(ChangePrepTime.minutes)], required: ["prepMinutes"]),
                 summary: "It takes so many minutes from now; at most three times.", answer: FoodOrderSchemas.order,
                 refusals: ["409 invalid-transition", "409 limit-reached"], example: ["prepMinutes": 15]),
    ]

    private static let conversation: [Route] = [
        .get("/orders/{orderId}/messages", FoodMessagesOfOrder.self, access: .user, plugin: plugin,
             summary: "What was written about an order, oldest first.", answer: .page(of: FoodOrderSchemas.message)),
        .command("POST", "/orders/{orderId}/messages", PostFoodMessage.self, access: .user, plugin: plugin,
                 body: .object(["text": .string(1...1000)], required: ["text"]), summary: "Write to the other parties of an order.",
                 success: 201, answer: FoodOrderSchemas.message, refusals: ["409 thread-closed"], example: ["text": "أنا عند الباب"]),
        .command("POST", "/orders/{orderId}/share", ShareFoodOrder.self, access: place, plugin: plugin,
                 summary: "A link with which somebody without an account follows the order.", success: 201,
                 answer: .object(["token": .string(), "url": .string()], required: ["token", "url"]), refusals: ["409 conflict"]),
        .command("DELETE", "/orders/{orderId}/share", StopSharingFoodOrder.self, access: place, plugin: plugin,
                 summary: "End the link.", success: 204),
    ]

    private static let staff: [Route] = [
        .get("/admin/orders", AllFoodOrders.self, access: readAll, plugin: plugin,
             query: filters.merging(["search": .string(0...100)]) { own, _ in own },
             summary: "Orders of all restaurants; `search` takes a number, or a phone from staff who see phones.",
             answer: .page(of: FoodOrderSchemas.summary)),
        .get("/admin/reports/summary", FoodSummary.self, access: .permission(FoodViewer.Permission.reports), plugin: plugin,
             query: period.merging(["groupBy": .string()]) { own, _ in own },
             summary: "What was delivered and cancelled, by day, restaurant or courier.", answer: FoodOrderSchemas.report),
    ]
}
