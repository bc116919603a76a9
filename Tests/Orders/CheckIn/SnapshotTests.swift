import Contracts
import Crypto
import Foundation
import GRDB
import Kernel
import Messaging
import OrdersCheckIn
import OrdersService
import OrdersTicketSales
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("Snapshots for the offline door")
struct SnapshotTests {
    private func line(_ code: String, in claims: JSONValue) -> JSONValue? {
        let id = Base64URL.encode(Array(SHA256.hash(data: Data("souk-ticket-id\n\(code)".utf8))))
        return claims["tickets"]?.array?.first { $0["id"]?.string == id }
    }
    private func open(_ box: JSONValue?, with code: String) throws -> JSONValue {
        let bytes = Base64URL.decode(box?.string ?? "") ?? []
        let key = SymmetricKey(data: SHA256.hash(data: Data("souk-ticket-key\n\(code)".utf8)))
        return try JSON.decode(JSONValue.self, from: try AES.GCM.open(AES.GCM.SealedBox(combined: Data(bytes)), using: key))
    }

    @Test("It is signed, names the rules, and its boxes open with their own code only")
    func contents() throws {
        let it = try OfflineScene()
        let claims = try it.claims(it.snapshot)
        #expect(claims["snapshotId"] == it.snapshot["snapshotId"] && claims["eventId"] == "event-1")
        #expect(it.snapshot["ticketCount"] == 2 && claims["tickets"]?.array?.count == 2)
        let opening = it.venue.shop.opening
        #expect(claims["rules"]?["opensAt"]?.string == (opening - .hours(1)).description)
        #expect(claims["rules"]?["closesAt"]?.string == (opening + .hours(5)).description)
        #expect(claims["rules"]?["gates"]?.array?.map { $0["name"]?.string } == ["Gate A", "Gate B"])
        #expect(it.snapshot["expiresAt"]?.string == (it.shard.now + .hours(24)).wholeSeconds.description)
        let own = try #require(line(it.venue.code(), in: claims))
        #expect(own["st"] == "valid" && own["inside"] == false && own["tt"] == "type-regular")
        let shown = try open(own["box"], with: it.venue.code())
        #expect(shown == ["attendeeName": "John Okello", "ticketType": "Regular", "serial": it.venue.tickets[0]["serial"] ?? .null,
                          "attention": .null])
        #expect(throws: (any Error).self) { try open(own["box"], with: it.venue.code(1)) }
        let text = String(decoding: try JSON.encode(claims), as: UTF8.self)
        for secret in ["Okello", it.venue.tickets[0]["serial"]?.string ?? "?", it.venue.id().rawValue, it.venue.code()] {
            #expect(!text.contains(secret))
        }
    }

    @Test("A snapshot is not accepted as a ticket code, and only staff get one")
    func kinds() throws {
        let it = try OfflineScene()
        let jws = try #require(it.snapshot["jws"]?.string)
        #expect(it.venue.reason(try it.venue.scan(String(jws))) == "invalid")
        func status(_ event: JSONValue, tag: JSONValue = .null, as user: Principal) throws -> Int {
            try it.shard.ask(CheckInSnapshot.self, ["eventId": event, "offset": 0, "length": 1000, "tag": tag], as: user).status
        }
        #expect(try status("event-1", as: TicketShop.bob) == 200)
        #expect(try status("event-1", as: TicketShop.jane) == 403)
        #expect(try status("event-x", as: TicketShop.bob) == 404)
        #expect(try status("event-1", tag: "unknown", as: TicketShop.bob) == 503)
    }

    @Test("Replaced codes are revoked without a box; blocked, used and refunded tickets say so; it is there after the event, too")
    func states() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        let newest = try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)?.json["qr"]?["payload"]?.string ?? ""
        _ = try venue.scan(venue.code(1))
        func take() throws -> (JSONValue, JSONValue) {
            let snapshot = try OfflineScene.takeSnapshot(shard)
            return (snapshot, try it.claims(snapshot))
        }
        var (snapshot, claims) = try take()
        #expect(snapshot["ticketCount"] == 2 && claims["tickets"]?.array?.count == 3)
        #expect(line(venue.code(), in: claims)?["st"] == "revoked" && line(venue.code(), in: claims)?["box"] == .null)
        #expect(line(newest, in: claims)?["st"] == "valid")
        #expect(line(venue.code(1), in: claims)?["st"] == "used" && line(venue.code(1), in: claims)?["inside"] == true)
        try shard.send(BlockTicket(ticketId: venue.id(), reason: "Reported stolen"), as: TicketShop.bob)
        (snapshot, claims) = try take()
        #expect(line(newest, in: claims)?["st"] == "blocked" && snapshot["ticketCount"] == 2)
        let order = OrderID(venue.tickets[0]["orderId"]?.string ?? "")
        try shard.send(RequestRefund(orderId: order, ticketIds: [venue.id()], reason: "Out of kindness"), as: TicketShop.bob)
        shard.now = venue.shop.opening + .days(30)
        (snapshot, claims) = try take()
        #expect(line(newest, in: claims)?["st"] == "cancelled" && snapshot["ticketCount"] == 1)
    }

    @Test("Tickets that were sold before their changes were numbered have numbers, and what changes next comes after them")
    func soldBefore() throws {
        let it = try OfflineScene()
        let folder = NSTemporaryDirectory() + "souk-sold-before-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/p0.sqlite"
        try it.shard.file.pool.vacuum(into: path)
        // As it was before that migration.
        let old = try DatabaseQueue(path: path)
        try old.write { db in
            let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'ticket_change_%'"
            for name in try String.fetchAll(db, sql: triggers) { try db.execute(sql: "DROP TRIGGER \(name)") }
            try db.execute(sql: """
                DROP TRIGGER attendee_counted_issued;
                DROP INDEX ticket_by_change;
                ALTER TABLE ticket DROP COLUMN change_number;
                DELETE FROM grdb_migrations WHERE identifier IN ('0023_NumberTicketChanges', '0030_WriteTicketsOnce');
                """)
        }
        try old.close()
        let file = try ShardFile(path: path, migrations: Orders.contents.migrations)
        defer { file.close() }
        func numbers() throws -> [String: Int64] {
            try file.pool.read { db in
                try Dictionary(uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT id, change_number FROM ticket").map { ($0[0], $0[1]) })
            }
        }
        let sold = try numbers(), first = it.venue.id().rawValue
        #expect(sold.count == 2 && Set(sold.values).count == 2 && sold.values.allSatisfy { $0 > 0 })
        try file.pool.write { try $0.execute(sql: "UPDATE ticket SET attendee_name = 'Mary Akello' WHERE id = ?", arguments: [first]) }
        #expect(try numbers()[first] ?? 0 > sold.values.max() ?? .max)
    }

    /// Whether a snapshot whose tickets are all known refuses to be made among the quick questions.
    private func isMadeApart(_ shard: ShardHarness<Orders>) throws -> Bool {
        let memory = QueryMemory(), table = Orders.handlerTable()
        let reader = try #require(table.readers[CheckInSnapshot.type])
        let question = Envelope(
            id: "q", type: CheckInSnapshot.type, source: "/gateway", time: shard.now, tenant: shard.tenant, correlationID: "test",
            principal: TicketShop.bob, replyTo: ReplyAddress(partition: 0, sealingKey: nil),
            value: try JSON.encode(["eventId": "event-1", "offset": 0, "length": 1000] as JSONValue))
        return try shard.file.pool.read { db in
            func ask(mayWait: Bool) throws -> Int {
                try reader(QueryContext(
                    database: db, envelope: question, now: shard.now, definition: TicketShop.definition,
                    secret: ServiceSecret(Array(repeating: 7, count: 32)), extensions: table.extensions, memory: memory,
                    mayWait: mayWait)).status
            }
            while try ask(mayWait: true) == FileSlice.unfinishedStatus {}
            do { return try ask(mayWait: false) != 200 } catch is QueryMemory.Busy { return true }
        }
    }

    @Test("A small snapshot is made among the quick questions")
    func small() throws { #expect(try !isMadeApart(OfflineScene().shard)) }

    @Test("A snapshot that one query cannot sign and one message cannot carry is whole, signed, and follows each change of a ticket")
    func large() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        let more = 6_500
        try shard.file.pool.write { db in
            try db.execute(sql: """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(more))
                INSERT INTO ticket (tenant, id, order_id, event_id, position, ticket_type_id, ticket_type_name, price, currency, holder_id,
                    serial, version, status, purchased_at)
                SELECT tenant, 'more-' || i, order_id, event_id, 10 + i, ticket_type_id, ticket_type_name, price, currency, holder_id,
                    'EP-' || i, 1, 'valid', purchased_at FROM ticket JOIN n WHERE position = 0
                """)
        }
        shard.hasRowsPastTheLog = true
        let snapshot = try OfflineScene.takeSnapshot(shard)
        #expect((snapshot["jws"]?.string?.utf8.count ?? 0) > 2_000_000)
        let claims = try it.claims(snapshot)
        #expect(snapshot["ticketCount"] == .int(more + 2) && claims["tickets"]?.array?.count == more + 2)
        let ids = claims["tickets"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(try isMadeApart(shard))
        #expect(Set(ids).count == more + 2 && ids == ids.sorted())
        #expect(try open(line(venue.code(), in: claims)?["box"], with: venue.code())["attendeeName"] == "John Okello")

        // What the memory knows of codes must not outlive a change: a name, an entry, a code in another's place.
        try shard.receive(UserUpdated(userId: "john", name: "John Opio", email: "john@example.com", roles: ["attendee"]))
        _ = try venue.scan(venue.code(1))
        let newest = try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)?.json["qr"]?["payload"]?.string ?? ""
        let later = try it.claims(try OfflineScene.takeSnapshot(shard))
        #expect(later["tickets"]?.array?.count == more + 3)
        #expect(line(venue.code(), in: later)?["st"] == "revoked" && line(venue.code(), in: later)?["box"] == .null)
        #expect(line(venue.code(1), in: later)?["st"] == "used" && line(venue.code(1), in: later)?["inside"] == true)
        #expect(try open(line(newest, in: later)?["box"], with: newest)["attendeeName"] == "John Opio")
    }
}
