import CatalogKit
import Storage

/// A dictionary has apostrophes, dashes and spaces before letters, also as books print them.
enum SortShopsBySigns: Migration {
    static let name = "0035_SortShopsBySigns"
    static let sql = PlainMarks.update("shop", "order_key")
}
