import Contracts
import GRDB
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

@Suite("What notifications of food orders say about people")
struct FoodMessageTests {
    @Test("Other parties read the first 80 characters of every message, in one line")
    func excerpt() throws {
        let scene = try FoodScene()
        let long = String(repeating: "أ", count: 200)
        try scene.post(long, from: "customer", "noura", to: ["salman"], id: "m-1")
        try scene.shard.advance(by: .seconds(1))
        try scene.post("سطر\nثانٍ\u{202E}\u{200B}<b>", from: "customer", "noura", to: ["salman"], id: "m-2")
        let bodies = try scene.feed(FoodScene.owner, type: "message").compactMap { $0["body"]?.string }
        #expect(bodies.last == "نورة: " + String(repeating: "أ", count: 80))
        // Mixed directions stay among themselves.
        #expect(bodies.first == "نورة: \u{2068}سطر ثانٍ<b>\u{2069}")
    }

    @Test("A message is told to each reader once, and not to who wrote it")
    func readers() throws {
        let scene = try FoodScene()
        for _ in 0..<2 { try scene.post("هلا", from: "courier", "yasser", to: ["noura", "salman", "yasser"]) }
        #expect(try scene.texts(FoodScene.customer) == ["message: رسالة جديدة — ياسر: هلا"])
        #expect(try scene.feed(FoodScene.owner).count == 1 && scene.feed(FoodScene.courier).isEmpty)
    }

    @Test("Values run as the text does, or are isolated where they would turn it", arguments: [
        ("سفرة ٢٤", "سفرة ٢٤"), ("Sofra 24", "Sofra 24"), ("24 Burger", "\u{2068}24 Burger\u{2069}"),
        ("Pizza!", "\u{2068}Pizza!\u{2069}"), ("مطعم (Grill)", "\u{2068}مطعم (Grill)\u{2069}"), ("يا هلا!", "يا هلا!"),
        ("<b>مطعم</b>\u{200F}", "\u{2068}<b>مطعم</b>\u{2069}"), ("{number}", "\u{2068}{number}\u{2069}"),
    ])
    func names(name: String, expected: String) throws {
        let scene = try FoodScene()
        try scene.shard.receive(OrderLate(order: scene.head("accepted", names: ["ar": name]), estimatedReadyAt: scene.shard.now))
        try scene.shard.receive(OrderPreparing(order: scene.head("preparing", names: ["ar": name]), estimatedReadyAt: scene.shard.now))
        #expect(try scene.feed(FoodScene.customer).first?["body"]?.string == "SF-100042 من \(expected)")
    }

    @Test("With a person goes what others were told of them, and what notifications knew")
    func erased() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.accept()
        try scene.assign()
        try scene.offer()
        try scene.pickUp()
        try scene.post("عند الباب", from: "courier", "yasser", to: ["noura"])
        try scene.post("شكرًا", from: "customer", "noura", to: ["salman", "yasser"], id: "m-2")
        let types = try scene.feed(FoodScene.customer).compactMap { $0["type"]?.string }
        #expect(types.sorted() == ["message", "order-accepted", "order-picked-up"])
        try scene.shard.receive(UserErased(userId: "yasser"))
        try scene.moment()
        #expect(try scene.feed(FoodScene.customer).map { $0["type"] } == ["order-accepted"])
        #expect(try scene.feed(FoodScene.owner).map { $0["type"] } == ["message"])
        let rows = try scene.shard.file.pool.read { db in
            try Int.fetchOne(db, sql: """
                SELECT (SELECT count(*) FROM delivery_offer) + (SELECT count(*) FROM food_order WHERE courier_id IS NOT NULL)
                """)
        }
        #expect(rows == 0)
        try scene.shard.receive(UserErased(userId: "noura"))
        try scene.moment()
        #expect(try scene.feed(FoodScene.owner).isEmpty)
        // The order goes on without anybody to tell.
        try scene.deliver()
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("Rows of orders that ended a month ago go when a new order comes")
    func pruned() throws {
        let scene = try FoodScene()
        func ended() throws -> Int {
            try scene.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM food_order WHERE ended_at IS NOT NULL") ?? 0 }
        }
        try scene.place()
        try scene.deliver()
        try scene.shard.advance(by: .days(31))
        try scene.place()
        #expect(try ended() == 1)
        try scene.shard.advance(by: .seconds(1))
        try scene.place()
        #expect(try ended() == 0)
    }
}
