import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("How events leave a service", .serialized)
struct PublishingTests {
    @Test("What answers a command of another service is in that service's log and in the event topic, once each, and says to whom", arguments: Bus.allCases)
    func answers(_ bus: Bus) throws {
        let street = try Street(bus)
        defer { street.close() }
        var asked = try street.client.envelope(Deposit(account: "a", amount: 5), id: "asked")
        (asked.source, asked.replyTo) = ("/orders", nil)
        try street.client.post(asked, to: "bank.commands")
        try street.client.post(asked, to: "bank.commands")
        try street.client.eventually(Total.type) { $0 == ["deposits": 1, "amount": 5] }
        let straight = try street.records(of: "orders.commands").map { try Envelope($0) }
        let published = try street.records(of: "bank.events").map { try Envelope($0) }
        #expect(straight.map(\.type) == [Deposited.type] && straight.map(\.id) == published.map(\.id))
        #expect(straight.map(\.answeredTo) == ["orders"] && published.map(\.answeredTo) == ["orders"])
    }

    @Test("What may linger keeps its order and is published like everything else, also by a service that stops meanwhile", arguments: Bus.allCases)
    func lingering(_ bus: Bus) throws {
        let street = try Street(bus)
        defer { street.close() }
        for n in 0..<20 { try street.client.call(Look(account: "a\(n)")) }
        try street.client.call(Deposit(account: "a", amount: 5))
        try street.client.call(Look(account: "last"))
        try street.restartBank()
        try until("everything is published") { try street.records(of: "bank.events").count >= 22 }
        let subjects = try street.records(of: "bank.events").compactMap { try Envelope($0).subject }
        var seen: Set<String> = []
        #expect(subjects.filter { seen.insert($0).inserted } == (0..<20).map { "accounts/a\($0)" } + ["accounts/a", "accounts/last"])
    }
}
