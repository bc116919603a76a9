import CatalogKit
import Contracts
import GRDB
import Kernel
import ServiceKit

/// Restaurants one by one, with everything about them but their zones.
package struct RestaurantStore {
    let database: Database
    let definition: TenantDefinition
    var tenant: TenantID { definition.tenant }
    package init(database: Database, definition: TenantDefinition) { (self.database, self.definition) = (database, definition) }

    private static let columns = """
        restaurant_id, owner_id, slug, status, names, descriptions, cuisines, phone, latitude, longitude, address_line, logo_id, cover_id, \
        prep_minutes, max_active_orders, free_delivery_above, commission_basis_points, hours, exceptions, mode, added_minutes, mode_until, \
        not_accepted, menu_version, rating_sum, rating_count, featured, created_at
        """

    package func find(_ id: RestaurantID) throws -> Restaurant? {
        try read("SELECT \(Self.columns) FROM restaurant WHERE tenant = ? AND restaurant_id = ?", [tenant.rawValue, id.rawValue]).first
    }
    /// In any state. Throws 404.
    package func require(_ id: RestaurantID) throws -> Restaurant {
        guard let restaurant = try find(id) else { throw Rejection.notFound }
        return restaurant
    }
    func find(slug: String) throws -> Restaurant? {
        try read("SELECT \(Self.columns) FROM restaurant WHERE tenant = ? AND slug = ?", [tenant.rawValue, slug]).first
    }
    /// These, in this order; one that is not there is left out.
    package func find(_ ids: [RestaurantID]) throws -> [Restaurant] { try ids.compactMap(find) }

    private func read(_ sql: String, _ arguments: StatementArguments) throws -> [Restaurant] {
        let zone = try TimeZoneRules.named(definition.timezone)
        return try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: arguments).map { try Self.restaurant($0, zone) }
    }
    private static func restaurant(_ row: Row, _ zone: TimeZoneRules) throws -> Restaurant {
        Restaurant(
            id: RestaurantID(row[0] as String), ownerId: User.ID(row[1] as String), slug: row[2], names: try JSONColumn.read(row[4]),
            descriptions: try JSONColumn.read(row[5]), cuisines: try JSONColumn.read(row[6]),
            status: Restaurant.Status(rawValue: row[3]) ?? .suspended,
            availability: Availability(Availability.Mode(rawValue: row[19]) ?? .normal, addedMinutes: row[20],
                                       until: (row[21] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }),
            calendar: OpeningCalendar(week: StoredCalendar.week(row[17]), exceptions: StoredCalendar.exceptions(row[18]), zone: zone),
            phone: row[7], location: Coordinates(latitude: row[8], longitude: row[9]), addressLine: row[10], logoId: row[11],
            coverId: row[12], prepMinutes: row[13], maxActiveOrders: row[14], freeDeliveryAbove: row[15], commissionBasisPoints: row[16],
            notAccepted: row[22], menuVersion: row[23], ratingSum: row[24], ratingCount: row[25], featured: row[26],
            createdAt: Timestamp(millisecondsSinceEpoch: row[27]))
    }

    // MARK: - Writing

    package func insert(_ restaurant: Restaurant, at now: Timestamp) throws {
        try write(restaurant, at: now, """
            INSERT INTO restaurant (tenant, restaurant_id, owner_id, slug, status, names, descriptions, cuisines, phone, latitude,
                longitude, address_line, logo_id, cover_id, prep_minutes, max_active_orders, free_delivery_above,
                commission_basis_points, hours, exceptions, mode, added_minutes, mode_until, not_accepted, menu_version, rating_sum,
                rating_count, featured, is_open, changes_at, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26,
                ?27, ?28, ?29, ?30, ?31)
            """)
        try RestaurantIndexStore(self).move(nil, to: restaurant)
    }
    /// - Parameter old: as it is in the rows.
    package func update(_ restaurant: Restaurant, from old: Restaurant, at now: Timestamp) throws {
        try write(restaurant, at: now, """
            UPDATE restaurant SET owner_id = ?3, slug = ?4, status = ?5, names = ?6, descriptions = ?7, cuisines = ?8, phone = ?9,
                latitude = ?10, longitude = ?11, address_line = ?12, logo_id = ?13, cover_id = ?14, prep_minutes = ?15,
                max_active_orders = ?16, free_delivery_above = ?17, commission_basis_points = ?18, hours = ?19, exceptions = ?20,
                mode = ?21, added_minutes = ?22, mode_until = ?23, not_accepted = ?24, menu_version = ?25, rating_sum = ?26,
                rating_count = ?27, featured = ?28, is_open = ?29, changes_at = ?30, created_at = ?31
            WHERE tenant = ?1 AND restaurant_id = ?2
            """)
        try RestaurantIndexStore(self).move(old, to: restaurant)
    }

    private func write(_ restaurant: Restaurant, at now: Timestamp, _ sql: String) throws {
        try database.cachedStatement(sql: sql).execute(arguments: [
            tenant.rawValue, restaurant.id.rawValue, restaurant.ownerId.rawValue, restaurant.slug, restaurant.status.rawValue,
            try JSONColumn.text(restaurant.names), try JSONColumn.text(restaurant.descriptions), try JSONColumn.text(restaurant.cuisines),
            restaurant.phone, restaurant.location.latitude, restaurant.location.longitude, restaurant.addressLine, restaurant.logoId,
            restaurant.coverId, restaurant.prepMinutes, restaurant.maxActiveOrders, restaurant.freeDeliveryAbove,
            restaurant.commissionBasisPoints, StoredCalendar.text(restaurant.calendar.week),
            StoredCalendar.text(restaurant.calendar.exceptions), restaurant.availability.kind.rawValue,
            restaurant.availability.addedMinutes, restaurant.availability.until?.millisecondsSinceEpoch, restaurant.notAccepted,
            restaurant.menuVersion, restaurant.ratingSum, restaurant.ratingCount, restaurant.featured, restaurant.opening(at: now).open,
            restaurant.changesAt(after: now)?.millisecondsSinceEpoch, restaurant.createdAt.millisecondsSinceEpoch,
        ])
    }

    /// The next version of a restaurant's menu.
    package func raiseMenuVersion(of id: RestaurantID) throws -> Int {
        try database.cachedStatement(sql: "UPDATE restaurant SET menu_version = menu_version + 1 WHERE tenant = ? AND restaurant_id = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue])
        return try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT menu_version FROM restaurant WHERE tenant = ? AND restaurant_id = ?"),
            arguments: [tenant.rawValue, id.rawValue]) ?? 0
    }

    // MARK: - Lists by owner and state

    package func count(ofOwner owner: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM restaurant WHERE tenant = ? AND owner_id = ?"),
                         arguments: [tenant.rawValue, owner.rawValue]) ?? 0
    }
    /// Newest first.
    package func page(ofOwner owner: User.ID, limit: Int, offset: Int) throws -> [Restaurant] {
        try read("""
            SELECT \(Self.columns) FROM restaurant WHERE tenant = ? AND owner_id = ? ORDER BY created_at DESC, restaurant_id DESC \
            LIMIT ? OFFSET ?
            """, [tenant.rawValue, owner.rawValue, limit, offset])
    }
    func active(ofOwner owner: User.ID) throws -> [Restaurant] {
        try page(ofOwner: owner, limit: .max, offset: 0).filter { $0.status == .active }
    }
    /// Newest first.
    func page(_ status: Restaurant.Status?, limit: Int, offset: Int) throws -> (restaurants: [Restaurant], total: Int) {
        guard let status else {
            let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM restaurant WHERE tenant = ?"),
                                         arguments: [tenant.rawValue]) ?? 0
            return (try read("""
                SELECT \(Self.columns) FROM restaurant WHERE tenant = ? ORDER BY created_at DESC, restaurant_id DESC LIMIT ? OFFSET ?
                """, [tenant.rawValue, limit, offset]), total)
        }
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM restaurant WHERE tenant = ? AND status = ?"),
                                     arguments: [tenant.rawValue, status.rawValue]) ?? 0
        return (try read("""
            SELECT \(Self.columns) FROM restaurant WHERE tenant = ? AND status = ? ORDER BY created_at DESC, restaurant_id DESC \
            LIMIT ? OFFSET ?
            """, [tenant.rawValue, status.rawValue, limit, offset]), total)
    }
    /// Featured ones in their order.
    func featured() throws -> [Restaurant] {
        try read("SELECT \(Self.columns) FROM restaurant WHERE tenant = ? AND featured IS NOT NULL ORDER BY featured, restaurant_id",
                 [tenant.rawValue])
    }
    /// Ids of those that may be open or closed by now without their rows saying so.
    func stale(at now: Timestamp) throws -> [RestaurantID] {
        try String.fetchAll(try database.cachedStatement(sql: """
            SELECT restaurant_id FROM restaurant WHERE tenant = ? AND changes_at IS NOT NULL AND changes_at <= ? ORDER BY restaurant_id
            """), arguments: [tenant.rawValue, now.millisecondsSinceEpoch]).map { RestaurantID($0) }
    }
}
