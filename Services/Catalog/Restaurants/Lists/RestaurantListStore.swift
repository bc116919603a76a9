import CatalogKit
import Contracts
import GRDB
import Kernel

/// Lists of active restaurants, cut into pages. A page costs what is on it, not what there is: orders are indexes that are walked, and
/// totals are kept.
struct RestaurantListStore {
    typealias Found = (ids: [RestaurantID], total: Int)

    private let store: RestaurantStore
    private let language: String
    private let now: Timestamp
    private var database: Database { store.database }
    private var tenant: String { store.tenant.rawValue }
    /// Sets of at most so many are read one by one and sorted; in larger ones an order is walked until the page is full.
    private static let smallSet = 400

    init(_ store: RestaurantStore, language: String, at now: Timestamp) { (self.store, self.language, self.now) = (store, language, now) }

    func page(_ filter: RestaurantFilter, limit: Int, offset: Int) throws -> Found {
        let opening = filter.isOpen ? try OpenNowStore(store, at: now) : nil
        let needsReach = filter.isDeliverable || filter.order == .fee
        let reach = needsReach ? try filter.near.map { try DeliveryReachStore(store, $0).restaurants(opening) } : nil
        var wanted: Set<String>?
        func narrow(_ ids: Set<String>) { wanted = wanted.map { $0.intersection(ids) } ?? ids }
        if filter.isDeliverable, let reach { narrow(Set(reach.keys)) }
        if let words = filter.words { narrow(try matches(words)) }
        if let slug = filter.slug { narrow(Set(try store.find(slug: slug).map { [$0.id.rawValue] } ?? [])) }

        if let wanted, wanted.count <= Self.smallSet {
            var entries = try wanted.sorted().compactMap { try entry($0, filter, opening) }
            sort(&entries, filter, reach ?? [:])
            return (entries.dropFirst(offset).prefix(limit).map { RestaurantID($0.id) }, entries.count)
        }
        switch filter.order {
        case .recommended, .rating, .name:
            // Closed ones are not in the reach.
            let isExact = filter.words == nil && filter.cuisine == nil && (opening == nil || filter.isDeliverable)
            return try walk(filter, wanted, opening, knownTotal: isExact ? wanted?.count : nil, limit: limit, offset: offset)
        case .distance:
            guard let near = filter.near else { return ([], 0) }
            if filter.isDeliverable, let reach {
                let found = try listed(reach, filter, wanted) { ($0.value.meters, $0.key) < ($1.value.meters, $1.key) }
                return (found.dropFirst(offset).prefix(limit).map { RestaurantID($0) }, found.count)
            }
            return try nearest(near, filter, wanted, opening, limit: limit, offset: offset)
        case .fee: return try byFee(reach ?? [:], filter, wanted, opening, limit: limit, offset: offset)
        }
    }

    private typealias Reach = [String: DeliveryReachStore.Reached]
    /// Ids of those that deliver there and are wanted, in an order. Only active restaurants deliver, so without a cuisine all are listed.
    private func listed(_ reach: Reach, _ filter: RestaurantFilter, _ wanted: Set<String>?,
                        _ isBefore: (Reach.Element, Reach.Element) -> Bool) throws -> [String] {
        try reach.filter { wanted?.contains($0.key) ?? true }.sorted(by: isBefore).map(\.key)
            .filter { id in try filter.cuisine == nil || isListed(id, filter.cuisine) }
    }

    // MARK: - Few

