import CatalogEvents
import CatalogKit
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

/// A kind of listing that exists only here: everything of it is in this folder, and no file of the other kinds or of claims knows it.
@Suite("A third kind of listing: books, lent by the copy and read by the hour")
struct BookTests {
    private static let librarian = Principal.user("lea", roles: ["librarian"])
    private static func definition(_ plugins: [String] = ["event", "book-lending"],
                                   books: JSONValue = ["unitsPerReader": 3]) -> TenantDefinition {
        TenantDefinition(tenant: "library", name: "Library", currency: .eur, timezone: "Europe/Brussels", sandbox: true,
                         roles: ["librarian": ["books:manage"]], plugins: ["catalog": plugins],
                         settings: ["catalog": ["books": books, "categories": [
                            ["slug": "talk", "name": "Talks", "colorHex": "#007AFF", "icon": "book"],
                         ]]])
    }
    private static let emma = ListingReference(kind: "book-lending", id: "emma")
    private let shard: ShardHarness<CatalogWithBooks>

    init() throws {
        shard = try ShardHarness(CatalogWithBooks.self, definition: Self.definition())
        try shard.send(AddBook(id: "emma", title: "Emma", copies: 2, hours: 4, deposit: 500), as: Self.librarian)
        try shard.markSeen()
    }

    private func claim(_ id: String, copies: Int = 0, hours: Int = 0, by user: User.ID = "alice", late: Bool = false) throws {
        let lines = [ClaimLine(subject: "emma/copy", unit: "copy", quantity: copies),
                     ClaimLine(subject: "emma/reading-room", unit: "hour", quantity: hours)].filter { $0.quantity > 0 }
        try place(id, lines, by: user, late: late)
    }
    private func place(_ id: String, _ lines: [ClaimLine], of listing: ListingReference = emma, by user: User.ID = "alice",
                       late: Bool = false) throws {
        try shard.receive(PlaceClaim(claimId: ClaimID(id), orderId: OrderID("loan-" + id), userId: user, listing: listing, lines: lines,
                                     placedAt: shard.now, late: late))
    }
    private func confirm(_ id: String) throws { try shard.receive(ConfirmClaim(claimId: ClaimID(id), orderId: OrderID("loan-" + id))) }
    private func free() throws -> JSONValue? { try shard.ask(BookDetails.self, ["id": "emma"]).json["free"] }
    private func refusals() throws -> [String] { try shard.published(ClaimRefused.self).map(\.slug) }

