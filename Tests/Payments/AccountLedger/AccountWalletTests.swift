import Contracts
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsService
import TestKit
import Testing

@Suite("Wallets of owners and couriers")
struct AccountWalletTests {
    @Test("A withdrawal waits a day: what is available falls at once, the balance when it settles")
    func withdrawal() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        let reply = try scene.withdraw(5000)
        #expect(reply.status == 201 && reply.json["status"] == "pending" && reply.json["settledAt"] == .null)
        #expect(reply.json["destination"] == ["type": "bank", "last4": "7519"])
        #expect(try scene.wallet() == [5270, 5000, 270])
        #expect(try scene.shard.columns(holding: "608010167519").isEmpty, "the number is kept nowhere")
        try scene.shard.advance(by: .hours(23))
        #expect(try scene.wallet() == [5270, 5000, 270])
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.wallet() == [270, 0, 270])
        let settled = try scene.shard.published(WithdrawalSettled.self)
        #expect(settled.map(\.amount) == [5000] && settled.map(\.userId) == ["owner"])
        #expect(try scene.entries()[0]["type"] == "withdrawal" && scene.entries()[0]["balanceAfter"]?["amount"] == 270)
        let list = try scene.shard.ask(WithdrawalsOfOwner.self, as: LedgerScene.owner).json["data"]?.array
        #expect(list?.map { $0["status"] } == ["settled"])
        #expect(try scene.report().json["sum"]?["amount"] == 0)
    }

    @Test("The day is counted from the second that the answer shows")
    func wholeSecond() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        try scene.shard.advance(by: .milliseconds(700))
        let made = try #require(try scene.withdraw(5000).json["createdAt"]?.string.flatMap { Timestamp($0) })
        try scene.shard.advance(by: .hours(24) - .milliseconds(701))
        #expect(try scene.wallet() == [5270, 5000, 270])
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.wallet() == [270, 0, 270] && scene.shard.now == made + .hours(24))
    }

    @Test("Too little, too much, another currency and a wrong account number are refused, all fields at once")
    func refused() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        try scene.deliver("o-2")
        #expect(try scene.withdraw(4999).fields == ["amount"])
        #expect(try scene.withdraw(4999, to: "SA0380000000608010167518").fields == ["amount", "destination.iban"])
        #expect(try scene.withdraw(5000, currency: "EUR").fields == ["amount.currency"])
        for amount in [0, -5000, .min, .max] { #expect(try scene.withdraw(amount).fields == ["amount"]) }
        let more = try scene.withdraw(10_541)
        #expect(more.slug == "insufficient-balance" && more.json["available"]?["amount"] ?? more.json["members"]?["available"]?["amount"]
            == 10_540)
        #expect(try scene.withdraw(10_540).status == 201)
        #expect(try scene.withdraw(5000).slug == "insufficient-balance", "what is on its way is not available")
        #expect(try scene.withdraw(5000, as: .user("nora", roles: ["customer"])).status == 403)
        #expect(try scene.shard.published(WithdrawalRequested.self).count == 1)
    }

    @Test("Cash that is handed over is at most what is in hand, however many settle at once")
    func settlements() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1", isCash: true)
        #expect(try scene.wallet(LedgerScene.courier) == [-6580, 0, 0])
        #expect(try scene.settle(7801).slug == "insufficient-balance")
        // Each of several clerks saw 78.00 in hand.
        let replies = try (1...3).map { _ in try scene.settle(4000).status }
        #expect(replies == [201, 409, 409])
        #expect(try scene.wallet(LedgerScene.courier) == [-2580, 0, 0])
        let reply = try scene.settle(3800)
        #expect(reply.json["type"] == "cash_settlement" && reply.json["balanceAfter"]?["amount"] == 1220)
        #expect(try scene.settle(1).slug == "insufficient-balance")
        for amount in [0, -100, .max] { #expect(try scene.settle(amount).fields == ["amount"]) }
        #expect(try scene.settle(100, of: "nobody").status == 404)
        #expect(try scene.settle(100, as: LedgerScene.courier).status == 403)
        let told = try scene.shard.published(CourierCashSettled.self)
        #expect(told.map(\.amount.amount) == [4000, 3800] && told.allSatisfy { $0.courierId == "courier" })
        #expect(Set(told.map(\.entryId)).count == 2 && told.allSatisfy { $0.entryId.hasPrefix("settlement:") })
    }

    @Test("A correction goes either way and says why; a balance may become negative, which blocks withdrawals")
    func adjustments() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        let reply = try scene.adjust(-6000)
        #expect(reply.status == 201 && reply.json["type"] == "adjustment" && reply.json["balanceAfter"]?["amount"] == -730)
        #expect(reply.json["orderId"] == .null)
        #expect(try scene.wallet() == [-730, 0, 0] && scene.withdraw(5000).slug == "insufficient-balance")
        #expect(try scene.adjust(730).json["balanceAfter"]?["amount"] == 0)
        #expect(try scene.adjust(0).fields == ["amount"] && scene.adjust(.min).fields == ["amount"])
        #expect(try scene.adjust(1, reason: " ").fields == ["reason"])
        #expect(try scene.adjust(0, reason: String(repeating: "x", count: 301)).fields == ["amount", "reason"])
        #expect(try scene.adjust(1, of: "nobody").status == 404 && scene.adjust(1, as: LedgerScene.owner).status == 403)
        #expect(try scene.report().json["sum"]?["amount"] == 0)
    }

    @Test("Who gets a role that earns has a wallet, with the name that auth says")
    func holders() throws {
        let scene = try LedgerScene()
        func names() throws -> [JSONValue] {
            try scene.shard.ask(ManagedWallets.self, as: LedgerScene.accountant).json["data"]?.array?.compactMap { $0["name"] } ?? []
        }
        #expect(try names() == ["Salman", "Yasser"])
        try scene.shard.receive(RolesChanged(userId: "nora", roles: ["customer", "courier"]))
        try scene.shard.receive(UserUpdated(userId: "nora", name: "Noura", roles: ["customer", "courier"]))
        #expect(try names() == ["Salman", "Noura", "Yasser"])
        #expect(try scene.adjust(100, of: "nora").status == 201)
        let entries = try scene.shard.ask(ManagedEntries.self, ["userId": "nora"], as: LedgerScene.accountant).json
        #expect(entries["meta"]?["total"] == 1 && entries["data"]?.array?.first?["amount"]?["amount"] == 100)
        #expect(try scene.shard.ask(ManagedEntries.self, ["userId": "nobody"], as: LedgerScene.accountant).status == 404)
    }
}