    private struct Entry {
        let id: String
        let featured, rating: Int
        let name: String
        let place: Coordinates
    }
    /// Nil: it is not active, or not of the cuisine, or closed.
    private func entry(_ id: String, _ filter: RestaurantFilter, _ opening: OpenNowStore?) throws -> Entry? {
        let row = try Row.fetchOne(try database.cachedStatement(sql: """
            SELECT e.featured, e.rating, e.name_key, r.latitude, r.longitude, r.is_open
            FROM restaurant_entry e JOIN restaurant r ON r.tenant = e.tenant AND r.restaurant_id = e.restaurant_id
            WHERE e.tenant = ? AND e.language = ? AND e.cuisine = ? AND e.restaurant_id = ?
            """), arguments: [tenant, language, filter.cuisine ?? "", id])
        guard let row, opening?.isOpen(id, row[5]) ?? true else { return nil }
        return Entry(id: id, featured: row[0], rating: row[1], name: row[2], place: Coordinates(latitude: row[3], longitude: row[4]))
    }
    private func sort(_ entries: inout [Entry], _ filter: RestaurantFilter, _ reach: Reach) {
        switch filter.order {
        case .recommended: entries.sort { ($0.featured, $0.rating, $0.name, $0.id) < ($1.featured, $1.rating, $1.name, $1.id) }
        case .rating: entries.sort { ($0.rating, $0.id) < ($1.rating, $1.id) }
        case .name: entries.sort { ($0.name, $0.id) < ($1.name, $1.id) }
        case .fee: entries.sort { (reach[$0.id]?.fee ?? .max, $0.id) < (reach[$1.id]?.fee ?? .max, $1.id) }
        case .distance:
            guard let near = filter.near else { return }
            let metres = Dictionary(entries.map { ($0.id, near.meters(to: $0.place)) }) { first, _ in first }
            entries.sort { (metres[$0.id] ?? 0, $0.id) < (metres[$1.id] ?? 0, $1.id) }
        }
    }

    // MARK: - Along an index

    private static func walkSQL(_ order: RestaurantFilter.Order) -> String {
        let by = switch order {
        case .recommended: "e.featured, e.rating, e.name_key, e.restaurant_id"
        case .rating: "e.rating, e.restaurant_id"
        case .name: "e.name_key, e.restaurant_id"
        case .fee, .distance: "e.restaurant_id"
        }
        return """
            SELECT e.restaurant_id FROM restaurant_entry e WHERE e.tenant = ? AND e.language = ? AND e.cuisine = ?
            ORDER BY \(by)
            """
    }
    /// - Parameter knownTotal: all that the walk would find, when that is known before.
    private func walk(_ filter: RestaurantFilter, _ wanted: Set<String>?, _ opening: OpenNowStore?, knownTotal: Int?, limit: Int,
                      offset: Int) throws -> Found {
        let arguments: StatementArguments = [tenant, language, filter.cuisine ?? ""]
        if wanted == nil, opening == nil {
            let ids = try String.fetchAll(try database.cachedStatement(sql: Self.walkSQL(filter.order) + " LIMIT ? OFFSET ?"),
                                          arguments: arguments + [limit, offset])
            return (ids.map { RestaurantID($0) }, try tally(filter.cuisine))
        }
        let total = try knownTotal ?? (wanted == nil ? opening?.count(filter.cuisine) : nil)
        let cursor = try String.fetchCursor(try database.cachedStatement(sql: Self.walkSQL(filter.order)), arguments: arguments)
        var ids: [RestaurantID] = []
        var passed = 0
        while let id = try cursor.next() {
            guard wanted?.contains(id) ?? true, try opening?.isOpen(id) ?? true else { continue }
            passed += 1
            if passed > offset, ids.count < limit { ids.append(RestaurantID(id)) }
            if ids.count == limit, let total { return (ids, total) }
        }
        return (ids, total ?? passed)
    }

