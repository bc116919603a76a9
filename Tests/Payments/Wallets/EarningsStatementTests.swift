import Contracts
import Kernel
import Messaging
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

@Suite("An organizer's statement of a month")
struct EarningsStatementTests {
    private static let buckets = ["available", "onHold", "pendingWithdrawals", "withdrawn"]

    private func statement(_ scene: WalletScene, _ parameters: JSONValue = .object([:])) throws -> JSONValue {
        try scene.shard.ask(EarningsStatement.self, parameters, as: WalletScene.bob).json
    }
    private func balance(_ wallet: JSONValue?) -> [Int] { Self.buckets.map { wallet?[$0]?["amount"]?.int ?? -1 } }
    /// What the lines of a page change, by bucket.
    private func change(_ statement: JSONValue) -> [Int] {
        Self.buckets.map { bucket in
            let lines = (statement["data"]?.array ?? []).filter { $0["bucket"]?.string == bucket }
            return lines.reduce(0) { $0 + ($1["amount"]?["amount"]?.int ?? 0) }
        }
    }

    @Test("Opening balance, lines and closing balance add up, month after month, and the last one is the wallet")
    func months() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.shard.advance(by: .days(2))
        try scene.endEvent()
        try scene.shard.advance(by: .days(1))
        _ = try scene.payout()
        #expect(try scene.withdraw(20_000)?.status == 201)
        try scene.shard.advance(by: .days(20))
        try scene.refund("o-1", 30_000, id: "r-1")
        let november = try statement(scene, ["month": "2026-11", "perPage": 100])
        #expect(november["month"] == "2026-11" && november["from"] == "2026-11-01T00:00:00Z" && november["to"] == "2026-12-01T00:00:00Z")
        #expect(balance(november["opening"]) == [0, 0, 0, 0] && balance(november["closing"]) == [75_000, 0, 0, 20_000])
        #expect(change(november) == [75_000, 0, 0, 20_000])
        #expect(november["data"]?.array?.compactMap { $0["kind"]?.string }.prefix(2) == ["fee", "sale"])
        #expect(november["data"]?.array?.first?["eventTitle"] == "Tech")
        let december = try statement(scene, ["perPage": 100])
        #expect(december["month"] == "2026-12" && balance(december["opening"]) == balance(november["closing"]))
        #expect(balance(december["closing"]) == [46_500, 0, 0, 20_000])
        #expect(try balance(december["closing"]) == [scene.wallet()[0], scene.wallet()[1], scene.wallet()[2], scene.wallet()[3]])
        #expect(change(december) == [-28_500, 0, 0, 0])
        let before = try statement(scene, ["month": "2026-10"])
        #expect(balance(before["closing"]) == [0, 0, 0, 0] && before["data"] == [] && before["meta"]?["total"] == 0)
    }

    @Test("Pages show all lines once, oldest first")
    func pages() throws {
        let scene = try WalletScene()
        for number in 1...3 { try scene.sell("o-\(number)", 10_000) }
        let pages = try (1...3).map { try statement(scene, ["page": .int($0), "perPage": 2]) }
        #expect(pages.map { $0["meta"]?["total"] } == [6, 6, 6] && pages[0]["meta"]?["lastPage"] == 3)
        let ids: [String] = pages.flatMap { page -> [String] in (page["data"]?.array ?? []).compactMap { $0["id"]?.string } }
        #expect(Set(ids).count == 6 && ids.count == 6)
        #expect(pages.allSatisfy { balance($0["closing"]) == [0, 28_500, 0, 0] })
    }

    @Test("A wrong month is 422", arguments: ["2026", "2026-13", "2026-1", "2026-11-01", "november", ""])
    func noMonth(_ month: String) throws {
        let scene = try WalletScene()
        #expect(try scene.shard.ask(EarningsStatement.self, ["month": .string(month)], as: WalletScene.bob).status == 422)
    }

    @Test("The fee that refunds give back is the sale's, also after the tenant changed it; the last refund takes the rest (R8)")
    func percentage() throws {
        // 5 % of 30,030 is 1,501.5.
        let fee = PlatformFee(gross: 30_030, fee: 1502)
        #expect(fee.reversal(of: 10_010, refunded: 0, reversed: 0, usualPercent: 5) == 501)
        #expect(fee.reversal(of: 10_010, refunded: 10_010, reversed: 501, usualPercent: 30) == 501)
        #expect(fee.reversal(of: 10_010, refunded: 20_020, reversed: 1002, usualPercent: 0) == 500)
        #expect(fee.reversal(of: Int.max, refunded: 1, reversed: 0, usualPercent: 5) == 1502)
        // Of a few shillings every whole percentage may give the same fee; of an odd fee none.
        #expect(PlatformFee(gross: 10, fee: 1).reversal(of: 5, refunded: 0, reversed: 0, usualPercent: 5) == 0)
        #expect(PlatformFee(gross: 1000, fee: 333).reversal(of: 500, refunded: 0, reversed: 0, usualPercent: 5) == 167)
        #expect(PlatformFee(gross: 0, fee: 0).reversal(of: 0, refunded: 0, reversed: 0, usualPercent: 5) == 0)
    }

    @Test("Kept sums are the sums of the lines")
    func sums() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.sell("o-2", 33_333)
        try scene.refund("o-1", 40_000, id: "r-1")
        try scene.refund("o-2", 33_333, id: "r-2")
        let entries = try scene.shard.ask(WalletEntries.self, ["perPage": 100], as: WalletScene.bob).json
        let held = entries["data"]?.array?.reduce(0) { $0 + ($1["amount"]?["amount"]?.int ?? 0) }
        #expect(try held == scene.wallet()[1] && entries["meta"]?["total"]?.int == entries["data"]?.array?.count)
        let earned = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array?.first
        #expect(["gross", "fees", "refunds", "net"].map { earned?[$0]?["amount"] } == [133_333, 3000, 73_333, 57_000])
        #expect(try scene.wallet()[1] == 57_000)
    }
}
