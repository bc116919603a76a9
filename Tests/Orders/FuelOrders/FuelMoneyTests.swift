import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelQuotes
import OrdersFuelReceipts
import OrdersService
import TestKit
import Testing

@Suite("The money of orders of fuel")
struct FuelMoneyTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }
    private func pay(_ id: OrderID, _ card: JSONValue) throws -> Reply? {
        try shard.send(PayFuelOrder(id, ["paymentMethodId": card]), as: FuelStation.maya)
    }
    private let tip: [String: JSONValue] = ["tip": FuelStation.money(300)]

    @Test("What the meter says is captured, and the tip goes to the driver")
    func completed() throws {
        let id = try station.schedule(tip, in: .minutes(30))
        try shard.markSeen()
        try station.deliver(id, 12_345)
        #expect(try shard.published(CaptureIntent.self).map(\.amount) == [5030])
        #expect(try shard.published(FuelOrderCompleted.self).map(\.total.amount) == [5030])
        #expect(try station.total(id, "total") == 5030 && station.total(id, "captured") == 0)
        #expect(try shard.published(PostLedger.self).isEmpty)
        try station.captured(id, 5030)
        try station.captured(id, 5030)
        let order = try station.order(id)
        #expect(order["final"]?["captured"]?["amount"] == 5030 && order["final"]?["writtenOff"]?["amount"] == 0)
        #expect(order["final"]?["receiptNumber"] == "AF-2026-000001" && order["payment"]?["status"] == "succeeded")
        #expect(order["delivered"]?["gallons"] == 12.345)
        let posted = try shard.published(PostLedger.self)
        #expect(posted.map(\.transactionId) == ["tip:\(id)"])
        #expect(posted.first?.entries.map(\.amount.amount) == [-300, 300] && posted.first?.entries.last?.userId == "luis")
        let ledger = try shard.published(TruckLedgerEntryAdded.self).map(\.gallons.thousandths)
        #expect(ledger == [-12_345])
    }

    @Test("Beyond the cap the rest is written off, and at the stop the sum just fits")
    func overCap() throws {
        let id = try station.schedule(tip, in: .minutes(30))
        let stored = try #require(try shard.file.pool.read { db in
            try FuelOrderStore(db, "fuel").find(id)
        })
        #expect(stored.stopAt == Gallons(thousandths: 17_641) && stored.cap == 6822)
        let more = Gallons(thousandths: 17_642)
        #expect(FuelPricing.lines(for: stored.stopAt, stored.quote.terms, tip: 300).total.amount <= 6822)
        #expect(FuelPricing.lines(for: more, stored.quote.terms, tip: 300).total.amount > 6822)
        try station.deliver(id, 18_400)
        #expect(try shard.published(CaptureIntent.self).map(\.amount) == [6822])
        #expect(try station.total(id, "total") == 7078 && station.total(id, "writtenOff") == 256)
        #expect(try station.order(id)["flags"] == ["arrival_override", "over_cap"])
        try station.captured(id, 6822)
        #expect(try station.total(id, "captured") == 6822)
    }

    @Test("A refused capture is asked for again after 5 and 30 minutes; then the sum is owed until it is paid")
    func refusedCapture() throws {
        let id = try station.schedule(tip, in: .minutes(30))
        try station.deliver(id, 12_345)
        try shard.markSeen()
        let start = shard.now
        try station.refuseCapture(id, 5030)
        try shard.advance(by: .minutes(5) - .seconds(1))
        #expect(try shard.published(CaptureIntent.self).isEmpty)
        try shard.advance(by: .seconds(1))
        #expect(try shard.published(CaptureIntent.self).count == 1)
        try station.refuseCapture(id, 5030)
        try shard.advance(by: .minutes(25))
        #expect(shard.now == start + .minutes(30))
        #expect(try shard.published(CaptureIntent.self).count == 2)
        #expect(try station.total(id, "balanceDue") == 0)
        try station.refuseCapture(id, 5030)
        #expect(try shard.published(CancelIntent.self).count == 1)
        #expect(try shard.published(BalanceDue.self).map(\.amount.amount) == [5030])
        #expect(try station.total(id, "balanceDue") == 5030)
        let refused = try station.ask(FuelStation.wish(try station.quote())).reply
        #expect(station.slug(refused) == "balance-due" && refused?.json["members"]?["orderId"]?.string == id.rawValue)
        try shard.markSeen()
        let paid = try shard.send(PayFuelOrder(id, ["paymentMethodId": "card-2"]), as: FuelStation.maya)
        #expect(paid?.status == 201)
        // As the payment service shows it, before that service knows of it.
        #expect(paid?.json["captureMethod"] == "automatic" && paid?.json["amountCaptured"] == 0 && paid?.json["method"] == .null)
        let intent = try #require(try shard.published(CreateIntent.self).last)
        #expect(intent.purpose == .balance && intent.amount == 5030 && intent.captureMethod == nil && intent.holdExpiresAt == nil)
        #expect(station.slug(try pay(id, "card-3")) == "payment-not-expected")
        try station.captured(id, 5030, intent.paymentId)
        #expect(try station.total(id, "balanceDue") == 0 && station.total(id, "captured") == 5030)
        #expect(try shard.published(PostLedger.self).count == 1)
        #expect(try station.ask(FuelStation.wish(try station.quote())).claim != nil)
    }

    @Test("A tip that was given while the rest was due stands on the receipt of both, with what went back of it")
    func tipBeforeBalance() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        for wait in [Duration.minutes(5), .minutes(25), .zero] {
            try station.refuseCapture(id, 4730)
            try shard.advance(by: wait)
        }
        #expect(try station.total(id, "balanceDue") == 4730)
        #expect(try shard.send(TipFuelDriver(id, ["amount": FuelStation.money(300)]), as: FuelStation.maya)?.status == 200)
        let tip = try #require(try shard.published(CreateIntent.self).last)
        #expect(tip.purpose == .tip)
        try station.captured(id, 300, tip.paymentId)
        try shard.receive(RefundSucceeded(refundId: "r1", paymentId: tip.paymentId, orderId: id, amount: 100, currency: .usd))
        #expect(try pay(id, "card-2")?.status == 201)
        let balance = try #require(try shard.published(CreateIntent.self).last)
        #expect(balance.purpose == .balance)
        try station.captured(id, 4730, balance.paymentId)
        let receipt = try #require(try shard.file.pool.read { db in
            try FuelReceiptStore(db, "fuel").find(id)
        })
        #expect(receipt.lines.last?.code == .tip && receipt.total == 5030)
        #expect(receipt.payments.map(\.amount) == [4730, 300] && receipt.refunds.map(\.amount) == [100])
    }

    @Test("An authorisation that expired is not asked for again: the sum is owed at once")
    func expired() throws {
        let id = try station.schedule(tip, in: .minutes(30))
        try shard.receive(PaymentCanceled(paymentId: try station.payment(of: id), orderId: id, userId: "maya", amount: 6202,
                                          currency: .usd, failureCode: "authorization_expired"))
        #expect(try station.status(id) == "scheduled")
        try shard.markSeen()
        try station.deliver(id, 12_345)
        #expect(try shard.published(CaptureIntent.self).isEmpty)
        #expect(try station.total(id, "balanceDue") == 5030)
        #expect(try shard.published(BalanceDue.self).map(\.failureCode) == ["authorization_expired"])
    }

    @Test("A clock that jumps over the tries of a refused capture and the end of its authorisation leaves the refusal as the reason",
          arguments: [(Duration.days(7), "capture_declined"), (.minutes(20), "authorization_expired")])
    func jumpOverRetries(lifetime: Duration, reason: String) throws {
        let id = try station.place(tip, in: .minutes(30))
        try station.authorize(id, for: lifetime)
        try station.deliver(id, 12_345)
        try station.refuseCapture(id, 5030)
        try shard.advance(by: .days(8))
        try shard.receive(PaymentCanceled(paymentId: try station.payment(of: id), orderId: id, userId: "maya", amount: 6202,
                                          currency: .usd, failureCode: "authorization_expired"))
        try station.refuseCapture(id, 5030, "authorization_expired")
        let payment = try station.order(id)["payment"]
        #expect(payment?["status"] == "canceled" && payment?["failureCode"] == .string(reason))
        #expect(try shard.published(BalanceDue.self).map(\.failureCode) == [reason])
        #expect(try station.total(id, "balanceDue") == 5030)
    }

    @Test("A declined card leaves the order pending, and another one may be tried until the deadline")
    func anotherCard() throws {
        let id = try station.place()
        let first = try station.payment(of: id)
        #expect(station.slug(try pay(id, "card-2")) == "payment-not-expected")
        try station.decline(id)
        #expect(try station.order(id)["payment"]?["failureCode"] == "card_declined")
        #expect(try station.status(id) == "pending")
        try shard.markSeen()
        #expect(try shard.send(PayFuelOrder(id, ["paymentMethodId": "card-2"]), as: FuelStation.maya)?.status == 201)
        #expect(try shard.published(CancelIntent.self).map(\.paymentId) == [first])
        #expect(try shard.published(CreateIntent.self).map(\.paymentMethodId) == ["card-2"])
        // The first card's late authorisation is let go; the order waits for the second one.
        try station.authorize(id, first)
        #expect(try station.status(id) == "pending")
        #expect(try shard.published(CancelIntent.self).count == 2)
        try station.authorize(id)
        try station.authorize(id)
        #expect(try station.status(id) == "scheduled")
        #expect(try shard.published(ConfirmWindow.self).count == 1)
        #expect(try shard.published(OrderScheduled.self).count == 1)
    }

    @Test("Without an authorisation an order fails after a quarter of an hour; a later one is voided and changes nothing")
    func timeout() throws {
        let id = try station.place()
        try shard.advance(by: .minutes(15))
        let order = try station.order(id)
        #expect(order["status"] == "failed" && order["failure"]?["slug"] == "payment-timeout" && order["final"] == .null)
        #expect(try shard.published(ReleaseWindow.self).count == 1)
        let before = try shard.published(CancelIntent.self).count
        #expect(before == 1)
        try station.authorize(id)
        #expect(try shard.published(CancelIntent.self).count == 2)
        #expect(try station.status(id) == "failed")
        #expect(try shard.published(ConfirmWindow.self).isEmpty)
    }

    @Test("News of an attempt that has ended come too late, and a result that comes first counts")
    func outOfOrder() throws {
        let id = try station.place()
        let payment = try station.payment(of: id)
        func started(_ attempt: Int) -> PaymentStarted {
            PaymentStarted(paymentId: payment, orderId: id, userId: "maya", amount: 6202, currency: .usd, attempt: attempt, method: "card",
                           startedAt: shard.now, deadlineAt: shard.now + .minutes(15))
        }
        try station.decline(id)
        try shard.receive(started(1))
        #expect(try station.order(id)["payment"]?["status"] == "failed")
        try shard.receive(started(2))
        #expect(try station.order(id)["payment"]?["status"] == "processing")
        try station.authorize(id)
        try shard.receive(started(2))
        #expect(try station.order(id)["payment"]?["status"] == "requires_capture")
    }

    @Test("A tip after the delivery is a payment of its own; one that fails leaves room for another, which ends it")
    func lateTip() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        try station.captured(id, 4730)
        func give(_ amount: Int) throws -> Reply? {
            try shard.send(TipFuelDriver(id, ["amount": FuelStation.money(amount)]), as: FuelStation.maya)
        }
        #expect(try give(99)?.status == 422)
        try shard.markSeen()
        #expect(try give(300)?.status == 200)
        let first = try #require(try shard.published(CreateIntent.self).last)
        #expect(try first.methodOfPaymentId == station.payment(of: id))
        #expect(first.purpose == .tip)
        #expect(station.slug(try give(300)) == "tip-not-allowed")
        try station.decline(id, "card_declined", first.paymentId)
        #expect(try station.order(id)["tip"]?["amount"] == 0)
        #expect(try give(500)?.status == 200)
        #expect(try shard.published(CancelIntent.self).map(\.paymentId) == [first.paymentId])
        let second = try #require(try shard.published(CreateIntent.self).last)
        try station.captured(id, 500, second.paymentId)
        #expect(try station.order(id)["tip"]?["amount"] == 500 && station.total(id, "total") == 4730)
        #expect(try shard.published(PostLedger.self).map(\.transactionId) == ["tip:\(id)"])
        #expect(station.slug(try give(500)) == "tip-not-allowed")
    }

    @Test("The request for a tip creates a payment, so it says how the sandbox misbehaves")
    func tipInSandbox() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        try station.captured(id, 4730)
        try shard.markSeen()
        try shard.send(TipFuelDriver(id, ["amount": FuelStation.money(300)]), as: FuelStation.maya,
                       attributes: ["x-sandbox-payment": "never"])
        #expect(try shard.published(CreateIntent.self).map(\.sandbox) == ["never"])
    }

    @Test("The payment of a tip takes no attempt after the 72 hours, however late in them it was asked for")
    func tipDeadline() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        let delivered = shard.now.wholeSeconds
        try station.captured(id, 4730)
        shard.now = shard.now + .hours(71)
        try shard.markSeen()
        try shard.send(TipFuelDriver(id, ["amount": FuelStation.money(300)]), as: FuelStation.maya)
        let tip = try #require(try shard.published(CreateIntent.self).last)
        #expect(tip.purpose == .tip && tip.holdExpiresAt == delivered + .hours(72))
    }

    @Test("A tip ends with its 72 hours")
    func tipHours() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        try station.captured(id, 4730)
        shard.now = shard.now + .hours(72)
        let reply = try shard.send(TipFuelDriver(id, ["amount": FuelStation.money(300)]), as: FuelStation.maya)
        #expect(station.slug(reply) == "tip-not-allowed")
    }

    @Test("Refunds are counted once, and the order stays completed")
    func refunds() throws {
        let id = try station.schedule(in: .minutes(30))
        try station.deliver(id, 12_345)
        try station.captured(id, 4730)
        let event = RefundSucceeded(refundId: "r1", paymentId: try station.payment(of: id), orderId: id, amount: 1000, currency: .usd)
        try shard.receive(event)
        try shard.receive(event)
        let order = try station.order(id)
        #expect(order["status"] == "completed" && order["final"]?["refunded"]?["amount"] == 1000)
        #expect(order["payment"]?["status"] == "partially_refunded")
        #expect(try shard.published(FuelOrderRefunded.self).count == 1)
    }
}
