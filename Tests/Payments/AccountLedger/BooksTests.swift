import Contracts
import GRDB
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsService
import ServiceKit
import TestKit
import Testing

@Suite("The books of an app")
struct BooksTests {
    @Test("A delivered order brings everybody his part, once, whether it was paid by card or in cash")
    func delivered() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        try scene.deliver("o-1")
        #expect(try scene.wallet() == [5270, 0, 5270] && scene.wallet(LedgerScene.courier) == [1220, 0, 1220])
        try scene.deliver("o-2", isCash: true)
        #expect(try scene.wallet() == [10_540, 0, 10_540] && scene.wallet(LedgerScene.courier) == [-5360, 0, 0])
        let lines = try scene.entries(LedgerScene.courier)
        #expect(lines.map { $0["type"] } == ["cash_collected", "tip", "courier_fee", "tip", "courier_fee"])
        #expect(lines.map { $0["balanceAfter"]?["amount"] } == [-5360, 2440, 1940, 1220, 720])
        #expect(lines[0]["orderId"] == "o-2" && lines[0]["restaurantId"] == "sofra-24" && lines[0]["at"] == "2026-11-21T07:00:00Z")
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("In an app without restaurants a line that is of none does not name one")
    func noRestaurants() throws {
        let scene = try LedgerScene()
        try scene.shard.receive(PostLedger(transactionId: "tip:1", orderId: "o-1", entries: [
            LedgerScene.line(.user, .tip, 300, "owner"), LedgerScene.line(.cardClearing, .tip, -300),
        ]))
        let line = try #require(try scene.entries().first?.object)
        #expect(line["orderId"] == "o-1" && line["restaurantId"] == nil && line.keys.count == 6)
    }

    @Test("What does not add up, names nobody or moves another currency goes to the dead letters and changes no wallet")
    func refused() throws {
        let scene = try LedgerScene()
        func post(_ id: String, _ entries: [PostLedger.Entry]) throws {
            try scene.shard.receive(PostLedger(transactionId: id, entries: entries))
        }
        let sale = LedgerScene.line(.user, .sale, 100, "owner")
        try post("a", [sale])
        try post("b", [sale, LedgerScene.line(.platform, .sale, -99)])
        try post("c", [LedgerScene.line(.user, .sale, 100), LedgerScene.line(.platform, .sale, -100)])
        try post("d", [sale, LedgerScene.line(.platform, .sale, -100, "owner")])
        try post("e", [sale, .init(account: .platform, type: .sale, amount: Money(-100, .eur))])
        try post("f", [LedgerScene.line(.user, .sale, .max, "owner"), LedgerScene.line(.platform, .sale, -.max)])
        try post("g", [LedgerScene.line(.user, .sale, .max, "owner"), LedgerScene.line(.user, .sale, .max, "courier"),
                       LedgerScene.line(.platform, .sale, 2)])
        try post("", [sale, LedgerScene.line(.platform, .sale, -100)])
        try post("h", Array(repeating: [sale, LedgerScene.line(.platform, .sale, -100)], count: 26).flatMap { $0 })
        #expect(try scene.shard.deadLetters().count == 9)
        #expect(try scene.wallet() == [0, 0, 0] && scene.shard.count(of: "account_transaction") == 0)
        // Entries of 0 are left out, and a transaction without entries is not posted.
        try post("i", [LedgerScene.line(.platform, .sale, 0)])
        try post("j", [sale, LedgerScene.line(.platform, .sale, -100), LedgerScene.line(.bank, .sale, 0)])
        #expect(try scene.shard.deadLetters().count == 9)
        #expect(try scene.shard.count(of: "account_transaction") == 1 && scene.shard.count(of: "account_entry") == 2)
        try post("j", [LedgerScene.line(.user, .sale, 200, "owner"), LedgerScene.line(.platform, .sale, -200)])
        #expect(try scene.shard.deadLetters().count == 10, "another transaction has this id")
        #expect(try scene.wallet() == [100, 0, 100])
    }

