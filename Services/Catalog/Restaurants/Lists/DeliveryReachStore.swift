import CatalogKit
import Contracts
import GRDB
import Kernel

/// Which active restaurants deliver to a place. A page names how many there are, so each of them is looked at: in rows that stand side by
/// side and hold all that decides.
struct DeliveryReachStore {
    private let store: RestaurantStore
    private let place: Coordinates
    init(_ store: RestaurantStore, _ place: Coordinates) { (self.store, self.place) = (store, place) }

    /// A restaurant that delivers there.
    struct Reached {
        /// The lowest of its zones there, in minor units.
        let fee: Int
        let meters: Double
    }

    private static let sql = """
        WITH looked (level, code) AS (VALUES \(CellCover.levels.map { _ in "(?, ?)" }.joined(separator: ", ")))
        SELECT c.restaurant_id, c.position, c.is_whole, c.is_open, c.fee, c.fee_per_km, c.included_meters, c.own_latitude,
            c.own_longitude, c.latitude, c.longitude, c.radius_meters, c.rings
        FROM looked CROSS JOIN restaurant_reach c ON c.tenant = ? AND c.level = looked.level AND c.code = looked.code
        """

    /// By their ids.
    /// - Parameter opening: leaves out those that are closed.
    func restaurants(_ opening: OpenNowStore?) throws -> [String: Reached] {
        let finest = GeoCell(GridPlace(place))
        let looked = CellCover.levels.flatMap { level in [level, finest.ancestor(at: level).code] }
        let rows = try Row.fetchCursor(try store.database.cachedStatement(sql: Self.sql),
                                       arguments: StatementArguments(looked) + [store.tenant.rawValue])
        var reached: [String: Reached] = [:]
        while let row = try rows.next() {
            // A cell that is whole decides; at the edges the zone itself does.
            guard try (row[2] as Bool) || covers(row) else { continue }
            let id: String = row[0]
            if let opening, !opening.isOpen(id, row[3]) { continue }
            let meters = Coordinates(latitude: row[7], longitude: row[8]).meters(to: place)
            let fee = DeliveryZone.fee(row[4], perKm: row[5], includedMeters: row[6], forMeters: meters)
            if let known = reached[id], known.fee <= fee { continue }
            reached[id] = Reached(fee: fee, meters: meters)
        }
        return reached
    }

    private func covers(_ row: Row) throws -> Bool {
        if let radius = row[11] as Double? {
            let center = Coordinates(latitude: row[9], longitude: row[10])
            return DeliveryZone.Shape.circle(center: center, radiusMeters: radius).contains(place)
        }
        guard let rings = try (row[12] as String?) ?? longRings(row[0], row[1]) else { return false }
        return DeliveryZone.Shape.polygon(try ZoneRings.polygon(rings)).contains(place)
    }
    private func longRings(_ id: String, _ position: Int) throws -> String? {
        try String.fetchOne(try store.database.cachedStatement(sql: """
            SELECT rings FROM restaurant_zone WHERE tenant = ? AND restaurant_id = ? AND position = ?
            """), arguments: [store.tenant.rawValue, id, position])
    }
}
