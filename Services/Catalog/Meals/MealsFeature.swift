import Contracts
import ServiceKit

extension Feature {
    /// What restaurants sell: categories, items with options, how many portions there are, what is switched off.
    package static let meals = Feature(
        "meals",
        migrations: [CreateMenus.self],
        commands: [
            AddMenuCategory.self, ChangeMenuCategory.self, RemoveMenuCategory.self, AddMenuItem.self, ChangeMenuItem.self,
            ArchiveMenuItem.self, SwitchMenuItem.self, ImportMenu.self,
        ],
        timers: [SwitchMenuItemOn.self],
        queries: [RestaurantMenu.self, MenuItemDetails.self],
        publishes: [MenuChanged.self],
        routes: MenuRoutes.all,
        texts: [MealTexts.all])
}
