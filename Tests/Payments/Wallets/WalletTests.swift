import Contracts
import GRDB
import Kernel
import Messaging
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

@Suite("The books of an organizer")
struct WalletTests {
    @Test("A sale less the fee is on hold until 24 h after the end, then available")
    func release() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        #expect(try scene.wallet() == [0, 95_000, 0, 0])
        try scene.shard.advance(by: .days(2))
        try scene.endEvent()
        try scene.shard.advance(by: .hours(24) - .milliseconds(1))
        #expect(try scene.wallet() == [0, 95_000, 0, 0])
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.wallet() == [95_000, 0, 0, 0])
        #expect(try scene.shard.published(EarningsReleased.self).map(\.amount) == [95_000])
        let events = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array
        #expect(events?.first?["state"] == "available")
        #expect(events?.first?["net"]?["amount"] == 95_000)
    }

    @Test("Earnings are available since 24 h after the end, however much later their release runs")
    func lateRelease() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.shard.advance(by: .days(20))
        try scene.endEvent()
        try scene.shard.advance(by: .hours(1))
        let event = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array?.first
        #expect(event?["state"] == "available")
        #expect(event?["availableAt"]?.string == (WalletScene.end + .hours(24)).wholeSeconds.description)
    }

    @Test("An event that is moved into the future after its end is not released at the old time")
    func reopened() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.endEvent()
        try scene.shard.receive(
            EventUpdated(eventId: "e-1", event: WalletScene.event(end: WalletScene.end + .days(30)), changed: ["endDate"],
            notifyHolders: true))
        try scene.shard.advance(by: .days(10))
        #expect(try scene.wallet() == [0, 95_000, 0, 0])
    }

    @Test("""
        An event that was released and moves on: new sales wait for its new end, refunds come from where their sale's money is (12.F38, \
        review)
        """)
    func releasedTwice() throws {
        let scene = try WalletScene()
        func earnings() throws -> JSONValue? {
            try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array?.first
        }
        func move(end: Timestamp) throws {
            try scene.shard.receive(EventUpdated(eventId: "e-1", event: WalletScene.event(status: "published", end: end),
                                                 changed: ["endDate"], notifyHolders: true))
        }
        try scene.sell("o-1", 100_000)
        try scene.shard.advance(by: .days(2))
        try scene.endEvent()
        try scene.shard.advance(by: .days(1))
        #expect(try scene.wallet() == [95_000, 0, 0, 0])
        let again = WalletScene.end + .days(30)
        try move(end: again)
        #expect(try earnings()?["state"] == "on-hold" && earnings()?["availableAt"]?.string == (again + .hours(24))
            .wholeSeconds.description)
        try scene.sell("o-2", 20_000)
        #expect(try scene.wallet() == [95_000, 19_000, 0, 0])
        try scene.refund("o-1", 50_000, id: "r-1")
        try scene.refund("o-2", 10_000, id: "r-2")
        #expect(try scene.wallet() == [47_500, 9_500, 0, 0])
        try scene.shard.advance(by: .days(29))
        try scene.shard.receive(EventEnded(eventId: "e-1", event: WalletScene.event(end: again)))
        try scene.shard.advance(by: .hours(24))
        #expect(try scene.wallet() == [57_000, 0, 0, 0])
        #expect(try scene.shard.published(EarningsReleased.self).map(\.amount) == [95_000, 9_500])
    }

    @Test("An end that moves after the event is over moves the release with it (12.F38, review)")
    func endMovesAfterwards() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.shard.advance(by: .days(2) + .hours(1))
        try scene.endEvent()
        let later = WalletScene.event(end: WalletScene.end + .minutes(30))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: later, changed: ["endDate"], notifyHolders: true))
        try scene.shard.advance(by: .hours(23))
        #expect(try scene.wallet() == [0, 95_000, 0, 0])
        try scene.shard.advance(by: .minutes(30))
        #expect(try scene.wallet() == [95_000, 0, 0, 0])
    }

    @Test("Earnings on hold know when they can be withdrawn, and follow the title and the end of their event (12.F38)")
    func eventFacts() throws {
        let scene = try WalletScene()
        func earnings() throws -> JSONValue? {
            try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array?.first
        }
        func row(_ title: JSONValue, _ state: JSONValue, _ at: Timestamp?) throws {
            let event = try earnings()
            #expect((event?["title"], event?["state"]) == (title, state))
            #expect(event?["availableAt"] == at.map { .string($0.wholeSeconds.description) } ?? .null)
        }
        try scene.shard.receive(EventPublished(eventId: "e-1", event: WalletScene.event(status: "published")))
        #expect(try earnings() == nil)
        try scene.sell("o-1", 100_000)
        try row("Tech", "on-hold", WalletScene.end + .hours(24))
        let later = WalletScene.event(title: "Tech Summit", status: "published", end: WalletScene.end + .days(1))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: later, changed: ["title", "endDate"], notifyHolders: true))
        try row("Tech Summit", "on-hold", WalletScene.end + .hours(48))
        // The order was placed when the event had its old title.
        try scene.sell("o-2", 50_000)
        try row("Tech Summit", "on-hold", WalletScene.end + .hours(48))
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: WalletScene.event(title: "Tech Summit", status: "cancelled"),
                                               reason: "Storm", deleted: true, attendeeCount: 1))
        try row("Tech Summit", "on-hold", nil)
        try scene.shard.receive(EventRestored(eventId: "e-1", event: later))
        try row("Tech Summit", "on-hold", WalletScene.end + .hours(48))
    }

    @Test("A refund takes back its part of the sale and gives back its part of the fee; the last one takes the rest")
    func refunds() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 33_333)
        for number in 1...3 { try scene.refund("o-1", 11_111, id: RefundID("r-\(number)")) }
        #expect(try scene.wallet() == [0, 0, 0, 0])
        let event = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array?.first
        #expect(event?["refunds"]?["amount"] == 33_333)
        #expect(event?["fees"]?["amount"] == 0)
    }

    @Test("A refund that is faster than the news of its sale is booked with it")
    func fastRefund() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000, complete: false)
        try scene.refund("o-1", 40_000, id: "r-1")
        #expect(try scene.wallet() == [0, 0, 0, 0])
        try scene.complete("o-1", 100_000)
        #expect(try scene.wallet() == [0, 57_000, 0, 0])
    }

    @Test("A refund after the release may make the balance negative, which blocks withdrawals")
    func negative() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.endEvent()
        try scene.shard.advance(by: .days(3))
        _ = try scene.payout()
        _ = try scene.withdraw(90_000)
        try scene.refund("o-1", 50_000, id: "r-1")
        #expect(try scene.wallet() == [-42_500, 0, 90_000, 0])
        #expect(try scene.withdraw(5_000)?.json["members"]?["available"] == ["amount": -42_500, "currency": "UGX"])
    }

    @Test("Books from before are imported once, however often")
    func imported() throws {
        let scene = try WalletScene()
        let wallet = ImportWallet(userId: "bob", entries: [
            .init(id: "1", bucket: "available", amount: 600_000, at: PaymentScene.start),
            .init(id: "2", bucket: "onHold", amount: 1_591_250, at: PaymentScene.start),
            .init(id: "3", bucket: "withdrawn", amount: 255_000, at: PaymentScene.start),
        ], payoutAccount: .init(type: "mtn_momo", last4: "0000", accountName: "Bob Events"))
        for _ in 1...2 { try scene.shard.receive(wallet) }
        #expect(try scene.wallet() == [600_000, 1_591_250, 0, 255_000])
        #expect(try scene.withdraw(600_000)?.status == 201)
    }

    @Test("A line of the books cannot be changed or removed, not even by us")
    func appendOnly() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        for sql in ["UPDATE ledger_entry SET amount = 1", "DELETE FROM ledger_entry"] {
            #expect(throws: DatabaseError.self) { try scene.shard.file.pool.write { try $0.execute(sql: sql) } }
        }
        #expect(try scene.shard.ask(WalletEntries.self, as: WalletScene.bob).json["meta"]?["total"] == 2)
    }

    @Test("""
        Net earned is what the buckets hold, and nothing is overdrawn by a withdrawal, under any order of sales, refunds, releases and \
        withdrawals
        """,
        arguments: 1...15)
    func invariant(seed: UInt64) throws {
        var random = SplitMix(seed)
        let scene = try WalletScene()
        _ = try scene.payout(random.below(3) == 0 ? "+256772000002" : "+256772000000")
        var sales: [(order: String, amount: Int)] = []
        for step in 0..<25 {
            switch random.below(6) {
            case 0, 1:
                let sale = (order: "o-\(step)", amount: 1 + random.below(200_000))
                sales.append(sale)
                try scene.sell(sale.order, sale.amount, complete: random.below(4) > 0)
            case 2:
                if let sale = sales.isEmpty ? nil : sales[random.below(sales.count)] {
                    try scene.refund(sale.order, 1 + random.below(sale.amount), id: RefundID("r-\(step)"))
                }
            case 3:
                if let sale = sales.isEmpty ? nil : sales[random.below(sales.count)] { try scene.complete(sale.order, sale.amount) }
            case 4:
                let before = try scene.wallet()[0]
                if try scene.withdraw(5_000 + random.below(50_000))?.status == 201 {
                    #expect(try scene.wallet()[0] >= 0 && before >= 5_000)
                }
            default:
                if random.below(3) == 0 { try scene.endEvent() }
                try scene.shard.advance(by: .hours(random.below(30)))
            }
            let events = try scene.shard.ask(EarningsOfOrganizer.self, as: WalletScene.bob).json["events"]?.array ?? []
            let net = events.compactMap { $0["net"]?["amount"]?.int }.reduce(0, +)
            #expect(try scene.wallet().reduce(0, +) == net)
        }
        #expect(try scene.shard.deadLetters() == [])
        let copy = try ShardHarness(Payments.self,
                                    definition: PaymentScene.definition(settings: ["platformFeePercent": 5, "earningsReleaseHours": 24,
                                        "withdrawalMinimum": 5000]),
                                    now: PaymentScene.start)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
    }
}