    @Test("The database itself refuses books that do not add up, and lets nobody change them")
    func constraints() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1", isCash: true)
        func attempt(_ sql: String...) throws -> Bool {
            do {
                try scene.shard.file.pool.write { db in
                    for statement in sql { try db.execute(sql: statement) }
                    throw CancellationError()  // Nothing of it stays.
                }
            } catch is DatabaseError { return false } catch is CancellationError { return true }
            return true
        }
        func entry(_ id: String, _ number: Int, _ account: String, _ user: String, _ amount: Int, _ rest: String) -> String {
            """
            INSERT INTO account_entry (tenant, transaction_id, number, account, user_id, type, amount, currency, at, balance_after, place)
            VALUES ('meals', '\(id)', \(number), '\(account)', \(user), 'adjustment', \(amount), 'SAR', 0, \(rest))
            """
        }
        let transaction = "INSERT INTO account_transaction (tenant, id, at) VALUES ('meals', 'x', 0)"
        let plus = entry("x", 1, "user", "'owner'", 5, "5275, 3"), minus = entry("x", 2, "platform", "NULL", -5, "NULL, NULL")
        #expect(try attempt(plus, minus, transaction), "this is how it is done")
        #expect(try !attempt(plus, transaction) && !attempt(transaction), "it adds up to 0")
        #expect(try !attempt(plus, entry("x", 2, "bank", "NULL", -4, "NULL, NULL"), transaction))
        #expect(try !attempt(entry("delivered:o-1", 9, "bank", "NULL", 5, "NULL, NULL")), "a posted one is complete")
        #expect(try !attempt(entry("x", 1, "user", "NULL", 5, "NULL, NULL")) && !attempt(entry("x", 1, "bank", "'owner'", 5, "5, 3")))
        #expect(try !attempt("UPDATE account_entry SET amount = amount + 1") && !attempt("DELETE FROM account_entry"))
        #expect(try !attempt("UPDATE account_transaction SET at = 1") && !attempt("DELETE FROM account_transaction"))
        #expect(try !attempt("UPDATE account_wallet SET cash_in_hand = -1"))
        #expect(try !attempt("""
            INSERT INTO account_withdrawal (tenant, user_id, id, amount, currency, last4, status, created_at)
            VALUES ('meals', 'owner', 'w', 5271, 'SAR', '7519', 'pending', 0)
            """), "a withdrawal is covered")
        // Entries without their transaction do not pass the commit.
        #expect(throws: DatabaseError.self) { try scene.shard.file.pool.write { try $0.execute(sql: plus) } }
    }

    @Test("Who is gone keeps the books without the name; the reason of a correction and the account number go")
    func erased() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        #expect(try scene.adjust(1000, reason: "Mr Quixotic called").status == 201)
        #expect(try scene.withdraw(5000).status == 201)
        try scene.shard.receive(UserErased(userId: "owner"))
        #expect(try scene.shard.columns(holding: "Salman").filter { $0.hasPrefix("account_") }.isEmpty)
        #expect(try scene.shard.columns(holding: "Quixotic").filter { $0.hasPrefix("account_") }.isEmpty)
        #expect(try scene.shard.columns(holding: "7519").filter { $0.hasPrefix("account_") }.isEmpty)
        #expect(try scene.wallet()[0] == 6270)
        let wallets = try scene.shard.ask(ManagedWallets.self, as: LedgerScene.accountant).json["data"]?.array ?? []
        #expect(wallets.first { $0["userId"] == "owner" }?["name"] == .null)
    }

    @Test("The report shows what was posted in a time, and its sum is 0 for every time; a table has credits and debits")
    func report() throws {
        let scene = try LedgerScene()
        try scene.deliver("o-1")
        try scene.shard.advance(by: .days(1))
        try scene.deliver("o-2", isCash: true)
        #expect(try scene.settle(7800).status == 201)
        let all = try scene.report().json
        let ids = all["transactions"]?.array?.map { $0["id"]?.string ?? "" } ?? []
        #expect(ids.count == 3 && ids.contains("delivered:o-1") && ids.contains { $0.hasPrefix("settlement:") })
        #expect(ids.last == "delivered:o-1", "newest first")
        #expect(all["sum"] == ["amount": 0, "currency": "SAR"] && all["meta"]?["total"] == 3)
        let first = try scene.report(["from": "2026-11-21", "to": "2026-11-21"]).json
        #expect(first["transactions"]?.array?.count == 1 && first["sum"]?["amount"] == 0)
        let amounts = first["transactions"]?.array?.first?["entries"]?.array?.map { $0["amount"]?["amount"] }
        #expect(amounts == [6200, -930, 720, 500, 1310, -7800])
        #expect(try scene.report(["from": "2026-11-22T07:00:00Z"]).json["meta"]?["total"] == 2)
        #expect(try scene.report(["from": "2026-11-23", "to": "2026-11-22"]).fields == ["from"])
        #expect(try scene.report(["from": "yesterday"]).fields == ["from"])
        #expect(try scene.report(["from": "2030-01-01"]).json["sum"]?["amount"] == 0)
    }
}