    @Test("A claim holds lines of two units at once, with names and prices; the order is answered in neutral words")
    func held() throws {
        try claim("c1", copies: 1, hours: 2)
        let held = try #require(try shard.published(ClaimHeld.self).first)
        #expect(held.listing == Self.emma && held.orderId == "loan-c1" && held.userId == "alice")
        #expect(held.lines == [
            .init(subject: "emma/copy", unit: "copy", quantity: 1, name: "Emma", unitPrice: Money(500, .eur)),
            .init(subject: "emma/reading-room", unit: "hour", quantity: 2, name: "Emma, reading room", unitPrice: Money(0, .eur)),
        ])
        #expect(held.total == Money(500, .eur) && held.expiresAt == shard.now + .days(2))
        #expect(try free() == ["copy": 1, "hour": 2])
        #expect(try shard.publishedTypes() == ["catalog.claim-held.v1"])
    }

    @Test("All lines or none: a claim that lacks hours holds no copy")
    func allOrNothing() throws {
        try claim("c1", hours: 3, by: "bob")
        try claim("c2", copies: 1, hours: 2)
        let refused = try #require(try shard.published(ClaimRefused.self).first)
        #expect(refused.slug == "sold-out" && refused.members == ["subject": "emma/reading-room", "available": 1])
        #expect(try free() == ["copy": 2, "hour": 1])
    }

    @Test("What is counted in one unit can't be claimed in another, nor less than one of it, nor what the book does not have")
    func wrongLines() throws {
        try place("c1", [ClaimLine(subject: "emma/copy", unit: "hour", quantity: 1)])
        try place("c2", [ClaimLine(subject: "emma/copy", unit: "copy", quantity: 0)])
        try place("c3", [])
        try place("c4", [ClaimLine(subject: "persuasion/copy", unit: "copy", quantity: 1)])
        try place("c5", [ClaimLine(subject: "emma/copy", unit: "copy", quantity: 1)],
                  of: ListingReference(kind: "book-lending", id: "persuasion"))
        #expect(try shard.published(ClaimRefused.self).map(\.status) == [422, 422, 422, 404, 404])
        #expect(try shard.published(ClaimRefused.self).first?.errors["lines"] == ["Emma is counted in copy"])
        #expect(try free() == ["copy": 2, "hour": 4] && shard.count(of: "claim") == 0)
    }

    @Test("A hold ends by its own duration; its copy is free at its end exactly, whether or not a timer has fired")
    func expiry() throws {
        try claim("c1", copies: 2)
        try shard.advance(by: .days(2) - .milliseconds(1))
        #expect(try free() == ["copy": 0, "hour": 4])
        shard.now = shard.now + .milliseconds(1)
        try claim("c2", copies: 1, by: "bob")
        #expect(try shard.published(ClaimExpired.self).map(\.listing) == [Self.emma])
        #expect(try shard.published(ClaimHeld.self).map(\.claimId) == ["c1", "c2"])
        try confirm("c1")
        #expect(try shard.published(ClaimConfirmRefused.self).map(\.slug) == ["claim-expired"])
    }

    @Test("A confirmed claim is a loan; returned copies are lent again, and the same return twice returns once")
    func lentAndReturned() throws {
        try claim("c1", copies: 2)
        try confirm("c1")
        try confirm("c1")
        #expect(try shard.ask(BookDetails.self, ["id": "emma"]).json["loans"] == 1)
        try claim("c2", copies: 1, by: "bob")
        #expect(try refusals() == ["sold-out"])
        let back = ReturnStock(orderId: "loan-c1", listing: Self.emma, lines: [ClaimLine(subject: "emma/copy", unit: "copy", quantity: 1)],
                               returnId: "r1", userId: "alice")
        try shard.receive(back)
        try shard.receive(back)
        #expect(try free() == ["copy": 1, "hour": 4])
        try claim("c3", copies: 1, by: "bob")
        #expect(try shard.published(ClaimHeld.self).last?.claimId == "c3")
    }

    @Test("More returned than lent is a dead letter that names the book; so is a return in another unit")
    func wrongReturn() throws {
        try claim("c1", copies: 1)
        try confirm("c1")
        for (id, line) in [("r1", ClaimLine(subject: "emma/copy", unit: "copy", quantity: 2)),
                           ("r2", ClaimLine(subject: "emma/copy", unit: "hour", quantity: 1))] {
            try shard.receive(ReturnStock(orderId: "loan-c1", listing: Self.emma, lines: [line], returnId: id))
        }
        #expect(try shard.deadLetters().count == 2 && shard.deadLetters().allSatisfy { $0.contains("book-lending emma") })
        #expect(try free() == ["copy": 1, "hour": 4])
    }

    @Test("The kind's own rules come first: a limit per reader counts holds and loans; a withdrawn book is neither held nor lent")
    func rules() throws {
        try claim("c1", copies: 1, hours: 2)
        try claim("c2", hours: 1)
        #expect(try refusals() == ["too-many-books"])
        try shard.send(WithdrawBook(id: "emma"), as: Self.librarian)
        try confirm("c1")
        #expect(try shard.published(ClaimConfirmRefused.self).map(\.slug) == ["book-withdrawn"])
        #expect(try shard.published(ClaimReleased.self).map(\.claimId) == ["c1"])
        try claim("c3", copies: 1, by: "bob")
        #expect(try refusals() == ["too-many-books", "book-withdrawn"])
        #expect(try free() == ["copy": 2, "hour": 4])
    }

    @Test("Tickets and books of one tenant are claimed side by side, each answered in the words of its kind")
    func besideEvents() throws {
        let type = ImportEvent.TicketType(id: "talk-1", name: "Seat", price: 900, quantity: 3)
        let start = shard.now + .days(5)
        try shard.receive(ImportEvent(
            eventId: "talk", organizerId: "lea", title: "A talk", category: "talk", status: "published", startDate: start,
            endDate: start + .hours(1), venue: Venue(name: "Hall", address: nil, city: "Gent", latitude: 51, longitude: 3.7),
            ticketTypes: [type], createdAt: shard.now, publishedAt: shard.now))
        try shard.markSeen()
        try claim("book", copies: 1)
        try place("seat", [TicketLine(ticketTypeId: "talk-1", quantity: 2).claimed], of: .event("talk"))
        try confirm("book")
        try confirm("seat")
        #expect(try shard.published(ClaimHeld.self).map(\.claimId) == ["book"])
        #expect(try shard.published(TicketsClaimed.self).map(\.claimId) == ["seat"])
        #expect(try shard.published(ClaimConfirmed.self).map(\.listing) == [Self.emma, .event("talk")])
    }

    @Test("A claim of a kind that the service does not have is a dead letter, and changes nothing")
    func unknownKind() throws {
        try place("c1", [ClaimLine(subject: "diesel", unit: "litre", quantity: 20)], of: ListingReference(kind: "fuel", id: "station"))
        #expect(try shard.deadLetters().count == 1 && shard.deadLetters()[0].contains("'fuel'"))
        #expect(try shard.count(of: "claim") == 0)
    }

    @Test("Books stand beside the other kinds: no handler clashes, the tenant file's settings are checked")
    func declared() throws {
        let contents = CatalogWithBooks.contents
        #expect(contents.clashes.isEmpty)
        #expect(contents.plugins.map(\.name) == Catalog.contents.plugins.map(\.name) + ["book-lending"])
        let plugin = try #require(contents.plugins.last)
        #expect(plugin.check(["books": ["unitsPerReader": 0]], Self.definition()).map(\.path) == ["books.unitsPerReader"])
        #expect(plugin.check(["books": ["unitsPerReader": 3]], Self.definition()).isEmpty)
    }
}
