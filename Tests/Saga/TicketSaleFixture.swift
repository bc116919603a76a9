import CatalogService
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import OrdersService
import OrdersTicketSales
import PaymentsIntents
import PaymentsService
import ServiceKit
import TestKit

/// The three services of a purchase, each with its shard, joined by queues. Which queue moves next is drawn from a
/// seed, so a story can be told again; within a queue (one sender, one topic, one receiver) order holds, as in Kafka.
/// Each shard gets every message twice.
final class TicketSaleFixture {
    static let event: EventID = "summit"
    static let regular = (id: TicketTypeID("regular"), price: 50_000, capacity: 7)
    static let free = (id: TicketTypeID("free"), price: 0, capacity: 4)
    static let buyers = ["john", "jane", "alice"].map { Principal.user($0, roles: ["attendee"]) }
    static let definition = TenantDefinition(
        tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", phonePrefix: "+256", sandbox: true,
        roles: ["attendee": [], "organizer": [], "moderator": ["payments:refund"]],
        plugins: ["catalog": ["event"], "orders": ["ticket-sale"], "payments-stub": ["card", "mtn_momo"]],
        settings: [
            "catalog": ["categories": [["slug": "technology", "name": "Technology", "colorHex": "#007AFF", "icon": "desktopcomputer"]]],
            "orders": ["numberPrefix": "EP"], "payments-stub": ["lateMinutes": 22, "platformFeePercent": 5]])

    let catalog: ShardHarness<Catalog>
    let orders: ShardHarness<Orders>
    let payments: ShardHarness<Payments>
    var draw: Draw
    private let nodes: [Node]
    private var links: [Link]

    init(seed: UInt64) throws {
        catalog = try ShardHarness(Catalog.self, definition: Self.definition)
        orders = try ShardHarness(Orders.self, definition: Self.definition)
        payments = try ShardHarness(Payments.self, definition: Self.definition)
        draw = Draw(state: seed)
        nodes = [Node(catalog), Node(orders), Node(payments)]
        links = []
        for from in nodes {
            for to in nodes {
                links.append(Link(from: from, to: to, topic: Topics.commands(to.name)))
                if from !== to { links.append(Link(from: from, to: to, topic: Topics.events(from.name))) }
            }
        }
        let start = orders.now + .days(5)
        var event = ImportEvent(
            eventId: Self.event, organizerId: "bob", title: "Kampala Tech Summit", category: "technology", status: "published",
            startDate: start,
                endDate: start + .hours(8),
            venue: Venue(name: "Serena", address: nil, city: "Kampala", latitude: 0.319, longitude: 32.5863),
            ticketTypes: [Self.regular, Self.free].map {
            .init(id: $0.id, name: $0.id.rawValue, price: $0.price, quantity: $0.capacity, maxPerOrder: 4)
        },
            createdAt: orders.now - .days(9), publishedAt: orders.now - .days(8))
        event.description = "Two days of talks about software, with workshops and lunch."
        try catalog.receive(event)
        try settle()
    }

    // MARK: - Messages on their way

    /// Moves some messages, not all.
    func letSomeTravel() throws {
        for _ in 0..<Int(draw.next() % 12) where try !moveOne() { return }
    }
    /// Moves messages until none is on its way.
    func settle() throws {
        while try moveOne() {}
    }
    private func moveOne() throws -> Bool {
        for link in links { try link.collect() }
        let waiting = links.filter { !$0.queue.isEmpty }
        guard !waiting.isEmpty else { return false }
        let link = waiting[Int(draw.next() % UInt64(waiting.count))]
        try link.to.deliver(link.queue.removeFirst())
        return true
    }
    /// Moves the time of one service after the other; messages travel meanwhile.
    func advance(_ duration: Duration) throws {
        var order = nodes
        while !order.isEmpty {
            try order.remove(at: Int(draw.next() % UInt64(order.count))).advance(duration)
            try letSomeTravel()
        }
    }

    // MARK: - People

    func place(_ lines: [TicketLine], as buyer: Principal, sandbox: String?) throws {
        let command = PlaceTicketOrder(eventId: Self.event, items: lines)
        try orders.send(command, as: buyer, attributes: sandbox.map { ["x-sandbox-payment": $0] } ?? [:])
    }
    func pay(_ payment: String, phoneEnding: String, as buyer: Principal) throws {
        let method: JSONValue = ["type": "mtn_momo", "phone": .string("+2567720000" + phoneEnding)]
        let sealed = try payments.sealed(String(decoding: try JSON.encode(method), as: UTF8.self))
        try payments.sendThroughPreprocessor(PrepareConfirm<Payments>.self, ["paymentId": .string(payment), "method": sealed], as: buyer)
    }

    struct PlacedOrder {
        let id: OrderID
        let buyer: Principal
        let status: String
        let payment: String?
    }
    func knownOrders() throws -> [PlacedOrder] {
        try orders.file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, buyer_id, status, payment_id FROM orders ORDER BY placed_at, id")
        }.map { PlacedOrder(id: OrderID($0[0]), buyer: .user($0[1], roles: ["attendee"]), status: $0[2], payment: $0[3]) }
    }
}

/// A shard without its service's type.
final class Node {
    let name: ServiceName
    let deliver: (Envelope) throws -> Void
    let advance: (Duration) throws -> Void
    /// Outbox rows after a position: position and message, for a topic.
    let outbox: (String, Int64) throws -> [(Int64, Envelope)]
    let takes: Set<MessageType>

    init<Service: PlatformService>(_ shard: ShardHarness<Service>) {
        name = Service.name
        takes = Set(Service.handlerTable().handlers.keys)
        deliver = { _ = try shard.deliver($0) }
        advance = { try shard.advance(by: $0) }
        outbox = { topic, position in
            try shard.file.pool.read { db in
                try Row.fetchAll(db, sql: """
                    SELECT position, id, type, subject, time, correlation_id, causation_id, value FROM souk_outbox
                    WHERE topic = ? AND position > ?
                        ORDER BY position
                    """,
                                 arguments: [topic, position])
            }.map { row in
                (row[0], Envelope(id: row[1], type: MessageType(row[2] as String), source: "/\(Service.name)",
                    time: Timestamp(millisecondsSinceEpoch: row[4]), subject: row[3],
                                  tenant: shard.tenant, correlationID: row[5], causationID: row[6], value: [UInt8](row[7] as Data)))
            }
        }
    }
}

/// One sender's messages for one receiver.
final class Link {
    let from: Node
    let to: Node
    let topic: String
    var queue: [Envelope] = []
    private var position: Int64 = 0
    init(from: Node, to: Node, topic: String) { (self.from, self.to, self.topic) = (from, to, topic) }

    func collect() throws {
        for (position, message) in try from.outbox(topic, position) {
            self.position = position
            // A forwarder takes only what its service reacts to.
            if to.takes.contains(message.type) { queue.append(message) }
        }
    }
}

/// Steele, Lea, Flood: SplitMix64.
struct Draw {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }
}
