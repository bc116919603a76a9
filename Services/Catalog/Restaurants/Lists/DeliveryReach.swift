import CatalogKit
import CatalogShops
import Contracts
import GRDB
import Kernel

/// Which active restaurants deliver to a place.
struct DeliveryReach {
    private let store: RestaurantStore
    private let place: Coordinates
    init(_ store: RestaurantStore, _ place: Coordinates) { (self.store, self.place) = (store, place) }

    private static let sql = """
        WITH looked (level, code) AS (VALUES \(ZoneCover.levels.map { _ in "(?, ?)" }.joined(separator: ", ")))
        SELECT c.restaurant_id, max(c.is_whole) FROM looked CROSS JOIN restaurant_zone_cell c
        ON c.tenant = ? AND c.level = looked.level AND c.code = looked.code GROUP BY c.restaurant_id
        """

    /// A cell that is whole decides; at the edges the zones themselves do.
    func ids() throws -> Set<String> {
        var ids: Set<String> = []
        try candidates { id, isSure in
            if try isSure || match(id) != nil { ids.insert(id) }
        }
        return ids
    }
    /// What it costs, by restaurant.
    func fees() throws -> [String: Int] {
        var fees: [String: Int] = [:]
        try candidates { id, _ in fees[id] = try match(id)?.fee }
        return fees
    }

    private func candidates(_ each: (String, Bool) throws -> Void) throws {
        let finest = GeoCell(GridPlace(place))
        let looked = ZoneCover.levels.flatMap { level in [level, finest.ancestor(at: level).code] }
        let rows = try Row.fetchAll(try store.database.cachedStatement(sql: Self.sql),
                                    arguments: StatementArguments(looked) + [store.tenant.rawValue])
        for row in rows { try each(row[0], row[1]) }
    }
    private func match(_ id: String) throws -> DeliveryZones.Match? {
        let id = RestaurantID(id)
        guard let restaurant = try store.find(id) else { return nil }
        return try store.zones(of: id).best(for: place, restaurantLocation: restaurant.location)
    }
}
