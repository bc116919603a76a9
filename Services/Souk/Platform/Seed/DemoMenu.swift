import Contracts
import Kernel
import ServiceKit

/// The menu of a restaurant of the demo.
enum DemoMenu {
    static func of(_ n: Int, _ restaurant: YAMLFile.Value, _ form: DemoForm) -> ImportMenu {
        var items = 0
        let categories = form.list("menu", in: restaurant).enumerated().map { number, value -> ImportMenu.Category in
            form.allow(["names", "items"], in: value, what: "a category")
            let own = form.list("items", in: value).map { item -> ImportMenu.Item in
                items += 1
                return Self.item(n, items, item, form)
            }
            return ImportMenu.Category(id: MenuCategoryID(DemoID.menuCategory(restaurant: n, number + 1)),
                                       names: DemoRestaurants.texts("names", value, form), items: own)
        }
        return ImportMenu(restaurantId: RestaurantID(DemoID.restaurant(n)), categories: categories)
    }

    private static func item(_ n: Int, _ k: Int, _ value: YAMLFile.Value, _ form: DemoForm) -> ImportMenu.Item {
        form.allow(["names", "descriptions", "price", "tags", "stock", "available", "groups"], in: value, what: "an item")
        let descriptions = DemoRestaurants.texts("descriptions", value, form)
        return ImportMenu.Item(
            id: MenuItemID(DemoID.menuItem(restaurant: n, k)), names: DemoRestaurants.texts("names", value, form),
            descriptions: descriptions.isEmpty ? nil : descriptions, price: DemoRestaurants.amount("price", value, form),
            tags: form.texts("tags", in: value).map(\.text), stock: form.optionalNumber("stock", in: value),
            available: form.flag("available", in: value, default: true),
            optionGroups: form.list("groups", in: value).enumerated().map { group($1, n, k, $0 + 1, form) })
    }

    private static func group(_ value: YAMLFile.Value, _ n: Int, _ item: Int, _ k: Int, _ form: DemoForm) -> ImportMenu.OptionGroup {
        form.allow(["names", "min", "max", "options"], in: value, what: "a group of options")
        let options = form.list("options", in: value).enumerated().map { number, option -> ImportMenu.Option in
            form.allow(["names", "delta"], in: option, what: "an option")
            return ImportMenu.Option(id: DemoID.option(restaurant: n, item: item, group: k, number + 1),
                                     names: DemoRestaurants.texts("names", option, form),
                                     priceDelta: DemoRestaurants.amount("delta", option, form))
        }
        return ImportMenu.OptionGroup(id: DemoID.optionGroup(restaurant: n, item: item, k),
                                      names: DemoRestaurants.texts("names", value, form), min: form.number("min", in: value),
                                      max: form.number("max", in: value), options: options)
    }
}
