import CatalogKit
import Storage

/// As of shops: signs come before letters, also as books print them.
enum SortRestaurantsBySigns: Migration {
    static let name = "0036_SortRestaurantsBySigns"
    static let sql = PlainMarks.update("restaurant_entry", "name_key")
}
