import Contracts
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

/// The list is read from an index that triggers keep; here it is compared with what tickets, orders and accounts say themselves.
@Suite("The list of attendees")
struct AttendeeListTests {
    private struct Question {
        var search: String?
        var status: String?
        var type: TicketTypeID?
        var parameters: [String: JSONValue] {
            ["search": search.map { .string($0) }, "status": status.map { .string($0) }, "ticketTypeId": type.map { .string($0.rawValue) }]
                .compactMapValues { $0 }
        }
    }

    /// The lines of the list by a join of the tables.
    private func joined(_ question: Question, _ shard: ShardHarness<Orders>) throws -> [[JSONValue]] {
        let isOver = try shard.now.millisecondsSinceEpoch >= shard.file.pool.read {
            try Int64.fetchOne($0, sql: "SELECT end_at FROM event WHERE id = 'event-1'") ?? .max
        }
        let shown = "iif(t.status = 'valid' AND \(isOver), 'expired', t.status)", name = "coalesce(t.attendee_name, p.name, '')"
        let rows = try shard.file.pool.read { db in
            try Row.fetchAll(db, sql: """
                SELECT t.id, t.serial, \(name), t.ticket_type_name, \(shown), o.number, t.purchased_at,
                    iif(t.status IN ('used', 'cancelled'), t.first_entry_at, NULL)
                FROM ticket t JOIN orders o ON o.tenant = t.tenant AND o.id = t.order_id
                    LEFT JOIN person p ON p.tenant = t.tenant AND p.id = t.holder_id
                WHERE t.tenant = 'eventpass' AND t.event_id = 'event-1' AND \(shown) = coalesce(:status, \(shown))
                    AND t.ticket_type_id = coalesce(:type, t.ticket_type_id) AND (:search IS NULL OR instr(lower(\(name)), :search) > 0
                    OR instr(lower(t.serial), :search) > 0 OR instr(lower(o.number), :search) > 0)
                ORDER BY t.purchased_at DESC, t.order_id, t.position
                """, arguments: ["search": question.search?.lowercased(), "status": question.status, "type": question.type?.rawValue])
        }
        return rows.map { row in
            func time(_ column: Int) -> JSONValue {
                (row[column] as Int64?).map { .string(Timestamp(millisecondsSinceEpoch: $0).wholeSeconds.description) } ?? .null
            }
            return (0..<6).map { JSONValue.string(row[$0]) } + [time(6), time(7)]
        }
    }

    private func listed(_ question: Question, page: Int, _ shard: ShardHarness<Orders>) throws -> (lines: [[JSONValue]],
                                                                                                    total: JSONValue?) {
        let keys = ["ticketId", "serial", "attendeeName", "ticketType", "status", "orderNumber", "purchasedAt", "checkedInAt"]
        let parameters = question.parameters.merging(["eventId": "event-1", "page": .int(page), "perPage": 2]) { own, _ in own }
        let body = try shard.ask(EventAttendees.self, .object(parameters), as: TicketShop.bob).json
        return (body["data"]?.array?.map { line in keys.map { line[$0] ?? .null } } ?? [], body["meta"]?["total"])
    }

