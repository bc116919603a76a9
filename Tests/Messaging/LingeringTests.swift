import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What leaves a shard in company")
struct LingeringTests {
    @Test("After a quiet moment an event that may linger leaves at once; the next ones wait for company")
    func lingering() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1, awaitedBy: .nobody)])
        #expect(scene.producer.taken == ["bank.events 1"])
        try scene.relay.send([scene.row(2, awaitedBy: .nobody)])
        try scene.relay.send([scene.row(3, awaitedBy: .nobody)])
        #expect(scene.producer.taken == ["bank.events 1"] && scene.relay.timeToLinger.map { $0 > .minutes(50) } ?? false)
        try scene.relay.sendLingering()
        #expect(scene.producer.taken == ["bank.events 1", "bank.events 2", "bank.events 3"] && scene.relay.timeToLinger == nil)
    }

    @Test("What lingers is due in its time")
    func due() throws {
        let scene = try RelayScene(linger: .milliseconds(10))
        defer { scene.close() }
        for position in 1...2 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .nobody)]) }
        try until("its time comes") { scene.relay.timeToLinger ?? .zero == .zero }
        try scene.relay.send([])
        #expect(scene.producer.taken == ["bank.events 1", "bank.events 2"])
    }

    @Test("Nothing overtakes within a topic; other topics do not wait")
    func order() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1, awaitedBy: .nobody)])
        try scene.relay.send([scene.row(2, awaitedBy: .nobody), scene.row(3, "orders.commands"), scene.row(4)])
        #expect(scene.producer.taken == ["bank.events 1", "orders.commands 3", "bank.events 2", "bank.events 4"])
    }

    @Test("Behind its marker an event goes to its topic and to the subscriber, in one order with commands, also if it lingers")
    func direct() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1)])
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 1, marker: "m")])
        try scene.pump()
        try scene.relay.send([scene.row(2, awaitedBy: .nobody)])
        try scene.relay.send([scene.row(3, awaitedBy: .nobody), scene.row(4, "orders.commands"), scene.row(5, "catalog.commands")])
        #expect(scene.producer.taken.filter { !$0.hasPrefix("bank.events ") } 
            == ["orders.commands 2", "orders.commands 3", "orders.commands 4", "catalog.commands 5"])
        // With the marker. The third waits on in the topic: no command goes there.
        #expect(scene.producer.taken.filter { $0.hasPrefix("bank.events ") }.count == 3 && scene.relay.watermark == 0)
    }

    /// What each log got, in its order.
    private func taken(_ scene: RelayScene) -> [String: [String]] {
        let records = scene.producer.taken.map { $0.split(separator: " ").map(String.init) }
        return Dictionary(grouping: records, by: { $0[0] }).mapValues { $0.map { $0[1] } }
    }

    @Test("Who waits for an event gets it at once; the topic's readers and the other subscribers get it in company, in the same order")
    func awaited() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow(["orders", "catalog"].map { DirectSubscription(subscriber: $0, types: ["bank.said.v1"], since: 0, marker: "m") })
        try scene.pump()
        let markers = scene.producer.taken.count
        for position in 1...3 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .only(["orders"]))]) }
        // The first after a quiet moment goes everywhere at once.
        #expect(scene.producer.taken.dropFirst(markers)
            == ["bank.events 1", "orders.commands 1", "catalog.commands 1", "orders.commands 2", "orders.commands 3"])
        // A command to a subscriber goes behind what it has not got yet; the topic waits on.
        try scene.relay.send([scene.row(4, "catalog.commands")])
        #expect(scene.producer.taken.suffix(3) == ["catalog.commands 2", "catalog.commands 3", "catalog.commands 4"])
        scene.producer.settle(nil, HeldProducer.sent)
        #expect(scene.relay.watermark == 1, "the topic has not got the second")
        try scene.relay.sendLingering()
        #expect(taken(scene)["bank.events"]?.suffix(3) == ["1", "2", "3"])
        scene.producer.settle(nil, HeldProducer.sent)
        #expect(scene.relay.watermark == 4)
    }

    @Test("A log that takes no more holds up what lingers for it, and nothing for others")
    func oneIsFull() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 0, marker: "m")])
        try scene.pump()
        for position in 1...2 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .nobody)]) }
        scene.producer.full.withLock { $0 = ["bank.events"] }
        try scene.relay.send([scene.row(3, awaitedBy: .nobody)])
        try scene.relay.sendLingering()
        #expect(taken(scene)["orders.commands"] == ["1", "2", "3"] && taken(scene)["bank.events"]?.contains("2") == false)
        #expect(scene.relay.timeToLinger.map { $0 > .minutes(50) } ?? false, "it is not asked again at once")
        scene.producer.full.withLock { $0 = [] }
        try scene.relay.sendLingering()
        #expect(taken(scene)["bank.events"]?.suffix(3) == ["1", "2", "3"])
    }

    @Test("What lingers does not count as sent, whatever behind it is acknowledged: after a crash it goes out of the file")
    func watermark() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1, awaitedBy: .nobody)])
        scene.producer.settle("bank.events 1", HeldProducer.sent)
        try scene.relay.send([scene.row(2, awaitedBy: .nobody), scene.row(3, "orders.commands")])
        scene.producer.settle("orders.commands 3", HeldProducer.sent)
        #expect(scene.relay.watermark == 1)
        try scene.relay.sendLingering()
        #expect(scene.relay.watermark == 1)
        scene.producer.settle("bank.events 2", HeldProducer.sent)
        #expect(scene.relay.watermark == 3)
    }

    @Test("Where the producer is full, what lingers stays in its order, and what is behind it in its topic waits in the file")
    func full() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        for position in 1...2 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .nobody)]) }
        scene.producer.full.withLock { $0 = ["bank.events"] }
        try scene.relay.send([scene.row(3)])
        try scene.relay.sendLingering()
        try scene.pump()
        #expect(scene.producer.taken == ["bank.events 1"])
        scene.producer.full.withLock { $0 = [] }
        try scene.pump()
        #expect(scene.producer.taken == ["bank.events 1", "bank.events 2", "bank.events 3"])
    }

    @Test("What one transaction says leaves together after a quiet moment, and what lingers goes along with a command that it sends")
    func oneTransaction() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        try scene.relay.send([scene.row(1, awaitedBy: .nobody), scene.row(2, awaitedBy: .nobody)])
        #expect(scene.producer.taken == ["bank.events 1", "bank.events 2"])
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 2, marker: "m")])
        try scene.pump()
        try scene.relay.send([scene.row(3, awaitedBy: .nobody)])
        try scene.relay.send([scene.row(4, "orders.commands"), scene.row(5, awaitedBy: .nobody)])
        #expect(taken(scene)["orders.commands"] == ["3", "4", "5"])
    }

    @Test("Where somebody who waits for an event reads it in the topic, the topic gets it at once")
    func readInTheTopic() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow([DirectSubscription(subscriber: "catalog", types: ["bank.said.v1"], since: 0, marker: "m")])
        try scene.pump()
        for position in 1...3 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .only(["orders"]))]) }
        #expect(taken(scene)["bank.events"]?.suffix(3) == ["1", "2", "3"] && taken(scene)["catalog.commands"] == ["1"])
    }

    @Test("A row behind what a log cannot take now goes nowhere, and everywhere once when it can")
    func behindAFullLog() throws {
        let scene = try RelayScene()
        defer { scene.close() }
        scene.relay.follow([DirectSubscription(subscriber: "orders", types: ["bank.said.v1"], since: 0, marker: "m")])
        try scene.pump()
        for position in 1...2 as ClosedRange<Int64> { try scene.relay.send([scene.row(position, awaitedBy: .nobody)]) }
        scene.producer.full.withLock { $0 = ["orders.commands"] }
        let before = scene.producer.taken.count
        #expect(try scene.relay.send([scene.row(3)]) == 0)
        #expect(scene.producer.taken.dropFirst(before) == ["bank.events 2"], "what lingered for the topic")
        try scene.pump()
        scene.producer.full.withLock { $0 = [] }
        try scene.pump()
        #expect(scene.producer.taken.dropFirst(before) == ["bank.events 2", "orders.commands 2", "bank.events 3", "orders.commands 3"])
    }
}
