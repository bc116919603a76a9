import CatalogDiscovery
import CatalogEvents
import CatalogKit
import CatalogService
import CatalogSocial
import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("The index behind lists of events")
struct EventListIndexTests {
    private static let now = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    private static let titles = ["Café Jazz", "Jazz Night", "Night Market", "Tech Night Kampala", "Beach Yoga", "Yoga for Techies"]
    private static let cities = [("Kampala", 0.3163, 32.5822), ("KAMPALA", 0.33, 32.6), ("Entebbe", 0.0512, 32.4637),
                                 ("Jinja", 0.4479, 33.2026)]
    private static let categories = ["music", "technology", "food"]

    /// Seventy events around now, of two organizers, some for adults, some free, some over; the same at every run.
    private func town(_ draws: inout Lottery) throws -> CatalogFixture {
        let it = try CatalogFixture(withSummit: false)
        try it.shard.receive(UserRegistered(userId: "sue", name: "Sue Live", roles: ["attendee", "organizer"]))
        for number in 0..<70 { try add(number, to: it, &draws) }
        return it
    }
    private func add(_ number: Int, to it: CatalogFixture, _ draws: inout Lottery) throws {
        let city = draws.pick(Self.cities)
        let start = Self.now + .hours(draws.below(24 * 50) - 24 * 35)
        let price = draws.below(3) == 0 ? 0 : 5000 * (1 + draws.below(30))
        let types = (0..<(1 + draws.below(2))).map {
            ImportEvent.TicketType(id: TicketTypeID("e\(number)-\($0)"), name: "Type \($0)", price: price * ($0 + 1),
                                   quantity: 10 + draws.below(90))
        }
        try it.shard.receive(CatalogFixture.event(
            EventID("e\(number)"), title: draws.pick(Self.titles), category: draws.pick(Self.categories), start: start,
            hours: 1 + draws.below(draws.below(4) == 0 ? 200 : 8), age: draws.below(4) == 0 ? 18 : nil,
            venue: Venue(name: "Hall \(draws.below(9))", address: nil, city: city.0, latitude: city.1 + draws.fraction() / 10,
                         longitude: city.2 + draws.fraction() / 10),
            types: types, organizer: draws.below(2) == 0 ? "bob" : "sue"))
    }

    @Test("Every list is what a look at each event says: filters joined at random, through changes of events")
    func sameAsScan() throws {
        var draws = Lottery(state: 11)
        let it = try town(&draws), memory = EventListMemory()
        for round in 0..<6 {
            try compare(it, &draws, questions: 25)
            try compareCandidates(it, memory)
            try change(it, round, &draws)
        }
        it.shard.now = it.shard.now + .days(9)
        try compare(it, &draws, questions: 25)
    }

