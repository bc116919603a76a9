import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("How events leave a service", .serialized)
struct PublishingTests {
    @Test("What may linger is published in its order, also when its service is stopped and started", arguments: Bus.allCases)
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
