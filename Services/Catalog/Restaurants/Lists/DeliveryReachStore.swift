import CatalogKit
import Contracts
import GRDB
import Kernel

/// Which active restaurants deliver to a place.
struct DeliveryReachStore {
    private let store: RestaurantStore
    private let place: Coordinates
    init(_ store: RestaurantStore, _ place: Coordinates) { (self.store, self.place) = (store, place) }

    private static let sql = """
        WITH looked (level, code) AS (VALUES \(CellCover.levels.map { _ in "(?, ?)" }.joined(separator: ", ")))
        SELECT c.restaurant_id, max(c.is_whole) FROM looked CROSS JOIN restaurant_zone_cell c
        ON c.tenant = ? AND c.level = looked.level AND c.code = looked.code GROUP BY c.restaurant_id
        """

    /// A cell that is whole decides; at the edges the zones themselves do.
    func ids() throws -> Set<String> {
        var ids: Set<String> = []
        try candidates { id, isSure in
            if try isSure || store.zones(of: RestaurantID(id)).zones.contains(where: { $0.contains(place) }) { ids.insert(id) }
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
        let looked = CellCover.levels.flatMap { level in [level, finest.ancestor(at: level).code] }
        let rows = try Row.fetchAll(try store.database.cachedStatement(sql: Self.sql),
                                    arguments: StatementArguments(looked) + [store.tenant.rawValue])
        for row in rows { try each(row[0], row[1]) }
    }
    private func match(_ id: String) throws -> DeliveryZones.Match? {
        let row = try Row.fetchOne(try store.database.cachedStatement(sql: """
            SELECT latitude, longitude FROM restaurant_place WHERE tenant = ? AND restaurant_id = ?
            """), arguments: [store.tenant.rawValue, id])
        guard let row else { return nil }
        let own = Coordinates(latitude: row[0], longitude: row[1])
        return try store.zones(of: RestaurantID(id)).best(for: place, restaurantLocation: own)
    }
}
