import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import Storage
import TestKit
import Testing

@Suite("What leaves a shard, and when")
struct RelayTests {
    @Test("A marker that did not arrive goes out again, before the rows behind it")
    func markerAgain() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 0, marker: "m")])
        try scene.pump()
        let marker = try #require(scene.producer.taken.first)
        try scene.relay.send([scene.row(1)])
        scene.producer.settle(marker, .failure(LogError(kind: .timedOut, isRetriable: true, description: "lost")))
        try until("everything goes out again") {
            try scene.pump()
            return scene.producer.taken.count == 6
        }
        let once = [marker, "bank.events 1", "orders.commands 1"]
        #expect(scene.producer.taken == once + once)
    }

    @Test("A row counts as sent when its topic and every subscriber have it")
    func directWatermark() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 0, marker: "m")])
        try scene.pump()
        try scene.relay.send([scene.row(1), scene.row(2)])
        for name in scene.producer.held where name.hasPrefix("bank.events") { scene.producer.settle(name, HeldProducer.sent) }
        #expect(scene.relay.watermark == 0)
        scene.producer.settle("orders.commands 1", HeldProducer.sent)
        #expect(scene.relay.watermark == 1)
        scene.producer.settle(nil, HeldProducer.sent)
        #expect(scene.relay.watermark == 2)
    }

    @Test("After a failed delivery everything behind it goes out again in its order, what lingered included")
    func failed() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1, awaitedBy: .nobody)])
        try scene.relay.send([scene.row(2, awaitedBy: .nobody), scene.row(3, "orders.commands")])
        scene.producer.settle("orders.commands 3", HeldProducer.sent)
        scene.producer.settle("bank.events 1", .failure(LogError(kind: .timedOut, isRetriable: true, description: "lost")))
        try until("they go out again") {
            try scene.pump()
            return scene.producer.taken.count == 5
        }
        #expect(scene.producer.taken == ["bank.events 1", "orders.commands 3", "bank.events 1", "bank.events 2", "orders.commands 3"])
        #expect(scene.relay.watermark == 0)
    }

    @Test("What was on its way behind a delivery that failed is given up before anything goes out again (12.B6, E8)")
    func torn() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1), scene.row(2), scene.row(3)])
        scene.producer.settle("bank.events 1", .failure(LogError(kind: .timedOut, isRetriable: true, description: "lost")))
        try until("they go out again") {
            try scene.pump()
            return scene.producer.taken.count == 6
        }
        #expect(scene.producer.dropped.withLock { $0 } == ["bank.events 2", "bank.events 3"])
        #expect(scene.producer.taken.suffix(3) == ["bank.events 1", "bank.events 2", "bank.events 3"])
        scene.producer.settle(nil, HeldProducer.sent)
        #expect(scene.relay.watermark == 3)
    }

    @Test("A relay whose rows were given up with a neighbour's does not make its neighbour start anew in turn (12.B6)")
    func abandoned() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1), scene.row(2)])
        scene.producer.settle("bank.events 1", HeldProducer.abandoned)
        try until("they go out again") {
            try scene.pump()
            return scene.producer.taken.count == 4
        }
        #expect(scene.producer.dropped.withLock { $0 }.isEmpty)
    }

    @Test("Rows never overtake those that a client before still holds: the next client gets all of them, in order (12.A4)")
    func takenOver() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1), scene.row(2)])
        scene.producer.takeOver()
        #expect(try scene.relay.send([scene.row(3)]) == 0)
        #expect(scene.producer.taken.count == 2)
        scene.producer.settle(nil, HeldProducer.abandoned)
        try until("they go out again") {
            try scene.pump()
            return scene.producer.taken.count == 5
        }
        #expect(scene.producer.taken.suffix(3) == ["bank.events 1", "bank.events 2", "bank.events 3"])
        scene.producer.settle(nil, HeldProducer.sent)
        #expect(scene.relay.watermark == 3)
    }

    @Test("While brokers refuse a row, each start anew waits twice as long as the one before, until a row gets through")
    func refused() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        let refusal = Result<RecordPosition, LogError>.failure(LogError(kind: .other, isRetriable: false, description: "not authorized"))
        try scene.relay.send([scene.row(1), scene.row(2)])
        func failUntilSentAgain() throws -> Duration {
            let count = scene.producer.taken.count
            scene.producer.settle("bank.events 1", refusal)
            let failed = ContinuousClock.now
            try until("both go out again") {
                try scene.pump()
                return scene.producer.taken.count == count + 2
            }
            return .now - failed
        }
        _ = try failUntilSentAgain()
        for milliseconds in [100, 200, 400] { #expect(try failUntilSentAgain() > .milliseconds(milliseconds / 2)) }
        // Nothing to do until then: the writer's loop may wait.
        scene.producer.settle("bank.events 1", refusal)
        #expect(!scene.relay.isBehind)
        try until("both go out again") {
            try scene.pump()
            return scene.producer.held == ["bank.events 1", "bank.events 2"]
        }
        scene.producer.settle("bank.events 1", HeldProducer.sent)
        scene.producer.settle("bank.events 2", refusal)
        try until("the second goes out again") {
            try scene.pump()
            return scene.producer.held == ["bank.events 2"]
        }
        scene.producer.settle("bank.events 2", refusal)
        try until("and again") {
            try scene.pump()
            return scene.producer.held == ["bank.events 2"]
        }
        #expect(scene.relay.restartDelay < .milliseconds(400), "a row got through: it waits as at first")
    }

    @Test("A row that the client itself refuses does not stop the shard: it goes out again by a client that starts anew")
    func refusedByTheClient() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.producer.refused.withLock { $0 = ["bank.events"] }
        try scene.relay.send([scene.row(1)])
        #expect(scene.producer.taken.isEmpty && scene.producer.starts.withLock { $0 } == 0)
        try until("it starts anew") {
            try scene.pump()
            return scene.producer.starts.withLock { $0 } == 1
        }
        scene.producer.refused.withLock { $0 = [] }
        try until("it goes out") {
            try scene.pump()
            return scene.producer.taken == ["bank.events 1"]
        }
    }

    // MARK: - Republication

    @Test("Of what is asked for again only that topic goes out, a slice at a time, and the file keeps the place (12.B6, E7)")
    func republish() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        let rows = try (1...260).map { try scene.row(Int64($0), $0 % 2 == 0 ? "bank.events" : "orders.commands") }
        try scene.relay.send(rows)
        scene.producer.settle(nil, HeldProducer.sent)
        try scene.file.pool.write {
            try $0.execute(sql: """
                INSERT INTO souk_republish (topic, after_position, until_position) VALUES ('bank.events', 0, 258), ('other.events', 0, 10)
                """)
        }
        let before = scene.producer.taken.count
        func work() throws { try scene.file.pool.writeWithoutTransaction { try scene.relay.republish($0) } }
        func again() -> [String] { Array(scene.producer.taken.dropFirst(before)) }
        scene.relay.isRepublishing = true
        try work()
        #expect(again() == (1...100).map { "bank.events \($0 * 2)" })
        // No further slice before this one is settled and its interval is over; new rows do not wait.
        try work()
        try scene.relay.send([scene.row(261)])
        #expect(again().count == 101 && again().last == "bank.events 261")
        // One row did not arrive, so the relay sends the slice again.
        scene.producer.settle("bank.events 100", .failure(LogError(kind: .timedOut, isRetriable: true, description: "lost")))
        scene.producer.settle(nil, HeldProducer.sent)
        try until("once more") {
            try work()
            return again().count == 201
        }
        #expect(again().suffix(100) == again().prefix(100))
        scene.producer.settle(nil, HeldProducer.sent)
        try until("the rest") {
            try work()
            return again().count == 230
        }
        #expect(again().suffix(29) == (101...129).map { "bank.events \($0 * 2)" })
        scene.producer.settle(nil, HeldProducer.sent)
        try until("done") {
            try work()
            return !scene.relay.isRepublishing
        }
        #expect(again().count == 230)
        #expect(try scene.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_republish") } == 0)
    }

    @Test("A topic that brokers refuse does not stop the shard when somebody asks for it again, and goes out when they take it")
    func refusedAgain() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send((1...3).map { try scene.row(Int64($0)) })
        scene.producer.settle(nil, HeldProducer.sent)
        let before = scene.producer.taken.count
        try scene.file.pool.write {
            try $0.execute(sql: "INSERT INTO souk_republish (topic, after_position, until_position) VALUES ('bank.events', 0, 3)")
        }
        scene.relay.isRepublishing = true
        func work() throws { try scene.file.pool.writeWithoutTransaction { try scene.relay.republish($0) } }
        scene.producer.refused.withLock { $0 = ["bank.events"] }
        for _ in 0..<3 { try work() }
        #expect(scene.producer.taken.count == before)
        scene.producer.refused.withLock { $0 = [] }
        try until("all of them again") {
            try work()
            scene.producer.settle(nil, HeldProducer.sent)
            return scene.producer.taken.count == before + 3
        }
    }

    @Test("""
        Requests that come while rows are sent again, the first slice included, cause one more pass, which begins when this one has ended
        """,
          arguments: [false, true])
    func askedMeanwhile(inFirstSlice: Bool) throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send((1...150).map { try scene.row(Int64($0)) })
        scene.producer.settle(nil, HeldProducer.sent)
        let before = scene.producer.taken.count
        func again() -> [String] { Array(scene.producer.taken.dropFirst(before)) }
        func work() throws { try scene.file.pool.writeWithoutTransaction { try scene.relay.republish($0) } }
        let applier = ShardApplier(service: Bank.name, table: Bank.handlerTable(), secret: ServiceSecret(Array(repeating: 7, count: 32)))
        try scene.file.pool.write {
            try $0.execute(
                sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bank.commands', 0, 'x', 0)")
        }
        var offset: Int64 = 0
        func ask() throws {
            let request = Envelope(id: "ask-\(offset)", type: Republish.type, source: "/audit", time: .now(), tenant: "platform",
                                   correlationID: "c",
                                   value: try JSON.encode(Republish(topic: "bank.events", afterID: nil))).record(for: "bank.commands")
            let record = IncomingRecord(topic: "bank.commands", partition: 0, offset: offset, timestamp: .now(), key: request.key,
                                        value: request.value, headers: request.headers)
            try scene.file.pool.write { db in
                try applier.begin(db, reload: true)
                try applier.apply(record, in: db)
                try applier.finish(db)
            }
            offset += 1
            scene.relay.isRepublishing = true
        }
        // Two shards that ask at once need one pass.
        try ask()
        try ask()
        try work()
        #expect(again().count == 100)
        // The brokers may take this slice before the asker's gap, and tell only after its request.
        if inFirstSlice { try ask() }
        scene.producer.settle(nil, HeldProducer.sent)
        try until("the second slice") {
            try work()
            return again().count == 150
        }
        // What the first slice held may be gone again. However often it is asked for, it does not hold up the second.
        if !inFirstSlice { for _ in 0..<3 { try ask() } }
        scene.producer.settle(nil, HeldProducer.sent)
        try until("done") {
            try work()
            scene.producer.settle(nil, HeldProducer.sent)
            return !scene.relay.isRepublishing
        }
        let pass = (1...150).map { "bank.events \($0)" }
        #expect(again() == pass + pass)
    }
}