    /// Every page of every list is what the tables say, one after the last page included.
    private func expectTrue(_ shard: ShardHarness<Orders>, _ place: SourceLocation = #_sourceLocation) throws {
        let all = try joined(Question(), shard)
        let searches = ["okello", "AKELLO", "nobody", "a", all.first?[1].string, all.last?[5].string]
        var questions = [Question()] + searches.map { Question(search: $0) }
        for status in TicketStatus.Name.allCases.map(\.rawValue) + [Ticket.expired] {
            questions += [Question(status: status), Question(search: "o", status: status),
                          Question(status: status, type: TicketShop.free)]
        }
        questions += [Question(type: TicketShop.regular), Question(search: "e", type: TicketShop.free)]
        for question in questions {
            let expected = try joined(question, shard)
            for page in 1...(expected.count / 2 + 2) {
                let (lines, total) = try listed(question, page: page, shard)
                #expect(lines == Array(expected.dropFirst(2 * (page - 1)).prefix(2)), "\(question), page \(page)", sourceLocation: place)
                #expect(total == .int(expected.count), "\(question), page \(page)", sourceLocation: place)
            }
        }
        try expectCounted(shard.file, place)
    }
    private func expectCounted(_ file: ShardFile, _ place: SourceLocation = #_sourceLocation) throws {
        let columns = "event_id, ticket_type_id, status"
        let (kept, counted) = try file.pool.read { db in
            (try Row.fetchAll(db, sql: "SELECT \(columns), tickets FROM ticket_count WHERE tickets > 0 ORDER BY \(columns)"),
             try Row.fetchAll(db, sql: "SELECT \(columns), count(*) AS tickets FROM ticket GROUP BY \(columns) ORDER BY \(columns)"))
        }
        #expect(kept == counted && !kept.isEmpty, sourceLocation: place)
    }

