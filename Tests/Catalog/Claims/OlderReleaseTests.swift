import CatalogEvents
import CatalogKit
import CatalogService
import Contracts
import Foundation
import GRDB
import Kernel
import Storage
import TestKit
import Testing

@Suite("Claims of releases before they had lines of any unit")
struct OlderReleaseTests {
    @Test("Their messages, which logs hold, do what they did")
    func messages() throws {
        let it = try CatalogFixture()
        func claim(_ id: ClaimID, _ quantity: Int) -> ClaimTickets {
            ClaimTickets(claimId: id, orderId: "order", userId: "john", eventId: CatalogFixture.summit,
                         items: [TicketLine(ticketTypeId: CatalogFixture.regular, quantity: quantity)], ageConfirmed: false,
                         placedAt: it.shard.now, late: false)
        }
        try it.shard.receive(claim("c1", 3))
        #expect(try it.shard.published(TicketsClaimed.self).map(\.total) == [Money(150_000, .ugx)])
        try it.shard.receive(claim("c2", 11))
        #expect(try it.refusal()?.errors["items"] != nil)
        try it.shard.receive(ConfirmClaim(claimId: "c1", orderId: "order"))
        let items = [TicketLine(ticketTypeId: CatalogFixture.regular, quantity: 2)]
        try it.shard.receive(ReturnTickets(orderId: "order", eventId: CatalogFixture.summit, items: items, returnId: "r1"))
        #expect(try it.seats() == .init(sold: 1, held: 0, available: 299))
    }

    @Test("Age that was confirmed then counts")
    func age() throws {
        let it = try CatalogFixture()
        try it.add("adult", title: "Whisky", age: 18)
        try it.shard.receive(ClaimTickets(
            claimId: "c1", orderId: "order", userId: "john", eventId: "adult", items: [TicketLine(ticketTypeId: "adult-1", quantity: 1)],
            ageConfirmed: true, placedAt: it.shard.now, late: false))
        #expect(try it.shard.published(TicketsClaimed.self).map(\.attention) == ["check-id-18"])
    }

    @Test("Their rows are claims of tickets of events")
    func rows() throws {
        let folder = NSTemporaryDirectory() + "souk-older-claims-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Catalog.contents.migrations
        let before = try #require(migrations.firstIndex { $0.name == "0015_ClaimUnits" })
        let old = try ShardFile(path: "\(folder)/p0.sqlite", migrations: Array(migrations[..<before]))
        try old.pool.write { db in
            try db.execute(sql: """
                INSERT INTO resource (tenant, resource_id, kind, scope_id, quantity, held)
                VALUES ('t', 'regular', 'event', 'summit', 10, 2);
                INSERT INTO claim (tenant, claim_id, scope_id, holder_id, user_id, state, expires_at, created_at)
                    VALUES ('t', 'c1', 'summit', 'order', 'john', 'held', 99, 1);
                INSERT INTO claim_line (tenant, claim_id, resource_id, quantity, unit_price) VALUES ('t', 'c1', 'regular', 2, 500);
                """)
        }
        old.close()
        let new = try ShardFile(path: "\(folder)/p0.sqlite", migrations: migrations)
        defer { new.close() }
        let (claim, stock) = try new.pool.read { db in
            let store = ClaimStore(database: db, tenant: "t")
            return (try store.find("c1"), try store.stock(of: .event("summit")))
        }
        #expect(claim?.listing == .event("summit"))
        #expect(claim?.lines == [Claim.Line(subject: "regular", unit: TicketLine.unit, quantity: 2, unitPrice: 500)])
        #expect(stock == ["regular": Stock(quantity: 10, held: 2)])
    }
}
