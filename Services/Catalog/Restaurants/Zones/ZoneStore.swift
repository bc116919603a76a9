import CatalogKit
import Contracts
import GRDB
import Kernel

/// The zones of restaurants.
extension RestaurantStore {
    package func zones(of id: RestaurantID) throws -> DeliveryZones {
        let rows = try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT zone_id, name, latitude, longitude, radius_meters, rings, fee, fee_per_km, included_meters, minimum_order
            FROM restaurant_zone WHERE tenant = ? AND restaurant_id = ? ORDER BY position
            """), arguments: [tenant.rawValue, id.rawValue])
        return DeliveryZones(try rows.map(Self.zone))
    }

    private static func zone(_ row: Row) throws -> DeliveryZone {
        let shape: DeliveryZone.Shape
        if let rings = row[5] as String? {
            shape = .polygon(try ZoneRings.polygon(rings))
        } else {
            shape = .circle(center: Coordinates(latitude: row[2], longitude: row[3]), radiusMeters: row[4])
        }
        return DeliveryZone(id: row[0], name: row[1], shape: shape, fee: row[6], feePerKm: row[7], includedMeters: row[8],
                            minimumOrder: row[9])
    }

    package func replaceZones(of restaurant: Restaurant, by zones: DeliveryZones) throws {
        try database.cachedStatement(sql: "DELETE FROM restaurant_zone WHERE tenant = ? AND restaurant_id = ?")
            .execute(arguments: [tenant.rawValue, restaurant.id.rawValue])
        let insert = try database.cachedStatement(sql: """
            INSERT INTO restaurant_zone (tenant, restaurant_id, position, zone_id, name, latitude, longitude, radius_meters, rings, fee,
                fee_per_km, included_meters, minimum_order)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for (position, zone) in zones.zones.enumerated() {
            let circle: (center: Coordinates, radius: Double)?
            let rings: String?
            switch zone.shape {
            case .circle(let center, let radius): (circle, rings) = ((center, radius), nil)
            case .polygon(let polygon): (circle, rings) = (nil, try ZoneRings.text(polygon))
            }
            try insert.execute(arguments: [
                tenant.rawValue, restaurant.id.rawValue, position, zone.id, zone.name, circle?.center.latitude, circle?.center.longitude,
                circle?.radius, rings, zone.fee, zone.feePerKm, zone.includedMeters, zone.minimumOrder,
            ])
        }
        try RestaurantIndexStore(self).cover(restaurant, zones)
    }
}