    /// Tickets of both types by four people: one whose account is not known, one who names other people.
    private func sold() throws -> TransferScene {
        let scene = try TransferScene(3)
        try scene.shard.advance(by: .minutes(1))
        _ = try scene.shop.buy(2, as: .user("mary", roles: ["attendee"]))
        let free = try scene.shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 3)],
                                        attendees: ["Grace Akello", "Opio \"Ò\" O'Kello", "Uma Kato"], as: TransferScene.kato)
        try scene.shard.receive(scene.shop.claimed(free, buyer: "kato"))
        try scene.shop.confirm(free)
        return scene
    }

    @Test("Through sales, transfers, refunds, scans, new names and erased accounts it says what tickets, orders and accounts say")
    func life() throws {
        let scene = try sold(), shard = scene.shard
        try expectTrue(shard)
        // A name that comes after the tickets, and another one.
        try shard.receive(UserRegistered(userId: "mary", name: "Mary Akello", email: "mary@example.com", roles: ["attendee"]))
        try expectTrue(shard)
        try shard.receive(UserUpdated(userId: "john", name: "John Opio", email: "john@example.com", roles: ["attendee"]))
        try expectTrue(shard)
        let received = try scene.received(scene.offered())
        try expectTrue(shard)
        try shard.send(RequestRefund(orderId: scene.order.id, ticketIds: [scene.tickets[1]], reason: "Cannot come"), as: TicketShop.john)
        try expectTrue(shard)
        try shard.send(ReissueTicket(ticketId: received), as: TicketShop.jane)
        try shard.send(BlockTicket(ticketId: scene.tickets[2], reason: "Reported stolen"), as: TicketShop.bob)
        try expectTrue(shard)
        shard.now = scene.shop.event().startDate
        _ = try scene.scan(scene.code(received, as: TicketShop.jane))
        try expectTrue(shard)
        for person in ["kato", "jane", "mary", "john"] as [User.ID] {
            try scene.erase(person)
            try expectTrue(shard)
        }
        #expect(try listed(Question(search: "kello"), page: 1, shard).total == 0)
        shard.now = scene.shop.event().endDate
        try expectTrue(shard)
    }

    @Test("A name is found by its accented letters as they are written, small and large", arguments: [
        ("Élodie", 1), ("élodie", 1), ("ÉLODIE", 1), ("lodie", 1), ("zoé", 1), ("ZOÉ", 1), ("Zoè", 0), ("élodie béa", 1),
        ("Élodie Béa", 1), ("ÉLODIE BÉA", 1), ("élodie *", 0), ("é?", 0), ("[é]", 0), ("É[X]", 1),
        ("E\u{301}va", 1),
    ])
    func accents(_ search: String, _ found: Int) throws {
        let scene = try TransferScene(1)
        let free = try scene.shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 3)],
                                        attendees: ["Élodie Béa", "Zoé[X] Opio", "E\u{301}va"], as: TransferScene.kato)
        try scene.shard.receive(scene.shop.claimed(free, buyer: "kato"))
        try scene.shop.confirm(free)
        let list = try listed(Question(search: search), page: 1, scene.shard)
        #expect(list.lines.count == found && list.total == .int(found))
    }

    @Test("Imported tickets and a cancelled event are in it, too")
    func imported() throws {
        let scene = try sold(), shard = scene.shard
        let imported = ImportOrder(
            orderId: "order-7", userId: "jane", event: scene.shop.event(),
            tickets: [.init(ticketId: "t-1", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx),
                            usedAt: scene.shop.opening),
                      .init(ticketId: "t-2", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx),
                            refunded: true)],
            paymentId: "payment-7", placedAt: scene.shop.opening - .days(3))
        try shard.receive(imported)
        try expectTrue(shard)
        try shard.receive(EventCancelled(eventId: TicketShop.eventID, event: scene.shop.event(version: 4), reason: "Storm", deleted: false,
                                         attendeeCount: 4))
        for slice in try shard.published(CancelEventOrders.self) { try shard.receive(slice) }
        try expectTrue(shard)
        // The door agrees: who came in with an imported ticket, whose scan nobody has, was admitted.
        #expect(try shard.ask(CheckInStats.self, ["eventId": "event-1"], as: TicketShop.bob).json["admitted"] == 1)
    }

    @Test("Tickets that were sold before it was kept are in it")
    func soldBefore() throws {
        let scene = try sold()
        _ = try scene.received(scene.offered())
        let folder = NSTemporaryDirectory() + "souk-attendees-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/p0.sqlite"
        try scene.shard.file.pool.vacuum(into: path)
        // As it was before that migration.
        let old = try DatabaseQueue(path: path)
        try old.write { db in
            let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'attendee_%'"
            for name in try String.fetchAll(db, sql: triggers) { try db.execute(sql: "DROP TRIGGER \(name)") }
            try db.execute(sql: """
                DROP TABLE ticket_count;
                DROP INDEX ticket_by_purchase;
                ALTER TABLE ticket DROP COLUMN shown_name;
                ALTER TABLE ticket DROP COLUMN order_number;
                CREATE INDEX ticket_by_purchase ON ticket (tenant, event_id, purchased_at DESC, order_id, position);
                DELETE FROM grdb_migrations WHERE identifier IN ('0027_ListAttendees', '0030_WriteTicketsOnce');
                """)
        }
        try old.close()
        let file = try ShardFile(path: path, migrations: Orders.contents.migrations)
        defer { file.close() }
        try expectCounted(file)
        let tickets = "SELECT id, order_number, shown_name FROM ticket ORDER BY id"
        let live = try scene.shard.file.pool.read { try Row.fetchAll($0, sql: tickets) }
        #expect(try file.pool.read { try Row.fetchAll($0, sql: tickets) } == live && live.count == 9)
        // A ticket that comes without what lists show.
        try file.pool.write { db in
            try db.execute(sql: """
                INSERT INTO ticket (tenant, id, order_id, event_id, position, ticket_type_id, ticket_type_name, price, currency, holder_id,
                    serial, version, status, purchased_at)
                SELECT tenant, 'one-more', order_id, event_id, 99, ticket_type_id, ticket_type_name, price, currency, holder_id,
                    'EP-ONE-MORE', 1, 'valid', purchased_at FROM ticket ORDER BY id LIMIT 1
                """)
            let shown = "SELECT count(*) FROM ticket WHERE id = 'one-more' AND order_number <> '' AND change_number > 0"
            #expect(try Int.fetchOne(db, sql: shown) == 1)
        }
        try expectCounted(file)
    }

    @Test("Pages, searches and totals read nothing but indexes of the event")
    func plans() throws {
        let shop = try TicketShop()
        let plans = try shop.shard.file.pool.read { try AttendeeStore.plans($0) }
        let index = "SEARCH ticket USING COVERING INDEX ticket_by_purchase (tenant=? AND event_id=?)"
        #expect(plans == [index, index, "SEARCH ticket_count USING PRIMARY KEY (tenant=? AND event_id=?)"])
    }
}
