import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("How events leave a service", .serialized)
struct PublishingTests {
    @Test("What may linger is published in its order, also when its service is stopped and started", arguments: Bus.allCases)
    func lingering(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus, direct: false)
        defer { fixture.close() }
        for n in 0..<20 { try fixture.client.call(Look(account: "a\(n)")) }
        try fixture.client.call(Deposit(account: "a", amount: 5))
        try fixture.client.call(Look(account: "last"))
        try fixture.restartBank()
        try until("everything is published") { try fixture.records(of: "bank.events").count >= 22 }
        let subjects = try fixture.records(of: "bank.events").compactMap { try Envelope($0).subject }
        var seen: Set<String> = []
        #expect(subjects.filter { seen.insert($0).inserted } == (0..<20).map { "accounts/a\($0)" } + ["accounts/a", "accounts/last"])
    }

    @Test("Asked twice for one topic, a service sends it again once, and nothing of another topic (12.B6, E7)", arguments: Bus.allCases)
    func republished(_ bus: Bus) throws {
        let fixture = try MessagingFixture(bus, direct: false)
        defer { fixture.close() }
        for amount in 1...5 { try fixture.client.call(Deposit(account: "a", amount: amount)) }
        try fixture.client.post(OutgoingRecord(topic: "bank.commands", key: Array("souq".utf8), value: nil))
        try until("everything is out") {
            try fixture.records(of: "bank.events").count == 5 && fixture.records(of: "bank.dead-letters").count == 1
        }
        // Both stand in the log before the service sends anything again: one pass serves them.
        fixture.bank.end()
        for id in ["one", "two"] {
            var request = try fixture.client.envelope(Republish(topic: "bank.events", afterID: nil), id: id)
            request.replyTo = nil
            try fixture.client.post(request, to: "bank.commands")
        }
        try fixture.restartBank()
        try until("they come again") { try fixture.records(of: "bank.events").count >= 10 }
        try fixture.client.call(Deposit(account: "a", amount: 6))
        try until("the new one is out") { try fixture.records(of: "bank.events").count == 11 }
        let amounts = try fixture.records(of: "bank.events").map { try JSON.decode(Deposited.self, from: $0.value ?? []).amount }
        #expect(amounts == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6])
        #expect(try fixture.records(of: "bank.dead-letters").count == 1)
        try fixture.client.eventually(Total.type) { $0 == ["deposits": 6, "amount": 21] }
    }
}
