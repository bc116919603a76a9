import Kernel
import ServiceKit

/// Finding restaurants, looking at them, managing them, approving them.
enum RestaurantRoutes {
    private static let plugin = RestaurantPlugin.name
    private static let owners = Route.Access.permission(RestaurantPermission.manage)
    private static let approvers = Route.Access.permission(RestaurantPermission.approve)
    private static let filters: [String: Schema] = [
        "search": .string(0...100, "Every word must occur in a name, a cuisine or a dish; diacritics and letter forms do not matter"),
        "cuisine": .string(1...40), "open": .boolean, "near": RestaurantSchemas.near, "deliverable": .boolean, "slug": .string(1...40),
        "sort": .oneOf("recommended", "distance", "rating", "fee", "name"),
    ]
    static let all: [Route] = looking + managing + approving

    private static let looking: [Route] = [
        .get("/restaurants", BrowseRestaurants.self, access: .user, plugin: plugin, query: filters, headers: RestaurantSchemas.language,
             summary: "Active restaurants by words, cuisine, opening, place and zone", answer: .page(of: RestaurantSchemas.card),
             example: ["near": "24.7040,46.6890", "deliverable": "true", "sort": "fee"]),
        .get("/restaurants/mine", OwnRestaurants.self, access: owners, plugin: plugin, headers: RestaurantSchemas.language,
             summary: "One's own restaurants, newest first", answer: .page(of: RestaurantSchemas.restaurant)),
        .get("/restaurants/{restaurantId}", RestaurantDetails.self, access: .user, plugin: plugin, headers: RestaurantSchemas.language,
             summary: "One restaurant; its owner and staff see its settings", answer: RestaurantSchemas.restaurant,
             refusals: ["404 not-found"]),
        .get("/restaurants/{restaurantId}/opening", RestaurantOpening.self, access: .user, plugin: plugin, query: ["at": .time],
             summary: "Whether it takes orders at an instant", answer: RestaurantSchemas.opening, refusals: ["404 not-found"]),
    ]
    private static let managing: [Route] = [
        .command("POST", "/restaurants", CreateRestaurant.self, access: owners, plugin: plugin,
                 body: .object(RestaurantSchemas.fields, required: RestaurantSchemas.required), headers: RestaurantSchemas.language,
                 summary: "Add a restaurant: a draft until it is approved", success: 201, answer: RestaurantSchemas.restaurant,
                 refusals: ["409 limit-reached"],
                 example: ["names": ["ar": "مطبخ نجد"], "cuisines": ["saudi"], "phone": "0500000101",
                           "location": ["lat": 24.6949, "lng": 46.6853], "addressLine": "شارع العليا ١٢"]).alsoCheckedByHandler(),
        .command("PUT", "/restaurants/{restaurantId}", ChangeRestaurant.self, access: owners, plugin: plugin,
                 body: .object(RestaurantSchemas.fields), headers: RestaurantSchemas.language,
                 summary: "Change a restaurant; what is not sent stays", answer: RestaurantSchemas.restaurant, refusals: ["404 not-found"])
            .alsoCheckedByHandler(),
        .command("PUT", "/restaurants/{restaurantId}/hours", SetHours.self, access: owners, plugin: plugin,
                 body: .object(["hours": RestaurantSchemas.sentHours, "exceptions": RestaurantSchemas.sentExceptions], required: ["hours"]),
                 headers: RestaurantSchemas.language, summary: "Set all hours, and the dates that are different",
                 answer: RestaurantSchemas.restaurant, refusals: ["404 not-found"],
                 example: ["hours": [["dayOfWeek": 5, "opens": "13:00", "closes": "03:00"]],
                           "exceptions": [["date": "2026-12-31", "closed": true]]]).alsoCheckedByHandler(),
        .command("PUT", "/restaurants/{restaurantId}/zones", SetZones.self, access: owners, plugin: plugin,
                 body: .object(["zones": RestaurantSchemas.sentZones], required: ["zones"]), headers: RestaurantSchemas.language,
                 summary: "Set where it delivers to, and what for", answer: RestaurantSchemas.restaurant, refusals: ["404 not-found"]),
        .command("PUT", "/restaurants/{restaurantId}/availability", SetAvailability.self, access: owners, plugin: plugin,
                 body: .object(["mode": .oneOf("normal", "busy", "paused"), "extraMinutes": Schema.integer(5...60).orNull,
                                "until": Schema.time.orNull], required: ["mode"]),
                 headers: RestaurantSchemas.language, summary: "Say how busy it is, for a while or until further notice",
                 answer: RestaurantSchemas.restaurant, refusals: ["404 not-found", "409 restaurant-not-active"])
            .alsoCheckedByHandler(),
    ]
    private static let approving: [Route] = [
        .get("/admin/restaurants", AllRestaurants.self, access: approvers, plugin: plugin,
             query: ["status": .oneOf("draft", "active", "suspended")], headers: RestaurantSchemas.language,
             summary: "All restaurants, newest first", answer: .page(of: RestaurantSchemas.restaurant)),
        .command("POST", "/restaurants/{restaurantId}/approve", ApproveRestaurant.self, access: approvers, plugin: plugin,
                 headers: RestaurantSchemas.language, summary: "Let a restaurant sell", answer: RestaurantSchemas.restaurant,
                 refusals: ["404 not-found", "409 restaurant-incomplete"]),
        .command("POST", "/restaurants/{restaurantId}/suspend", SuspendRestaurant.self, access: approvers, plugin: plugin,
                 body: .object(["reason": .string(1...300)], required: ["reason"]), headers: RestaurantSchemas.language,
                 summary: "Stop a restaurant from selling; its orders go on", answer: RestaurantSchemas.restaurant,
                 refusals: ["404 not-found", "409 restaurant-not-active"]),
        .command("PUT", "/restaurants/{restaurantId}/commission", SetCommission.self,
                 access: .permission(RestaurantPermission.setCommission), plugin: plugin,
                 body: .object(["basisPoints": .integer(0...5000)], required: ["basisPoints"]), headers: RestaurantSchemas.language,
                 summary: "Set what the app keeps of its sales, for new orders", answer: RestaurantSchemas.restaurant,
                 refusals: ["404 not-found"]),
    ]
}