    private func change(_ it: CatalogFixture, _ round: Int, _ draws: inout Lottery) throws {
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        for number in 0..<4 {
            let id = EventID("e\(draws.below(70))")
            switch (round + number) % 5 {
            case 0: try it.shard.send(MarkFavorite(eventId: id), as: .user("fan-\(round)-\(number)"))
            case 1: try it.shard.send(DeleteEvent(eventId: id), as: bob)
            case 4 where number % 2 == 0:
                try it.shard.receive(ImportRating(eventId: id, userId: User.ID("rater-\(round)"), stars: 1 + draws.below(5), attended: true,
                                                  at: it.shard.now))
            case 2:
                try it.shard.send(raw: #"{"eventId":"\#(id)","title":"Market of Jazz","category":"food"}"#, type: ChangeEvent.type, as: bob)
            case 3:
                try it.claim("c\(round)-\(number)", [(TicketTypeID("\(id)-0"), 3)], event: id, user: User.ID("buyer-\(round)"))
                try it.confirm("c\(round)-\(number)")
            default: try add(100 + 10 * round + number, to: it, &draws)
            }
        }
        if round == 3 { try it.shard.receive(UserUpdated(userId: "bob", name: "Robert Shows", roles: ["organizer"])) }
        if round == 4 { for number in 200..<230 { try add(number, to: it, &draws) } }
    }

    private func compare(_ it: CatalogFixture, _ draws: inout Lottery, questions: Int) throws {
        let oracle = try EventScan(it)
        for _ in 0..<questions {
            let question = oracle.question(&draws)
            let expected = oracle.answer(question)
            let reply = try it.shard.ask(BrowseEvents.self, .object(question.parameters))
            #expect(reply.json["meta"]?["total"]?.int == expected.count, "\(question.parameters)")
            #expect(reply.json["data"]?.array?.compactMap { $0["id"]?.string } == Array(expected.prefix(100)), "\(question.parameters)")
        }
        let cities = try it.shard.ask(Cities.self, ["perPage": 100]).json["data"]?.array ?? []
        #expect(cities.reduce(0) { $0 + ($1["eventCount"]?.int ?? 0) } == oracle.live.count)
        let sums = try it.shard.file.pool.read { db in
            try Row.fetchAll(db, sql: """
                SELECT p.event_count, (SELECT count(*) FROM event e WHERE e.tenant = p.tenant AND e.organizer_id = p.user_id
                    AND e.life = 'published' AND e.deleted_at IS NULL) FROM person p
                """).map { [$0[0], $0[1]] as [Int] }
        }
        #expect(sums.allSatisfy { $0[0] == $0[1] } && sums.contains { $0[0] > 10 })
    }

    /// What recommendations choose from: the index, as questions have it, says what rows say, as messages have them.
    private func compareCandidates(_ it: CatalogFixture, _ memory: EventListMemory) throws {
        let ages = [(years: 13, from: Self.now - .days(3000)), (years: 18, from: Self.now + .days(4))]
        let people: [User.ID?] = [nil, "bob", "sue", "buyer-1", "fan"]
        try it.shard.file.pool.read { db in
            let rows = EventListStore(database: db, tenant: "eventpass"), holders = HolderStore(database: db, tenant: "eventpass")
            let index = EventFinderStore(database: db, tenant: "eventpass", memory: memory)
            for person in people {
                let held = try person.map { try holders.events(of: $0) } ?? []
                for (limit, reached) in [(1000, []), (1000, ages), (7, ages)] {
                    let expected = try rows.soonest(limit, for: person, reachedAges: reached, now: it.shard.now)
                    let found = try index.soonest(limit, notOf: person, holds: held, reachedAges: reached, now: it.shard.now)
                    func facts(_ some: [RatedEvent]) -> [[String]] {
                        some.map { one in
                            let event = one.event
                            return ["\(event.id) \(event.organizer) \(event.isFree)", "\(String(describing: event.startDate))",
                                    "\(event.soldShare) \(event.favorites)", "\(String(describing: event.ratingAverage))",
                                    "\(String(describing: one.rating))"]
                        }
                    }
                    #expect(facts(found) == facts(expected))
                }
            }
        }
    }

    @Test("A card is what its row is, however the event, its organizer and the viewer have changed since it was shown")
    func cards() throws {
        var draws = Lottery(state: 3)
        let it = try town(&draws), memory = EventListMemory()
        func card(_ seen: SeenEvent) -> (event: Event, rest: [String]) {
            var event = seen.event
            event.description = nil
            let organizer = seen.organizer
            return (event, [organizer.name, "\(organizer.isVerified) \(organizer.followerCount) \(seen.isFavorite) \(seen.isFollowed)"])
        }
        var everything = EventFilter()
        everything.statuses = [.published, .ongoing, .completed]
        for round in 0..<6 {
            for viewer in [nil, User.ID("fan-\(round)-0"), "fan-0-0"] as [User.ID?] {
                try it.shard.file.pool.read { db in
                    let finder = EventFinderStore(database: db, tenant: "eventpass", memory: memory)
                    let rows = EventStore(database: db, tenant: "eventpass")
                    let page = try finder.page(everything, bands: .init(budget: 1, moderate: 2), seenBy: viewer, now: it.shard.now,
                                               limit: 100, offset: 0).events
                    let picked = try finder.cards(page.map(\.event.id), seenBy: viewer)
                    #expect(page.count > 50 && picked.count == page.count)
                    for seen in page {
                        let expected = card(try rows.require(seen.event.id, seenBy: viewer))
                        #expect(card(seen).event == expected.event && card(seen).rest == expected.rest)
                        let other = card(try #require(picked[seen.event.id]))
                        #expect(other.event == expected.event && other.rest == expected.rest)
                    }
                }
            }
            try change(it, round, &draws)
            try it.shard.send(FollowOrganizer(organizerId: "bob"), as: .user("fan-\(round)-0"))
        }
    }

    @Test("Every column that a card shows of an event is a change for the index")
    func columns() throws {
        let it = try CatalogFixture()
        try it.shard.file.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
            defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON") }
            func revision() throws -> Int { try Int.fetchOne(db, sql: "SELECT max(revision) FROM event_revision") ?? 0 }
            let names = Set(EventStore.cardColumns.split { !$0.isLetter && $0 != "_" && $0 != "." }.map(String.init))
            let shown = try db.columns(in: "event").filter { names.contains("e.\($0.name)") && $0.name != "event_id" }
            #expect(shown.count == names.count { $0.hasPrefix("e.") } - 1)
            for column in shown {
                let before = try revision()
                try db.inTransaction {
                    let other = column.type == "TEXT" ? "coalesce(\(column.name), '') || 'x'" : "coalesce(\(column.name), 0) + 1"
                    try db.execute(sql: "UPDATE event SET \(column.name) = \(other) WHERE event_id = 'summit'")
                    #expect(try revision() > before, "\(column.name)")
                    return .rollback
                }
            }
        }
    }

    @Test("A page beyond the first goes on where the one before ended, in every order",
          arguments: ["startDate", "price", "newest", "popular", "distance"])
    func pages(order: String) throws {
        var draws = Lottery(state: 5)
        let it = try town(&draws)
        let place: JSONValue = ["sort": .string(order), "latitude": 0.31, "longitude": 32.58, "status": "published,ongoing,completed"]
        let whole = try it.browse(place.merging(["perPage": 100]))
        #expect(whole.count == 70 && Set(whole).count == 70)
        let pieces = try (1...7).flatMap { try it.browse(place.merging(["perPage": 10, "page": .int($0)])) }
        #expect(pieces == whole)
    }

    @Test("An organizer's own list knows drafts, cancelled and deleted events, and who finds what by a word")
    func own() throws {
        let it = try CatalogFixture()
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        try it.add("over", title: "Over", start: it.shard.now - .days(2))
        try it.add("now", title: "Now Running", start: it.shard.now - .hours(1))
        let draft = try it.shard.send(raw: #"{"title":"Plan"}"#, type: CreateEvent.type, as: bob)?.json["id"]?.string ?? ""
        func list(_ parameters: JSONValue) throws -> [String] {
            try it.shard.ask(OrganizerEvents.self, parameters, as: bob).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
        }
        #expect(try list([:]) == [draft, "summit", "now", "over"])
        #expect(try list(["status": "draft"]) == [draft] && list(["status": "published"]) == ["summit"])
        #expect(try list(["status": "ongoing"]) == ["now"] && list(["status": "completed"]) == ["over"])
        #expect(try list(["search": "plan"]) == [draft] && list(["search": "running n"]) == ["now"])
        try it.shard.send(DeleteEvent(eventId: "over"), as: bob)
        try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: bob)
        #expect(try list(["status": "archived"]) == ["over"] && list(["status": "cancelled"]) == ["summit"])
        #expect(try list([:]) == [draft, "summit", "now"])
        #expect(try it.shard.ask(OrganizerEvents.self, as: .user("sue", roles: ["organizer"])).json["meta"]?["total"] == 0)
    }

    @Test("Statements of lists find their rows by index")
    func plans() throws {
        let it = try CatalogFixture()
        let plans = try it.shard.file.pool.read { try EventListIndexStore.plans($0) }
        #expect(plans.count >= 8)
        #expect(!plans.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plans)")
        for index in ["event_revision_by_number (tenant=? AND revision>?)", "PRIMARY KEY (tenant=? AND word>? AND word<?)",
                      "PRIMARY KEY (tenant=? AND event_id=?)"] {
            #expect(plans.contains { $0.contains(index) }, "\(index)")
        }
    }

    @Test("A question on an older snapshot than the index knows, or beside another one, is asked again")
    func busy() throws {
        let it = try CatalogFixture()
        let memory = EventListMemory()
        func count(_ db: Database, mayWait: Bool = true) throws -> Int {
            try EventFinderStore(database: db, tenant: "eventpass", memory: memory, mayWait: mayWait)
                .page(EventFilter(), bands: .init(budget: 1, moderate: 2), seenBy: nil, now: it.shard.now, limit: 1, offset: 0).total
        }
        let old = try it.shard.file.pool.makeSnapshot()
        try it.add("later", title: "Later")
        #expect(try it.shard.file.pool.read { try count($0) } == 2)
        #expect(throws: QueryMemory.Busy.self) { try old.read { try count($0) } }
        #expect(try it.shard.file.pool.read { try count($0, mayWait: false) } == 2)
    }
}

/// Numbers that look random and are the same at every run (Knuth, MMIX).
struct Lottery {
    var state: UInt64
    mutating func fraction() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(UInt64(1) << 53)
    }
    mutating func below(_ count: Int) -> Int { min(count - 1, Int(fraction() * Double(count))) }
    mutating func pick<T>(_ some: [T]) -> T { some[below(some.count)] }
}

extension JSONValue {
    fileprivate func merging(_ more: [String: JSONValue]) -> JSONValue { .object((object ?? [:]).merging(more) { _, new in new }) }
}
