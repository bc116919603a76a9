import CatalogEvents
import CatalogKit
import CatalogService
import Contracts
import GRDB
import Kernel
import TestKit
import Testing

/// Thousands of events as rows, for what only many show. `Lottery` draws them, the same at every run.
@Suite("The index behind lists of many events")
struct GrownIndexTests {
    private static let settings = CatalogSettings.PriceBands(budget: 30_000, moderate: 100_000)
    private let it: CatalogFixture
    private var now: Timestamp { it.shard.now }

    init() throws {
        it = try CatalogFixture(withSummit: false)
        it.shard.hasRowsPastTheLog = true
    }

    private func add(_ numbers: Range<Int>, _ draws: inout Lottery) throws {
        try it.shard.file.pool.write { db in
            for number in numbers {
                // Some in one hall, equally far from everywhere.
                let place = draws.below(8) == 0 ? Coordinates(latitude: 0.71, longitude: 32.42)
                    : Coordinates(latitude: 0.3 + draws.fraction(), longitude: 32 + draws.fraction())
                let start = now + .minutes(draws.below(60 * 24 * 60) - 20 * 24 * 60)
                var event = Event(id: EventID("many-\(number)"), organizerID: CatalogFixture.bob, life: .published,
                                  place: Event.Place(name: "Hall", address: nil, city: "Kampala", latitude: place.latitude,
                                                     longitude: place.longitude),
                                  terms: Event.Terms(maxTicketsPerUser: 5, paymentWindowMinutes: 15, refundHoursBefore: nil,
                                                     doorsOpenMinutes: 60),
                                  createdAt: start - .days(9), updatedAt: start - .days(9))
                (event.title, event.category) = ("Night \(number)", draws.pick(["music", "food"]))
                (event.startDate, event.endDate) = (start, start + .hours(1 + draws.below(draws.below(10) == 0 ? 300 : 30)))
                event.publishedAt = start - .days(1 + draws.below(8))
                try EventStore(database: db, tenant: it.shard.tenant).insert(event)
            }
        }
    }

    private struct Page: Equatable {
        let ids: [String]
        let total: Int
    }
    private func page(_ filter: EventFilter, _ memory: EventListMemory, _ limit: Int = 40) throws -> Page {
        try it.shard.file.pool.read { db in
            let found = try EventFinderStore(database: db, tenant: it.shard.tenant, memory: memory)
                .page(filter, bands: Self.settings, seenBy: nil, now: now, limit: limit, offset: 0)
            return Page(ids: found.events.map(\.event.id.rawValue), total: found.total)
        }
    }

    private func questions(_ draws: inout Lottery) -> [EventFilter] {
        (0..<40).map { _ in
            var filter = EventFilter()
            let place = Coordinates(latitude: 0.3 + draws.fraction(), longitude: 32 + draws.fraction())
            let (north, east) = (draws.fraction() / 3, draws.fraction() / 3)
            switch draws.below(4) {
            case 0: (filter.near, filter.radiusKm) = (place, draws.fraction() * 60)
            case 1: (filter.near, filter.order) = (place, .distance)
            case 2:
                filter.box = EventFilter.Box(west: place.longitude - east, south: place.latitude - north, east: place.longitude + east,
                                             north: place.latitude + north)
            default:
                let start = now + .hours(draws.below(24 * 40) - 24 * 10)
                filter.window = TimeWindow(start: start, end: start + .hours(1 + draws.below(200)))
            }
            if draws.below(3) == 0 { filter.statuses = [.published, .ongoing, .completed] }
            return filter
        }
    }

    @Test("Circles, boxes, windows and the nearest of many are what a look at each event says")
    func manyAsScanned() throws {
        var draws = Lottery(state: 3)
        try add(0..<2500, &draws)
        let memory = EventListMemory()
        let all = try it.shard.file.pool.read { db in
            try String.fetchAll(db, sql: "SELECT event_id FROM event").compactMap {
                try EventStore(database: db, tenant: it.shard.tenant).find(EventID($0))?.event
            }
        }
        for filter in questions(&draws) {
            let expected = all.filter { isIn($0, filter) }.map { (key: key($0, filter), id: $0.id.rawValue) }
                .sorted { $0.key < $1.key }.map(\.id)
            let found = try page(filter, memory)
            #expect(found.total == expected.count && found.ids == Array(expected.prefix(40)), "\(filter)")
        }
    }
    private func key(_ event: Event, _ filter: EventFilter) -> (Double, Timestamp, EventID) {
        (filter.order == .distance ? distance(event, filter) : 0, event.startDate ?? .distantFuture, event.id)
    }
    private func distance(_ event: Event, _ filter: EventFilter) -> Double {
        guard let near = filter.near, let place = event.venue else { return .infinity }
        return near.distanceKm(to: Coordinates(latitude: place.latitude, longitude: place.longitude))
    }
    private func isIn(_ event: Event, _ filter: EventFilter) -> Bool {
        guard filter.statuses.contains(event.status(at: now)), let place = event.venue, let start = event.startDate,
            let end = event.endDate else { return false }
        if let radius = filter.radiusKm, distance(event, filter) > radius { return false }
        if let box = filter.box, !(box.south...box.north).contains(place.latitude) || !(box.west...box.east).contains(place.longitude) {
            return false
        }
        guard let window = filter.window else { return true }
        return start < window.end && end > (filter.statuses.contains(.completed) ? window.start : max(window.start, now))
    }

    private func expectAsAnew(_ memory: EventListMemory, _ questions: [EventFilter]) throws {
        let anew = EventListMemory()
        for filter in questions { #expect(try page(filter, memory) == page(filter, anew), "\(filter)") }
    }

    @Test("An index that grew to many times its size says what one says that was read anew")
    func grown() throws {
        var draws = Lottery(state: 8)
        try add(0..<100, &draws)
        let grown = EventListMemory()
        #expect(try page(EventFilter(), grown).total > 50)
        try add(100..<4400, &draws)
        let questions = questions(&draws)
        try expectAsAnew(grown, questions)
        // Those that came later are found by what they changed to.
        try it.shard.file.pool.write { try $0.execute(sql: "UPDATE event SET latitude = 10, longitude = 10 WHERE event_id >= 'many-43'") }
        var far = EventFilter()
        (far.near, far.radiusKm) = (Coordinates(latitude: 10, longitude: 10), 1)
        far.statuses = [.published, .ongoing, .completed]
        let moved = try it.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event WHERE latitude = 10") }
        #expect(try page(far, grown).total == moved)
        try expectAsAnew(grown, questions)
    }
}
