import CatalogDiscovery
import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog with a few people and events. The time is 2026-11-21 07:00 UTC, a Saturday, 10:00 in Kampala.
final class CatalogFixture {
    let shard: ShardHarness<Catalog>

    static let bob: User.ID = "bob"
    static let john: User.ID = "john"
    static let summit: EventID = "summit"
    static let regular: TicketTypeID = "regular"
    static let vip: TicketTypeID = "vip"
    static let start = Timestamp("2026-11-26T06:00:00Z") ?? .distantPast

    static let definition = TenantDefinition(
        tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", sandbox: true,
        roles: ["attendee": [], "organizer": [], "moderator": ["reports:moderate", "support:answer"]],
        plugins: ["catalog": ["event", "support", "legal"]],
        settings: ["catalog": [
            "publicUrl": "https://eventpass.ug",
            "categories": [
                ["slug": "technology", "name": "Technology", "colorHex": "#007AFF", "icon": "desktopcomputer"],
                ["slug": "music", "name": "Music", "colorHex": "#FF3B30", "icon": "music.note"],
                ["slug": "food", "name": "Food", "colorHex": "#FF9500", "icon": "fork.knife"],
            ],
        ]])

    init(withSummit: Bool = true, prefix: String? = nil) throws {
        var definition = Self.definition
        if let prefix { definition.prefixes = ["catalog": ["event": prefix]] }
        shard = try ShardHarness(definition: definition)
        try shard.receive(UserRegistered(userId: Self.bob, name: "Bob Events", roles: ["attendee", "organizer"]))
        try shard.receive(OrganizerUpdated(userId: Self.bob, isSuspended: false, isVerified: true))
        try shard.receive(UserRegistered(userId: Self.john, name: "John Okello", roles: ["attendee"]))
        if withSummit { try shard.receive(Self.summitImport()) }
        try shard.markSeen()
    }

    /// Kampala Tech Summit in five days: Regular 50,000 × 300, VIP 150,000 × 50.
    static func summitImport() -> ImportEvent {
        event(summit, title: "Kampala Tech Summit", category: "technology", start: start, hours: 8, types: [
            ImportEvent.TicketType(id: regular, name: "Regular", price: 50_000, quantity: 300),
            ImportEvent.TicketType(id: vip, name: "VIP", price: 150_000, quantity: 50),
        ])
    }

    static func event(_ id: EventID, title: String, category: String = "music", start: Timestamp = start, hours: Int = 3, age: Int? = nil,
        status: String = "published",
                      venue: Venue = Venue(name: "Kampala Serena Hotel", address: "Kintu Road", city: "Kampala", latitude: 0.319,
                                           longitude: 32.5863),
                      types: [ImportEvent.TicketType], organizer: User.ID = bob) -> ImportEvent {
        let created = start - .days(30)
        var event = ImportEvent(eventId: id, organizerId: organizer, title: title, category: category, status: status, startDate: start,
            endDate: start + .hours(hours),
                                venue: venue, ticketTypes: types, createdAt: created, publishedAt: created)
        event.description = "A good time for everybody who comes."
        event.ageRestriction = age
        return event
    }

    func add(_ id: EventID, title: String, category: String = "music", start: Timestamp = start, hours: Int = 3, age: Int? = nil,
        price: Int = 10_000, quantity: Int = 100,
             venue: Venue = Venue(name: "Hall", address: nil, city: "Kampala", latitude: 0.33, longitude: 32.6)) throws {
        let type = ImportEvent.TicketType(id: TicketTypeID("\(id)-1"), name: "Entry", price: price, quantity: quantity)
        try shard.receive(Self.event(id, title: title, category: category, start: start, hours: hours, age: age, venue: venue,
                                     types: [type]))
    }

    // MARK: - Claims

    func claim(_ claim: String, _ lines: [(TicketTypeID, Int)], event: EventID = summit, user: User.ID = john, expectedTotal: Int? = nil,
        ageConfirmed: Bool = false,
               late: Bool = false) throws {
        try shard.receive(PlaceClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim), userId: user, listing: .event(event),
                                     lines: lines.map { TicketLine(ticketTypeId: $0.0, quantity: $0.1).claimed },
                                     expectedTotal: expectedTotal.map { Money($0, .ugx) }, placedAt: shard.now, late: late,
                                     details: ["ageConfirmed": .bool(ageConfirmed)]))
    }
    func confirm(_ claim: String) throws { try shard.receive(ConfirmClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim))) }
    func release(_ claim: String) throws { try shard.receive(ReleaseClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim))) }
    func extend(_ claim: String,
                until: Timestamp) throws { try shard.receive(ExtendClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim),
        until: until)) }

    /// The slug of the newest refusal since `markSeen`, or nil.
    func refusal() throws -> ClaimRefused? { try shard.published(ClaimRefused.self).last }

    struct Seats: Equatable { var sold: Int, held: Int, available: Int }
    func seats(_ type: TicketTypeID = regular, of event: EventID = summit) throws -> Seats {
        let types = try details(event)["ticketTypes"]?.array ?? []
        let json = types.first { $0["id"]?.string == type.rawValue }
        return Seats(sold: json?["sold"]?.int ?? -1, held: json?["held"]?.int ?? -1, available: json?["available"]?.int ?? -1)
    }

    // MARK: - Asking

    func details(_ event: EventID = summit, as principal: Principal? = nil) throws -> JSONValue {
        try shard.ask(EventDetails.self, ["eventId": .string(event.rawValue)], as: principal).json
    }
    func browse(_ parameters: JSONValue = .object([:]), as principal: Principal? = nil) throws -> [String] {
        let reply = try shard.ask(BrowseEvents.self, parameters, as: principal)
        return reply.json["data"]?.array?.compactMap { $0["id"]?.string } ?? ["status \(reply.status): \(reply.json)"]
    }
}
