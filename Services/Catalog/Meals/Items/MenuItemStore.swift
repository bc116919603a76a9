import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `menu_item`; portions are resources of the claim tables, under the item's id.
package struct MenuItemStore {
    let database: Database
    let tenant: TenantID

    private static let columns = """
        item_id, restaurant_id, category_id, names, descriptions, price, image_id, tags, option_groups, counts_stock, is_switched_on, \
        available_again_at, position, is_archived
        """

    package func find(_ id: MenuItemID) throws -> MenuItem? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM menu_item WHERE tenant = ? AND item_id = ?")
        return try StoredRow.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(Self.item)
    }

    /// Everything on a restaurant's menu, in the order in which it was added.
    package func live(of restaurant: RestaurantID) throws -> [MenuItem] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM menu_item WHERE tenant = ? AND restaurant_id = ? AND is_archived = 0 ORDER BY position
            """)
        return try StoredRow.fetchAll(statement, arguments: [tenant.rawValue, restaurant.rawValue]).map(Self.item)
    }

    private static func item(_ row: StoredRow) throws -> MenuItem {
        MenuItem(id: MenuItemID(row[0] as String), restaurantID: RestaurantID(row[1] as String),
                 categoryID: (row[2] as String?).map { MenuCategoryID($0) }, names: try MenuJSON.read(row[3]),
                 descriptions: try MenuJSON.read(row[4]), price: row[5], imageID: row[6], tags: try MenuJSON.read(row[7]),
                 optionGroups: try MenuJSON.read(row[8]), countsStock: row[9], isSwitchedOn: row[10],
                 availableAgainAt: (row[11] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }, position: row[12],
                 isArchived: row[13])
    }

    package func save(_ item: MenuItem) throws {
        try database.cachedStatement(sql: """
            INSERT INTO menu_item (tenant, item_id, restaurant_id, category_id, names, descriptions, price, image_id, tags, option_groups,
                counts_stock, is_switched_on, available_again_at, position, is_archived)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, item_id) DO UPDATE SET category_id = excluded.category_id, names = excluded.names,
                descriptions = excluded.descriptions, price = excluded.price, image_id = excluded.image_id, tags = excluded.tags,
                option_groups = excluded.option_groups, counts_stock = excluded.counts_stock, is_switched_on = excluded.is_switched_on,
                available_again_at = excluded.available_again_at, is_archived = excluded.is_archived
            """).run([
                tenant.rawValue, item.id.rawValue, item.restaurantID.rawValue, item.categoryID?.rawValue, try MenuJSON.text(item.names),
                try MenuJSON.text(item.descriptions), item.price, item.imageID, try MenuJSON.text(item.tags),
                try MenuJSON.text(item.optionGroups), item.countsStock, item.isSwitchedOn, item.availableAgainAt?.millisecondsSinceEpoch,
                item.position, item.isArchived,
            ])
    }

    // MARK: - Numbers

    package func liveCount(of restaurant: RestaurantID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(
            sql: "SELECT count(*) FROM menu_item WHERE tenant = ? AND restaurant_id = ? AND is_archived = 0"),
                         arguments: [tenant.rawValue, restaurant.rawValue]) ?? 0
    }
    func isEmpty(_ category: MenuCategoryID) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: """
            SELECT NOT EXISTS (SELECT 1 FROM menu_item WHERE tenant = ? AND category_id = ? AND is_archived = 0)
            """), arguments: [tenant.rawValue, category.rawValue]) ?? true
    }
    /// Archived items leave their category, so that it can be deleted.
    func detachArchived(from category: MenuCategoryID) throws {
        try database.cachedStatement(
            sql: "UPDATE menu_item SET category_id = NULL WHERE tenant = ? AND category_id = ? AND is_archived = 1")
            .run([tenant.rawValue, category.rawValue])
    }
    func nextPosition(in restaurant: RestaurantID) throws -> Int {
        func last(_ archived: Bool) throws -> Int {
            try Int.fetchOne(try database.cachedStatement(sql: """
                SELECT max(position) FROM menu_item WHERE tenant = ? AND restaurant_id = ? AND is_archived = ?
                """), arguments: [tenant.rawValue, restaurant.rawValue, archived]) ?? 0
        }
        return max(try last(false), try last(true)) + 1
    }

    // MARK: - Sold out

    /// Items of a restaurant that are sold out now and were not when the menu was published last, or the other way round.
    /// Answers whether there were any.
    package func noteSoldOut(in restaurant: RestaurantID) throws -> Bool {
        let changed = try String.fetchAll(try database.cachedStatement(sql: """
            SELECT i.item_id FROM menu_item i JOIN resource r ON r.tenant = i.tenant AND r.resource_id = i.item_id
            WHERE i.tenant = ? AND i.restaurant_id = ? AND i.is_archived = 0
                AND (i.counts_stock = 1 AND r.quantity - r.sold - r.held - r.offered <= 0) <> i.shown_sold_out
            """), arguments: [tenant.rawValue, restaurant.rawValue])
        let note = try database.cachedStatement(
            sql: "UPDATE menu_item SET shown_sold_out = 1 - shown_sold_out WHERE tenant = ? AND item_id = ?")
        for id in changed { try note.run([tenant.rawValue, id]) }
        return !changed.isEmpty
    }
}