    private func tally(_ cuisine: String?) throws -> Int {
        let sql = "SELECT restaurant_count FROM restaurant_tally WHERE tenant = ? AND cuisine = ?"
        return try Int.fetchOne(try database.cachedStatement(sql: sql), arguments: [tenant, cuisine ?? ""]) ?? 0
    }
    private func isListed(_ id: String, _ cuisine: String?) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(sql: """
            SELECT EXISTS (SELECT 1 FROM restaurant_entry WHERE tenant = ? AND language = ? AND cuisine = ? AND restaurant_id = ?)
            """), arguments: [tenant, language, cuisine ?? "", id]) ?? false
    }

    /// Those that deliver there by their fee, then all others.
    /// - Parameter reach: without closed ones if the filter leaves them out.
    private func byFee(_ reach: Reach, _ filter: RestaurantFilter, _ wanted: Set<String>?, _ opening: OpenNowStore?, limit: Int,
                       offset: Int) throws -> Found {
        let first = try listed(reach, filter, wanted) { ($0.value.fee, $0.key) < ($1.value.fee, $1.key) }
        let head = first.dropFirst(offset).prefix(limit).map { RestaurantID($0) }
        if filter.isDeliverable { return (head, first.count) }
        // The others stand in the order of their ids, those before them left out.
        let cursor = try String.fetchCursor(try database.cachedStatement(sql: Self.walkSQL(.fee)),
                                            arguments: [tenant, language, filter.cuisine ?? ""])
        let total = try wanted == nil ? (opening?.count(filter.cuisine) ?? tally(filter.cuisine)) : nil
        var ids = head
        var passed = first.count
        while ids.count < limit || total == nil, let id = try cursor.next() {
            guard reach[id] == nil, wanted?.contains(id) ?? true, try opening?.isOpen(id) ?? true else { continue }
            passed += 1
            if passed > offset, ids.count < limit { ids.append(RestaurantID(id)) }
        }
        return (ids, total ?? passed)
    }

    // MARK: - By distance

    private static let firstRadiusKm = 2.0
    /// Half way around the earth.
    private static let largestRadiusKm = 20_100.0

    /// Circles twice as wide each time, until one holds enough.
    private func nearest(_ near: Coordinates, _ filter: RestaurantFilter, _ wanted: Set<String>?, _ opening: OpenNowStore?, limit: Int,
                         offset: Int) throws -> Found {
        let total = try wanted == nil ? (opening?.count(filter.cuisine) ?? tally(filter.cuisine)) : nil
        var radius = Self.firstRadiusKm
        while true {
            let isAll = radius >= Self.largestRadiusKm
            // What is farther than the radius may be missing.
            var found = try places(near, km: isAll ? nil : radius).filter { isAll || $0.meters <= radius * 1000 }
            if found.count >= offset + limit || isAll || total == nil {
                found = try found.filter { place in
                    guard wanted?.contains(place.id) ?? true else { return false }
                    if filter.cuisine != nil, try !isListed(place.id, filter.cuisine) { return false }
                    return try opening?.isOpen(place.id) ?? true
                }
            } else {
                found = []
            }
            if isAll || (total != nil && found.count >= offset + limit) {
                found.sort { ($0.meters, $0.id) < ($1.meters, $1.id) }
                return (found.dropFirst(offset).prefix(limit).map { RestaurantID($0.id) }, total ?? found.count)
            }
            radius = total == nil ? Self.largestRadiusKm : radius * 2
        }
    }

    /// Active restaurants around a place and perhaps some more; nil: everywhere.
    private func places(_ near: Coordinates, km: Double?) throws -> [(id: String, meters: Double)] {
        // The cover counts with another radius of the earth.
        let ranges = km.flatMap { PlaceCircle(near, km: $0 * 1.001 + 0.001).cover() }
        let statement = try database.cachedStatement(sql: """
            SELECT restaurant_id, latitude, longitude FROM restaurant_place WHERE tenant = ? AND cell BETWEEN ? AND ?
            """)
        var found: [(id: String, meters: Double)] = []
        for (first, last) in ranges?.map({ ($0.first, $0.last) }) ?? [(0, Int.max)] {
            let cursor = try Row.fetchCursor(statement, arguments: [tenant, first, last])
            while let row = try cursor.next() {
                found.append((row[0], near.meters(to: Coordinates(latitude: row[1], longitude: row[2]))))
            }
        }
        return found
    }

    // MARK: - Words

    /// Restaurants in any state in whose texts each of these occurs.
    private func matches(_ words: [String]) throws -> Set<String> {
        var found: Set<String>?
        for word in words {
            let ids = Set(try String.fetchAll(try database.cachedStatement(sql: """
                SELECT DISTINCT restaurant_id FROM restaurant_word WHERE tenant = ? AND word_end >= ? AND word_end < ?
                """), arguments: [tenant, word, word + "\u{10FFFF}"]))
            found = found.map { $0.intersection(ids) } ?? ids
            if found?.isEmpty == true { break }
        }
        return found ?? []
    }
}
