import CatalogDiscovery
import CatalogEvents
import CatalogKit
import CatalogSocial
import Contracts
import GRDB
import Kernel
import SoukPlatform
import Storage

/// Numbers that look random and are the same on every machine: a linear congruential generator (Knuth, MMIX).
struct Draws {
    var state: UInt64
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(UInt64(1) << 53)
    }
    mutating func index(_ count: Int) -> Int { min(count - 1, Int(next() * Double(count))) }
    mutating func pick<T>(_ some: [T]) -> T { some[index(some.count)] }
}

/// A country of events: half a year behind and half a year ahead, in eight cities, six of ten in the first; with some
/// hundred halls, fifty organizers and the words that titles are usually made of.
struct EventTown {
    static let organizers = 50, halls = 400
    static let cities: [(name: String, place: Coordinates)] = [
        ("Kampala", Coordinates(latitude: 0.3163, longitude: 32.5822)), ("Entebbe", Coordinates(latitude: 0.0512, longitude: 32.4637)),
        ("Jinja", Coordinates(latitude: 0.4479, longitude: 33.2026)), ("Mbarara", Coordinates(latitude: -0.6072, longitude: 30.6545)),
        ("Gulu", Coordinates(latitude: 2.7724, longitude: 32.2881)), ("Mbale", Coordinates(latitude: 1.0784, longitude: 34.1810)),
        ("Fort Portal", Coordinates(latitude: 0.6710, longitude: 30.2750)), ("Arua", Coordinates(latitude: 3.0303, longitude: 30.9073)),
    ]
    /// Each is in the title of one event in twenty-five.
    static let commonWords = ["sunset", "jazz", "café", "rolex", "comedy", "gospel", "tech", "founders", "art", "poetry", "night",
                              "market",
                              "run", "beach", "yoga", "film", "horror", "opera", "salsa", "amapiano", "food", "wine", "craft", "book",
                              "science"]
    /// Each is in the title of one event in five hundred.
    static let rareWords = (0..<1200).map { "word\(String($0, radix: 26))" }
    /// Somebody of whom every kind of fact is known.
    static let visitor: User.ID = "visitor"
    static func organizer(_ number: Int) -> User.ID { User.ID("organizer-\(number)") }
    static func event(_ number: Int) -> EventID { EventID("00000000-0000-4000-8000-\(String(100_000_000_000 + number))") }

    private let definition: TenantDefinition
    private let settings: CatalogSettings
    init(_ definition: TenantDefinition, _ settings: CatalogSettings) { (self.definition, self.settings) = (definition, settings) }

    func fill(_ file: ShardFile, _ count: Int, _ now: Timestamp) throws {
        let bar = ProgressBar("events", total: count)
        defer { bar.finish() }
        var draws = Draws(state: 42)
        let halls = (0..<Self.halls).map { number -> Event.Place in
            let city = number % 10 < 6 ? Self.cities[0] : Self.cities[1 + number % 7]
            return Event.Place(name: "Hall \(draws.pick(Self.rareWords)) \(number)", address: "\(number) Main Street", city: city.name,
                               latitude: city.place.latitude + (draws.next() - 0.5) * 0.2,
                               longitude: city.place.longitude + (draws.next() - 0.5) * 0.2)
        }
        try file.pool.write { db in
            for number in 0..<Self.organizers {
                _ = try PersonStore(database: db, tenant: definition.tenant)
                    .save(Self.organizer(number), name: "Organizer \(draws.pick(Self.rareWords)) \(number)", isOrganizer: true)
            }
        }
        for first in stride(from: 0, to: count, by: 1000) {
            try file.pool.write { db in
                for number in first..<min(first + 1000, count) {
                    try add(number, halls[draws.index(halls.count)], now, &draws, db)
                    bar.advance()
                }
            }
        }
        try file.pool.write { db in
            try addVisitor(count, now, db)
            try db.execute(sql: "ANALYZE")
        }
    }

    /// Likes thirty events, follows five organizers, and said what else pleases.
    private func addVisitor(_ count: Int, _ now: Timestamp, _ db: Database) throws {
        let tenant = definition.tenant, visitor = Self.visitor.rawValue
        let favorites = FavoriteStore(database: db, tenant: tenant)
        for number in 0..<30 { _ = try favorites.add(Self.event(number * count / 30), of: Self.visitor, at: now) }
        for number in 0..<5 {
            try db.execute(sql: "INSERT INTO follow (tenant, user_id, organizer_id, created_at) VALUES (?, ?, ?, 0)",
                           arguments: [tenant.rawValue, visitor, Self.organizer(number).rawValue])
        }
        var own = InterestSettings()
        (own.preferredCategories, own.city, own.pricePreference) = (["music", "technology", "food"], "Kampala", "moderate")
        try db.execute(sql: "INSERT INTO interests (tenant, user_id, settings) VALUES (?, ?, ?)",
                       arguments: [tenant.rawValue, visitor, String(decoding: try JSON.encode(own), as: UTF8.self)])
    }

    private func add(_ number: Int, _ hall: Event.Place, _ now: Timestamp, _ draws: inout Draws, _ db: Database) throws {
        let start = now + .minutes(Int((draws.next() - 0.5) * 360 * 24 * 60)), tenant = definition.tenant
        let terms = Event.Terms(maxTicketsPerUser: 20, paymentWindowMinutes: 15, refundHoursBefore: 24, doorsOpenMinutes: 180)
        var event = Event(id: Self.event(number), organizerID: Self.organizer(draws.index(Self.organizers)), life: .published, place: hall,
                          terms: terms, wizardStep: 3, createdAt: start - .days(40), updatedAt: start - .days(30))
        let words = [draws.pick(Self.commonWords), draws.pick(Self.rareWords), draws.pick(Self.rareWords)]
        event.title = words.joined(separator: " ")
        event.description = "An evening with \(words[0]) for everybody who likes \(words[1])."
        event.category = draws.pick(settings.categories).slug
        (event.startDate, event.endDate) = (start, start + .minutes(60 * (2 + draws.index(number % 20 == 0 ? 96 : 8))))
        event.publishedAt = start - .minutes(60 * 24 * (8 + draws.index(20)))
        event.ageRestriction = draws.next() < 0.1 ? draws.pick(settings.ageRestrictions) : nil
        let price = draws.next() < 0.1 ? 0 : 5000 * (1 + draws.index(40))
        let types = (0..<2).map { kind in
            TicketType(id: TicketTypeID("\(event.id)-\(kind)"), name: "Type \(kind)", price: price * (kind + 1),
                       stock: Stock(quantity: 200, sold: draws.index(200)), position: kind)
        }
        event.prices = Event.PriceSummary(types)
        try EventStore(database: db, tenant: tenant).insert(event)
        for type in types { try TicketTypeStore(database: db, tenant: tenant).save(type, of: event.id) }
        try WordStore(database: db, tenant: tenant)
            .index(event.id, as: EventListing.searchDocument(of: event, organizer: event.organizerID.rawValue, settings: settings))
    }
}
