import CatalogKit
import Contracts
import GRDB
import Kernel

/// What lists find active restaurants by: orders, places, zones, words. It follows from the restaurants and depends on nothing but them.
struct RestaurantIndexStore {
    private let store: RestaurantStore
    private var database: Database { store.database }
    private var tenant: String { store.tenant.rawValue }
    init(_ store: RestaurantStore) { self.store = store }

    /// Featured ones come in their order, all others after them.
    private static let notFeatured = 1_000_000
    /// The best rating comes first, no rating last.
    private static func ratingRank(_ restaurant: Restaurant) -> Int { restaurant.rating.map { -Int(($0 * 10).rounded()) } ?? 0 }

    func move(_ old: Restaurant?, to new: Restaurant) throws {
        let (was, isNow) = (old?.status == .active, new.status == .active)
        if was, let old, old.cuisines != new.cuisines || !isNow { try tally(old, by: -1) }
        if isNow, old?.cuisines != new.cuisines || !was { try tally(new, by: 1) }
        if entries(old) != entries(new) { try writeEntries(new) }
        if was != isNow || old?.location != new.location { try writePlace(new, isListed: isNow) }
        if was != isNow || old?.names != new.names || old?.cuisines != new.cuisines { try writeWords(of: new) }
        if was != isNow { try cover(new, try store.zones(of: new.id)) }
    }

    private func tally(_ restaurant: Restaurant, by step: Int) throws {
        for cuisine in [""] + Set(restaurant.cuisines).sorted() {
            try database.cachedStatement(sql: """
                INSERT INTO restaurant_tally (tenant, cuisine, restaurant_count) VALUES (?1, ?2, max(0, ?3))
                ON CONFLICT (tenant, cuisine) DO UPDATE SET restaurant_count = restaurant_count + ?3
                """).execute(arguments: [tenant, cuisine, step])
        }
    }

    // MARK: - Orders

    private struct Entry: Equatable {
        let language, cuisine, name: String
        let featured, rating: Int
    }
    private func entries(_ restaurant: Restaurant?) -> [Entry] {
        guard let restaurant, restaurant.status == .active else { return [] }
        return store.definition.languages.flatMap { language in
            ([""] + Set(restaurant.cuisines).sorted()).map { cuisine in
                Entry(language: language, cuisine: cuisine,
                      name: SearchFolding.orderKey(restaurant.text(restaurant.names, [language] + store.definition.languages)),
                      featured: restaurant.featured ?? Self.notFeatured, rating: Self.ratingRank(restaurant))
            }
        }
    }
    private func writeEntries(_ restaurant: Restaurant) throws {
        try delete("DELETE FROM restaurant_entry WHERE tenant = ? AND restaurant_id = ?", restaurant)
        for entry in entries(restaurant) {
            try database.cachedStatement(sql: """
                INSERT INTO restaurant_entry (tenant, language, cuisine, restaurant_id, featured, rating, name_key)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """).execute(arguments: [tenant, entry.language, entry.cuisine, restaurant.id.rawValue, entry.featured, entry.rating,
                                         entry.name])
        }
    }
    private func delete(_ sql: String, _ restaurant: Restaurant) throws {
        try database.cachedStatement(sql: sql).execute(arguments: [tenant, restaurant.id.rawValue])
    }

    // MARK: - Places

    private func writePlace(_ restaurant: Restaurant, isListed: Bool) throws {
        try delete("DELETE FROM restaurant_place WHERE tenant = ? AND restaurant_id = ?", restaurant)
        guard isListed else { return }
        try database.cachedStatement(sql: """
            INSERT INTO restaurant_place (tenant, cell, restaurant_id, latitude, longitude) VALUES (?, ?, ?, ?, ?)
            """).execute(arguments: [tenant, GeoCell(GridPlace(restaurant.location)).code, restaurant.id.rawValue,
                                     restaurant.location.latitude, restaurant.location.longitude])
    }

