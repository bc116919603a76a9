import Contracts
import GRDB
import Kernel
import OrdersService
import SoukPlatform

/// Orders in blocks of a thousand: an event with its organizer, whose tickets fifty people bought. The first block comes by messages;
/// the others are its rows under other names, so that a file with a thousand blocks has as many rows for each question as one with one.
struct OrderBlocks {
    static let orders = 1000, buyers = 50
    /// What names of the first block begin with.
    private static let first = "000000-"
    private static func prefix(_ block: Int) -> String { String(repeating: "0", count: max(0, 6 - String(block).count)) + "\(block)-" }

    static func organizer(_ block: Int) -> User.ID { User.ID(prefix(block) + "organizer") }
    static func event(_ block: Int) -> EventID { EventID(prefix(block) + "event") }
    static func buyer(_ block: Int, _ number: Int) -> User.ID { User.ID("\(prefix(block))buyer-\(number)") }
    static func order(_ block: Int, _ number: Int) -> OrderID { OrderID("\(prefix(block))order-\(number)") }
    /// Each order has a ticket that is valid; every second one another.
    static func ticket(_ block: Int, _ number: Int) -> TicketID { TicketID("\(prefix(block))ticket-\(number)") }
    static func buyer(of order: Int) -> Int { order % buyers }
    static let free: TicketTypeID = "type-free", regular: TicketTypeID = "type-regular"

    let currency: Currency
    let now: Timestamp

    func event(_ block: Int) -> TicketEvent {
        TicketEvent(eventId: Self.event(block), organizerId: Self.organizer(block), organizerName: "Bob Events",
                    title: "Kampala Tech Summit", category: "technology", status: "published", startDate: now + .days(5),
                    endDate: now + .days(5) + .hours(8),
                    venue: Venue(name: "Hall", address: nil, city: "Kampala", latitude: 0.3, longitude: 32.6), posterUrl: nil,
                    ageRestriction: nil,
                    ticketTypes: [.init(id: Self.regular, name: "Regular", price: Money(50_000, currency), quantity: 100_000),
                                  .init(id: Self.free, name: "Free", price: .zero(currency), quantity: 100_000)],
                    refundPolicy: .init(type: "until", hoursBefore: 24), transferable: true, reEntry: false, doorsOpenMinutes: 180,
                    version: 1)
    }

    func fill(_ shard: MeasuredShard<Orders>, blocks: Int) throws {
        let people = (0..<Self.buyers).map { (Self.buyer(0, $0), "Buyer \($0)", ["attendee"]) }
            + [(Self.organizer(0), "Bob Events", ["attendee", "organizer"])]
        try shard.apply(people.map { UserRegistered(userId: $0.0, name: $0.1, email: "\($0.0)@example.com", roles: $0.2) }, at: now)
        try shard.apply([EventPublished(eventId: Self.event(0), event: event(0))], at: now)
        try shard.apply((0..<Self.orders).map(imported), at: now)
        try copy(in: shard, blocks)
    }

    private func imported(_ number: Int) -> ImportOrder {
        func ticket(_ id: TicketID, usedAt: Timestamp? = nil) -> ImportOrder.ImportedTicket {
            ImportOrder.ImportedTicket(ticketId: id, ticketTypeId: Self.regular, ticketTypeName: "Regular", price: Money(50_000, currency),
                                       usedAt: usedAt)
        }
        var tickets = [ticket(Self.ticket(0, number))]
        if number % 2 == 0 {
            tickets.append(ticket(TicketID("\(Self.ticket(0, number))-b"), usedAt: number % 10 == 0 ? now - .hours(1) : nil))
        }
        return ImportOrder(orderId: Self.order(0, number), userId: Self.buyer(0, Self.buyer(of: number)), event: event(0), tickets: tickets,
                           paymentId: PaymentID("\(Self.order(0, number))-payment"),
                           // As in life: an order that comes later is placed later.
                           placedAt: now - .minutes((Self.orders - number) * 37))
    }

    /// Triggers add up the business of every block.
    private func copy(in shard: MeasuredShard<Orders>, _ blocks: Int) throws {
        let bar = ProgressBar("orders", total: blocks * Self.orders)
        defer { bar.finish() }
        bar.advance(by: Self.orders)
        guard blocks > 1 else { return }
        let tables = ["event", "person", "orders", "ticket"]
        let columns = try shard.file.pool.writeWithoutTransaction { db in
            try tables.map { table in
                try db.execute(sql: "CREATE TEMP TABLE first_\(table) AS SELECT * FROM \(table)")
                return try db.columns(in: table).map { (name: $0.name, isText: $0.type == "TEXT") }
            }
        }
        for block in 1..<blocks {
            try shard.file.pool.write { db in
                for (table, columns) in zip(tables, columns) {
                    let values = columns.map { column in
                        switch column.name {
                        case "number", "serial": "\(column.name) || '-' || :block"
                        default: column.isText ? "replace(\(column.name), '\(Self.first)', :prefix)" : column.name
                        }
                    }
                    let hasNumber = columns.contains { $0.name == "number" || $0.name == "serial" }
                    try db.cachedStatement(sql: """
                        INSERT INTO main.\(table) (\(columns.map(\.name).joined(separator: ", ")))
                        SELECT \(values.joined(separator: ", ")) FROM temp.first_\(table)
                        """).execute(arguments: StatementArguments(hasNumber ? ["prefix": Self.prefix(block), "block": block]
                                                                       : ["prefix": Self.prefix(block)]))
                }
            }
            bar.advance(by: Self.orders)
        }
        try shard.file.pool.writeWithoutTransaction { db in for table in tables { try db.execute(sql: "DROP TABLE temp.first_\(table)") } }
    }
}
