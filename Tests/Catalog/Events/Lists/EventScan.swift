import CatalogEvents
import CatalogKit
import Contracts
import GRDB
import Kernel

/// What lists should say, found by looking at every event and writing R5 down a second time.
struct EventScan {
    private struct Seen {
        let event: Event
        let types: [TicketType]
        let words: SearchDocument
    }
    struct Question {
        var parameters: [String: JSONValue] = ["perPage": 100]
    }
    private let events: [Seen]
    private let now: Timestamp
    private let bands = CatalogSettings.PriceBands(budget: 30_000, moderate: 100_000)

    init(_ it: CatalogFixture) throws {
        now = it.shard.now
        let settings: CatalogSettings = try CatalogFixture.definition.settings(of: "catalog")
        events = try it.shard.file.pool.read { db in
            try String.fetchAll(db, sql: "SELECT event_id FROM event").compactMap { id in
                guard let seen = try EventStore(database: db, tenant: "eventpass").find(EventID(id)) else { return nil }
                return Seen(event: seen.event, types: try TicketTypeStore(database: db, tenant: "eventpass").of(EventID(id)),
                            words: EventListing.searchDocument(of: seen.event, organizer: seen.organizer.name, settings: settings))
            }
        }
    }

    var live: [String] { answer(Question()) }

    func question(_ draws: inout Lottery) -> Question {
        var question = Question()
        func maybe(_ name: String, oneIn: Int = 4, _ value: (inout Lottery) -> JSONValue) {
            if draws.below(oneIn) == 0 { question.parameters[name] = value(&draws) }
        }
        maybe("search") { .string($0.pick(["jazz", "caf", "night", "tech kamp", "yoga b", "kampala", "nothing", "market jazz", "robert"])) }
        maybe("category") { .string($0.pick(["music", "food", "technology,music"])) }
        maybe("city") { .string($0.pick(["kampala", "Entebbe", "Jinja"])) }
        maybe("price") { .string($0.pick(["free", "budget", "moderate,premium", "free,budget"])) }
        maybe("priceMin", oneIn: 6) { .int(5000 * $0.below(20)) }
        maybe("priceMax", oneIn: 6) { .int(5000 * $0.below(40)) }
        maybe("organizerId") { .string($0.pick(["bob", "sue"])) }
        maybe("status") { .string($0.pick(["published", "ongoing", "completed", "published,completed", "published,ongoing,completed"])) }
        maybe("from", oneIn: 5) { [now] in .string((now + .hours($0.below(900) - 500)).wholeSeconds.description) }
        maybe("bbox", oneIn: 6) { .string($0.pick(["32.5,0.3,32.7,0.4", "32,-1,33,0.2", "33,0,32.6,1"])) }
        if draws.below(3) == 0 {
            question.parameters.merge(["latitude": 0.33, "longitude": 32.6]) { _, new in new }
            if draws.below(2) == 0 { question.parameters["radius"] = .double(Double(1 + draws.below(60))) }
        }
        var orders = ["relevance", "startDate", "price", "popular", "newest"]
        if question.parameters["latitude"] != nil { orders.append("distance") }
        if draws.below(2) == 0 { question.parameters["sort"] = .string(draws.pick(orders)) }
        return question
    }

    /// The ids of all that match, in order.
    func answer(_ question: Question) -> [String] {
        let ask = question.parameters
        let words = ask["search"]?.string.map { SearchDocument.words(of: $0) } ?? []
        let order = ask["sort"]?.string ?? (words.isEmpty ? "startDate" : "relevance")
        let found = events.filter { isIn($0, ask, words) }.map { (event: $0.event, key: key($0, order, words)) }
        return found.sorted { a, b in
            if let difference = zip(a.key, b.key).first(where: { $0 != $1 }) { return difference.0 < difference.1 }
            return (a.event.startDate ?? .distantPast, a.event.id) < (b.event.startDate ?? .distantPast, b.event.id)
        }.map(\.event.id.rawValue)
    }

    private func key(_ seen: Seen, _ order: String, _ words: [String]) -> [Double] {
        switch order {
        case "relevance": return [-Double(words.indices.count { matches(seen, words, $0, inTitle: true) })]
        case "price":
            let lowest = seen.types.filter { !$0.isPaused }.map(\.price).min()
            return [Double(lowest ?? .max)]
        case "newest": return [-Double(seen.event.publishedAt?.millisecondsSinceEpoch ?? 0)]
        case "popular":
            let sold = seen.types.reduce(0) { $0 + $1.stock.sold }, all = seen.types.reduce(0) { $0 + $1.stock.quantity }
            return [-Double(sold) / Double(max(all, 1)), -Double(seen.event.favoriteCount)]
        case "distance": return [distance(seen)]
        default: return []
        }
    }
    private func distance(_ seen: Seen) -> Double {
        let there = Coordinates(latitude: seen.event.place.latitude ?? 0, longitude: seen.event.place.longitude ?? 0)
        return Coordinates(latitude: 0.33, longitude: 32.6).distanceKm(to: there)
    }
    private func matches(_ seen: Seen, _ words: [String], _ number: Int, inTitle: Bool = false) -> Bool {
        seen.words.words.contains { word, isInTitle in
            (!inTitle || isInTitle) && (number == words.count - 1 ? word.hasPrefix(words[number]) : word == words[number])
        }
    }

    private func isIn(_ seen: Seen, _ ask: [String: JSONValue], _ words: [String]) -> Bool {
        let event = seen.event
        guard event.life == .published, event.deletedAt == nil, let start = event.startDate, let end = event.endDate else { return false }
        let statuses = ask["status"]?.string?.split(separator: ",").map { String($0) } ?? ["published", "ongoing"]
        guard statuses.contains(event.status(at: now).rawValue) else { return false }
        guard words.indices.allSatisfy({ matches(seen, words, $0) }) else { return false }
        if let wanted = ask["category"]?.string, !wanted.split(separator: ",").contains(Substring(event.category ?? "")) { return false }
        if let city = ask["city"]?.string, city.lowercased() != event.place.city?.lowercased() { return false }
        if let organizer = ask["organizerId"]?.string, organizer != event.organizerID.rawValue { return false }
        if let from = ask["from"]?.string.flatMap({ Timestamp($0) }), end <= (statuses.contains("completed") ? from : max(from, now)) {
            return false
        }
        let band = PriceBand(event.prices, bands)
        if let wanted = ask["price"]?.string, !wanted.split(separator: ",").contains(Substring(band?.rawValue ?? "")) { return false }
        if ask["priceMin"] != nil || ask["priceMax"] != nil {
            let (low, high) = (ask["priceMin"]?.int ?? 0, ask["priceMax"]?.int ?? .max)
            guard seen.types.contains(where: { low <= $0.price && $0.price <= high }) else { return false }
        }
        if case .double(let radius) = ask["radius"], distance(seen) > radius { return false }
        if let box = ask["bbox"]?.string {
            let sides = box.split(separator: ",").compactMap { Double($0) }
            guard let north = event.place.latitude, let east = event.place.longitude else { return false }
            guard north >= sides[1], north <= sides[3] else { return false }
            guard sides[0] <= sides[2] ? east >= sides[0] && east <= sides[2] : east >= sides[0] || east <= sides[2] else { return false }
        }
        return start < .distantFuture
    }
}