    /// Cells over the zones of an active restaurant. The rows of both are there already.
    func cover(_ restaurant: Restaurant, _ zones: DeliveryZones) throws {
        try delete("DELETE FROM restaurant_reach WHERE tenant = ? AND restaurant_id = ?", restaurant)
        guard restaurant.status == .active else { return }
        // Long rings would fill the file many times over: they are read from the zone.
        let insert = try database.cachedStatement(sql: """
            INSERT INTO restaurant_reach (tenant, level, code, restaurant_id, position, is_whole, is_open, fee, fee_per_km,
                included_meters, own_latitude, own_longitude, latitude, longitude, radius_meters, rings)
            SELECT z.tenant, ?4, ?5, z.restaurant_id, z.position, ?6, r.is_open, z.fee, z.fee_per_km, z.included_meters,
                r.latitude, r.longitude, iif(?6, NULL, z.latitude), iif(?6, NULL, z.longitude), iif(?6, NULL, z.radius_meters),
                iif(?6 OR length(z.rings) > 1000, NULL, z.rings)
            FROM restaurant_zone z JOIN restaurant r ON r.tenant = z.tenant AND r.restaurant_id = z.restaurant_id
            WHERE z.tenant = ?1 AND z.restaurant_id = ?2 AND z.position = ?3
            """)
        for (position, zone) in zones.zones.enumerated() {
            for part in ZoneCover(zone.shape).parts {
                try insert.execute(arguments: [tenant, restaurant.id.rawValue, position, part.cell.level, part.cell.code, part.isWhole])
            }
        }
    }

    // MARK: - Words

    private static let own = ""
    private func writeWords(of restaurant: Restaurant) throws {
        let settings = try RestaurantSettings.of(store.definition)
        let cuisines = restaurant.cuisines.flatMap { code in [code] + (settings.cuisine(code)?.names.values.map { $0 } ?? []) }
        try store.index(texts: restaurant.status == .active ? Array(restaurant.names.values) + cuisines : [], source: Self.own,
                        of: restaurant.id)
    }
}

extension RestaurantStore {
    /// What a restaurant is found by besides its own names: the names of a dish, under its id. None: it is found by it no longer.
    package func index(texts: [String], source: String, of id: RestaurantID) throws {
        try database.cachedStatement(sql: "DELETE FROM restaurant_word WHERE tenant = ? AND restaurant_id = ? AND source = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue, source])
        let insert = try database.cachedStatement(sql: """
            INSERT INTO restaurant_word (tenant, word_end, restaurant_id, source) VALUES (?, ?, ?, ?)
            """)
        // The empty end keeps a source whose text has no letter.
        for end in texts.isEmpty ? [] : [""] + WordEnds.of(texts) {
            try insert.execute(arguments: [tenant.rawValue, end, id.rawValue, source])
        }
    }
}

extension RestaurantStore {
    /// Whether something is on its menu: dishes are the sources of words besides the restaurant itself.
    func hasItems(_ id: RestaurantID) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM restaurant_word WHERE tenant = ? AND restaurant_id = ? AND source > '')
            """), arguments: [tenant.rawValue, id.rawValue]) ?? false
    }
}

/// The ends of words: of "laban" also "aban", "ban", "an", "n". Somebody who searches for the middle of a word begins one of them.
package enum WordEnds {
    /// The longest part of a word that is kept.
    private static let charactersMax = 24

    package static func of(_ texts: [String]) -> [String] {
        var ends: Set<String> = []
        for word in texts.flatMap({ words($0) }) {
            for start in word.indices { ends.insert(String(word[start...].prefix(charactersMax))) }
        }
        return ends.sorted()
    }
    /// The words somebody looks for, as long as they are kept.
    package static func words(_ text: String) -> [String] {
        SearchFolding.fold(text).unicodeScalars.split { !($0.properties.isAlphabetic || $0.properties.numericType != nil) }
            .map { String(String.UnicodeScalarView($0)) }
    }
    package static func sought(_ text: String) -> [String] { words(text).map { String($0.prefix(charactersMax)) } }
}
