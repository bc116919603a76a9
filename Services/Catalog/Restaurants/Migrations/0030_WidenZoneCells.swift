import Storage

/// What decides whether a restaurant delivers to a place, and for how much, stands in the cells over its zones: a list of those that
/// deliver somewhere reads one range of rows for each level, and no other row for each restaurant.
enum WidenZoneCells: Migration {
    static let name = "0030_WidenZoneCells"
    static let sql = """
        -- Cells that cover the zones of active restaurants. Whole: all of the cell is in the zone.
        CREATE TABLE restaurant_reach (
            tenant TEXT NOT NULL, level INTEGER NOT NULL, code INTEGER NOT NULL, restaurant_id TEXT NOT NULL, position INTEGER NOT NULL,
            is_whole INTEGER NOT NULL, is_open INTEGER NOT NULL,
            fee INTEGER NOT NULL, fee_per_km INTEGER NOT NULL, included_meters INTEGER NOT NULL,
            -- Where the restaurant is: the fee depends on the way.
            own_latitude REAL NOT NULL, own_longitude REAL NOT NULL,
            -- At an edge: a circle, or the rings of a polygon unless they are long.
            latitude REAL, longitude REAL, radius_meters REAL, rings TEXT,
            PRIMARY KEY (tenant, level, code, restaurant_id, position),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX restaurant_reach_by_restaurant ON restaurant_reach (tenant, restaurant_id);

        INSERT INTO restaurant_reach (tenant, level, code, restaurant_id, position, is_whole, is_open, fee, fee_per_km, included_meters,
                own_latitude, own_longitude, latitude, longitude, radius_meters, rings)
            SELECT c.tenant, c.level, c.code, c.restaurant_id, c.position, c.is_whole, r.is_open, z.fee, z.fee_per_km, z.included_meters,
                r.latitude, r.longitude, iif(c.is_whole, NULL, z.latitude), iif(c.is_whole, NULL, z.longitude),
                iif(c.is_whole, NULL, z.radius_meters), iif(c.is_whole OR length(z.rings) > 1000, NULL, z.rings)
            FROM restaurant_zone_cell c
            JOIN restaurant_zone z ON z.tenant = c.tenant AND z.restaurant_id = c.restaurant_id AND z.position = c.position
            JOIN restaurant r ON r.tenant = c.tenant AND r.restaurant_id = c.restaurant_id;
        DROP TABLE restaurant_zone_cell;

        CREATE TRIGGER restaurant_reaches_otherwise AFTER UPDATE ON restaurant
        WHEN OLD.is_open <> NEW.is_open OR OLD.latitude <> NEW.latitude OR OLD.longitude <> NEW.longitude BEGIN
            UPDATE restaurant_reach SET is_open = NEW.is_open, own_latitude = NEW.latitude, own_longitude = NEW.longitude
            WHERE tenant = NEW.tenant AND restaurant_id = NEW.restaurant_id;
        END;
        """
}
