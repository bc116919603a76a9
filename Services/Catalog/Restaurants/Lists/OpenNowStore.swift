import CatalogKit
import Contracts
import GRDB
import Kernel

/// Which restaurants are open at an instant: as their rows say, but for those that changed since and whose timer is still to come.
struct OpenNowStore {
    private let store: RestaurantStore
    private let changed: [String: Bool]

    init(_ store: RestaurantStore, at now: Timestamp) throws {
        self.store = store
        let stale = try store.find(try store.stale(at: now))
        changed = Dictionary(stale.map { ($0.id.rawValue, $0.opening(at: now).open) }) { first, _ in first }
    }

    /// - Parameter stored: as its row says.
    func isOpen(_ id: String, _ stored: Bool) -> Bool { changed[id] ?? stored }

    func isOpen(_ id: String) throws -> Bool {
        try changed[id] ?? Bool.fetchOne(try store.database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM restaurant INDEXED BY restaurant_open WHERE tenant = ? AND restaurant_id = ? AND is_open = 1)
            """), arguments: [store.tenant.rawValue, id]) ?? false
    }

    /// How many are open, of a cuisine or at all.
    func count(_ cuisine: String?) throws -> Int {
        let stored: Int
        if let cuisine {
            stored = try Int.fetchOne(try store.database.cachedStatement(sql: """
                SELECT count(*) FROM restaurant_entry e CROSS JOIN restaurant r INDEXED BY restaurant_open
                ON r.tenant = e.tenant AND r.restaurant_id = e.restaurant_id AND r.is_open = 1
                WHERE e.tenant = ? AND e.language = ? AND e.cuisine = ?
                """), arguments: [store.tenant.rawValue, store.definition.languages.first ?? "", cuisine]) ?? 0
        } else {
            stored = try Int.fetchOne(try store.database.cachedStatement(sql: """
                SELECT count(*) FROM restaurant INDEXED BY restaurant_open WHERE tenant = ? AND is_open = 1
                """), arguments: [store.tenant.rawValue]) ?? 0
        }
        return try changed.reduce(stored) { count, entry in
            guard let row = try store.find(RestaurantID(entry.key)), cuisine.map(row.cuisines.contains) ?? true else { return count }
            let was = try Bool.fetchOne(try store.database.cachedStatement(sql: """
                SELECT is_open FROM restaurant WHERE tenant = ? AND restaurant_id = ?
                """), arguments: [store.tenant.rawValue, entry.key]) ?? false
            return count + (entry.value ? 1 : 0) - (was ? 1 : 0)
        }
    }
}
