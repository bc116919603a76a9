import CatalogRestaurants
import Kernel
import ServiceKit

/// Reading a menu, and managing it.
enum MenuRoutes {
    private static let plugin = RestaurantPlugin.name
    private static let managers = Route.Access.permission(RestaurantPermission.manage)
    private static let language = ["accept-language"]

    static let all: [Route] = [
        .get("/restaurants/{restaurantId}/menu", RestaurantMenu.self, access: .user, plugin: plugin, headers: language,
             summary: "Everything a restaurant sells, by category", answer: MenuSchemas.menu),
    ] + categories + items

    private static let categories: [Route] = [
        .command("POST", "/restaurants/{restaurantId}/categories", AddMenuCategory.self, access: managers, plugin: plugin,
                 body: .object(MenuSchemas.categoryFields, required: ["names"]), headers: language, summary: "Add a part to a menu",
                 success: 201, answer: MenuSchemas.category, refusals: ["409 limit-reached"],
                 example: ["names": ["ar": "المشروبات", "en": "Drinks"], "position": 3]).alsoCheckedByHandler(),
        .command("PUT", "/categories/{categoryId}", ChangeMenuCategory.self, access: managers, plugin: plugin,
                 body: .object(MenuSchemas.categoryFields), headers: language, summary: "Rename or move a part of a menu",
                 answer: MenuSchemas.category, example: ["position": 0]).alsoCheckedByHandler(),
        .command("DELETE", "/categories/{categoryId}", RemoveMenuCategory.self, access: managers, plugin: plugin,
                 summary: "Remove an empty part of a menu", success: 204, refusals: ["409 category-not-empty"]),
    ]

    private static let items: [Route] = [
        .command("POST", "/restaurants/{restaurantId}/menu-items", AddMenuItem.self, access: managers, plugin: plugin,
                 body: .object(MenuSchemas.itemFields, required: ["categoryId", "names", "price"]), headers: language,
                 summary: "Add something to a menu", success: 201, answer: MenuSchemas.managedItem, refusals: ["409 limit-reached"],
                 example: MenuSchemas.example).alsoCheckedByHandler(),
        .get("/menu-items/{itemId}", MenuItemDetails.self, access: managers, plugin: plugin, headers: language,
             summary: "One item of a menu, with its stock", answer: MenuSchemas.managedItem),
        .command("PUT", "/menu-items/{itemId}", ChangeMenuItem.self, access: managers, plugin: plugin,
                 body: .object(MenuSchemas.itemFields), headers: language,
                 summary: "Change an item of a menu; what is not sent stays", answer: MenuSchemas.managedItem,
                 example: ["price": ["amount": 3000, "currency": "SAR"], "stock": nil]).alsoCheckedByHandler(),
        .command("DELETE", "/menu-items/{itemId}", ArchiveMenuItem.self, access: managers, plugin: plugin,
                 summary: "Take an item off the menu", success: 204),
        .command("PUT", "/menu-items/{itemId}/availability", SwitchMenuItem.self, access: managers, plugin: plugin,
                 body: .object(["available": .boolean, "until": Schema.time.orNull, "stock": Schema.integer(MenuLimits.stock).orNull],
                               required: ["available"]),
                 headers: language, summary: "Switch an item on or off, until a time or for good, and set its stock",
                 answer: MenuSchemas.managedItem, example: ["available": false, "until": "2026-11-21T18:00:00Z"]).alsoCheckedByHandler(),
    ]
}
