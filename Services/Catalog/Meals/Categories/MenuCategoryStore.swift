import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `menu_category`.
package struct MenuCategoryStore {
    let database: Database
    let tenant: TenantID

    package func find(_ id: MenuCategoryID) throws -> MenuCategory? {
        let statement = try database.cachedStatement(
            sql: "SELECT category_id, restaurant_id, names, position FROM menu_category WHERE tenant = ? AND category_id = ?")
        return try StoredRow.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(Self.category)
    }

    /// In the order of the menu.
    package func of(_ restaurant: RestaurantID) throws -> [MenuCategory] {
        let statement = try database.cachedStatement(
            sql: "SELECT category_id, restaurant_id, names, position FROM menu_category WHERE tenant = ? AND restaurant_id = ?")
        let rows = try StoredRow.fetchAll(statement, arguments: [tenant.rawValue, restaurant.rawValue]).map(Self.category)
        return rows.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }

    private static func category(_ row: StoredRow) throws -> MenuCategory {
        MenuCategory(id: MenuCategoryID(row[0] as String), restaurantID: RestaurantID(row[1] as String),
                     names: try MenuJSON.read(row[2]), position: row[3])
    }

    func save(_ category: MenuCategory) throws {
        try database.cachedStatement(sql: """
            INSERT INTO menu_category (tenant, category_id, restaurant_id, names, position) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, category_id) DO UPDATE SET names = excluded.names, position = excluded.position
            """).run([
                tenant.rawValue, category.id.rawValue, category.restaurantID.rawValue, try MenuJSON.text(category.names), category.position,
            ])
    }

    func delete(_ id: MenuCategoryID) throws {
        try database.cachedStatement(sql: "DELETE FROM menu_category WHERE tenant = ? AND category_id = ?")
            .run([tenant.rawValue, id.rawValue])
    }
}

/// Values of menus that are kept as JSON in a column.
enum MenuJSON {
    static func text(_ value: some Encodable) throws -> String { String(decoding: try JSON.encode(value), as: UTF8.self) }
    static func read<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T { try JSON.decode(T.self, from: text.utf8) }
}
