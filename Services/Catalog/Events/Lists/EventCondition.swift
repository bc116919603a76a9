import CatalogKit
import GRDB
import Kernel

/// The WHERE and ORDER BY of a list of events, with their arguments, written from a filter.
package struct EventCondition {
    private let tenant: TenantID
    private var sources: [String]
    private var conditions: [String]
    package private(set) var arguments: [DatabaseValue]
    package private(set) var order = "e.start_at, e.event_id"
    package private(set) var orderArguments: [DatabaseValue] = []
    /// Nothing but what every list has: the statement is worth keeping.
    package private(set) var isCommon = true

    /// No event is longer (the table checks it), so what started earlier is over.
    package static let lookBack: Duration = .days(Event.lengthDaysMax + 1)

    package init(tenant: TenantID, driver: String? = nil) {
        self.tenant = tenant
        sources = (driver.map { [$0] } ?? []) + ["event e"]
        conditions = driver == nil ? ["e.tenant = ?"] : []
        arguments = driver == nil ? [tenant.rawValue.databaseValue] : []
    }

    package var tables: String { sources.joined(separator: " CROSS JOIN ") }
    package var text: String { conditions.joined(separator: " AND ") }
    package var counted: String { "\(tables) WHERE \(text)" }

    package mutating func require(_ condition: String, _ values: DatabaseValue...) {
        conditions.append(condition)
        arguments += values
    }
    private mutating func narrow(_ condition: String, _ values: [DatabaseValue]) {
        conditions.append(condition)
        arguments += values
        isCommon = false
    }

    package mutating func add(_ filter: EventFilter, bands: CatalogSettings.PriceBands, now: Timestamp) {
        addStatuses(filter.statuses, now: now)
        addAges(filter.reachedAges)
        addWords(filter.words)
        if !filter.categories.isEmpty {
            narrow("e.category IN (\(marks(filter.categories.count)))", filter.categories.map(\.databaseValue))
        }
        if let city = filter.city { narrow("e.city_folded = ?", [city.folded.databaseValue]) }
        if let organizer = filter.organizer { narrow("e.organizer_id = ?", [organizer.rawValue.databaseValue]) }
        if let window = filter.window {
            let isOver = filter.statuses.contains(.completed)
            narrow("e.start_at < ? AND e.end_at > ?",
                   [window.end.databaseValue, (isOver ? window.start : max(window.start, now)).databaseValue])
        }
        addPrices(filter, bands)
        addPlace(filter)
        addOrder(filter)
    }

    private func marks(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

    private mutating func addStatuses(_ statuses: [EventStatus], now: Timestamp) {
        require("e.life = 'published' AND e.deleted_at IS NULL")
        switch (statuses.contains(.published), statuses.contains(.ongoing), statuses.contains(.completed)) {
        case (true, true, false):
            require("e.start_at > ? AND e.end_at > ?", (now - Self.lookBack).databaseValue, now.databaseValue)
        case (true, false, false):
            narrow("e.start_at > ?", [now.databaseValue])
        case (false, true, false):
            narrow("e.start_at > ? AND e.start_at <= ? AND e.end_at > ?",
                   [(now - Self.lookBack).databaseValue, now.databaseValue, now.databaseValue])
        case (false, false, true):
            narrow("e.start_at < ? AND e.end_at <= ?", [now.databaseValue, now.databaseValue])
        case (false, true, true):
            narrow("e.start_at <= ?", [now.databaseValue])
        case (true, false, true):
            narrow("(e.start_at > ? OR e.end_at <= ?)", [now.databaseValue, now.databaseValue])
        case (true, true, true): isCommon = false
        case (false, false, false): narrow("0", [])
        }
    }

    package mutating func addAges(_ ages: [(years: Int, from: Timestamp)]) {
        guard !ages.isEmpty else { return }
        let reached = ages.map { _ in "(e.age_restriction <= ? AND e.start_at >= ?)" }.joined(separator: " OR ")
        conditions.append("(e.age_restriction IS NULL OR \(reached))")
        for age in ages { arguments += [age.years.databaseValue, age.from.databaseValue] }
    }

    /// Each word joins its own list of events; the last one is a prefix.
    private mutating func addWords(_ words: [String]) {
        guard !words.isEmpty else { return }
        isCommon = false
        var found: [String] = []
        for i in words.indices {
            let isLast = i == words.count - 1
            let match = isLast ? "word >= ? AND word < ?" : "word = ?"
            found.append(
                "(SELECT event_id, max(in_title) AS in_title FROM event_word WHERE tenant = ? AND \(match) GROUP BY event_id) w\(i)")
        }
        var values: [DatabaseValue] = []
        for (i, word) in words.enumerated() {
            values += [tenant.rawValue.databaseValue, word.databaseValue]
            if i == words.count - 1 { values.append((word + "\u{10FFFF}").databaseValue) }
        }
        sources = found + sources
        arguments = values + arguments
        for i in words.indices { conditions.append("e.event_id = w\(i).event_id") }
    }

    private mutating func addPrices(_ filter: EventFilter, _ bands: CatalogSettings.PriceBands) {
        if !filter.bands.isEmpty {
            var choices: [String] = []
            var values: [DatabaseValue] = []
            for band in filter.bands {
                switch band {
                case .free: choices.append("e.is_free = 1")
                case .budget:
                    choices.append("e.price_lowest_paid <= ?")
                    values.append(bands.budget.databaseValue)
                case .moderate:
                    choices.append("(e.price_lowest_paid > ? AND e.price_lowest_paid <= ?)")
                    values += [bands.budget.databaseValue, bands.moderate.databaseValue]
                case .premium:
                    choices.append("e.price_lowest_paid > ?")
                    values.append(bands.moderate.databaseValue)
                }
            }
            narrow("(\(choices.joined(separator: " OR ")))", values)
        }
        if filter.priceMin != nil || filter.priceMax != nil {
            narrow("EXISTS (SELECT 1 FROM ticket_type t WHERE t.tenant = e.tenant AND t.event_id = e.event_id AND t.price BETWEEN ? AND ?)",
                   [(filter.priceMin ?? 0).databaseValue, (filter.priceMax ?? .max).databaseValue])
        }
    }

    private static let distance = """
        (2 * 6371.0088 * asin(min(1, sqrt(
            pow(sin(radians(e.latitude - ?) / 2), 2) + cos(radians(?)) * cos(radians(e.latitude)) * pow(sin(radians(e.longitude - ?) / 2), \
        2)))))
        """
    private func distanceArguments(_ from: Coordinates) -> [DatabaseValue] { [from.latitude.databaseValue, from.latitude.databaseValue,
        from.longitude.databaseValue] }

    private mutating func addPlace(_ filter: EventFilter) {
        if let near = filter.near, let radius = filter.radiusKm {
            narrow("\(Self.distance) <= ?", distanceArguments(near) + [radius.databaseValue])
        }
        if let box = filter.box {
            narrow("e.latitude BETWEEN ? AND ?", [box.south.databaseValue, box.north.databaseValue])
            // A box over the date line has its west east of its east.
            narrow(box.west <= box.east ? "e.longitude BETWEEN ? AND ?" : "(e.longitude >= ? OR e.longitude <= ?)", [box.west.databaseValue,
                box.east.databaseValue])
        }
    }

    private mutating func addOrder(_ filter: EventFilter) {
        let ties = "e.start_at, e.event_id"
        switch filter.order {
        case .relevance:
            if !filter.words.isEmpty {
                order = filter.words.indices.map { "w\($0).in_title" }.joined(separator: " + ") + " DESC, " + ties
            }
        case .startDate: break
        case .price: order = "e.price_min IS NULL, e.price_min, " + ties
        case .newest: order = "e.published_at DESC, " + ties
        case .distance:
            guard let near = filter.near else { break }
            order = Self.distance + ", " + ties
            orderArguments = distanceArguments(near)
        case .popular:
            order = """
                (SELECT CAST(sum(r.sold) AS REAL) / max(sum(r.quantity), 1) FROM ticket_type t JOIN resource r ON r.tenant = t.tenant
                    AND r.resource_id = t.ticket_type_id
                    WHERE t.tenant = e.tenant AND t.event_id = e.event_id) DESC, e.favorite_count DESC,
                """ + " " + ties
        }
    }
}

extension Timestamp {
    fileprivate var databaseValue: DatabaseValue { millisecondsSinceEpoch.databaseValue }
}
