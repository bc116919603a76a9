import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsRefunds
import PaymentsService
import Testing
import TestKit

@Suite("Refunds")
struct RefundTests {
    private func refund(_ id: RefundID, _ amount: Int) -> RefundPayment {
        RefundPayment(refundId: id, paymentId: "p-1", orderId: "o-1", amount: amount, currency: .ugx, reason: "test")
    }

    @Test("Parts make it partially refunded, the whole makes it refunded, more is answered by a failure")
    func parts() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        try scene.shard.markSeen()
        try scene.shard.receive(refund("r-1", 40_000))
        #expect(try scene.status() == "partially_refunded")
        try scene.shard.receive(refund("r-2", 60_001))
        #expect(try scene.shard.published(RefundFailed.self).first?.failureCode == "refund-exceeds-payment")
        try scene.shard.receive(refund("r-3", 60_000))
        #expect(try scene.status() == "refunded")
        #expect(try scene.events() == ["refund-succeeded", "refund-failed", "refund-succeeded"])
    }

    @Test("The same refund sent twice goes back once")
    func twice() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        try scene.shard.receive(refund("r-1", 10_000))
        try scene.shard.receive(refund("r-1", 10_000))
        #expect(try scene.shard.published(RefundSucceeded.self).count == 1)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).json["refundedAmount"] == 10_000)
    }

    @Test("Wrong fields are named before an unknown payment, or after it where the app says so", arguments: [false, true])
    func unknownPayment(isFirst: Bool) throws {
        let scene = try PaymentScene(PaymentScene.definition(settings: ["unknownFirst": .bool(isFirst)]))
        func ask(_ payment: String, _ fields: String) throws -> Reply? {
            try scene.shard.send(raw: #"{"paymentId":"\#(payment)",\#(fields)}"#, type: RequestPaymentRefund.type,
                                 as: PaymentScene.moderator)
        }
        #expect(try ask("p-9", #""amount":0,"reason":5"#)?.status == (isFirst ? 404 : 422))
        #expect(try ask("p-9", #""reason":"Wrong day""#)?.status == 404)
        let errors = try ask("p-1", #""amount":0,"reason":5,"chargedTo":"me""#)?.json["errors"]?.object
        #expect(errors?.keys.sorted() == ["amount", "chargedTo", "reason"])
    }

    @Test("What was not paid cannot be refunded")
    func notPaid() throws {
        let scene = try PaymentScene()
        try scene.shard.receive(refund("r-1", 10_000))
        #expect(try scene.shard.published(RefundFailed.self).first?.failureCode == "not-paid")
    }

    @Test("A refund by hand needs the permission and answers 201; without an amount all that is left goes back")
    func byHand() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        #expect(try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 1, reason: "please"), as: PaymentScene.buyer)?.status
            == 403)
        let first = try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 30_000, reason: "Wrong date"),
                                         as: PaymentScene.moderator)
        #expect(first?.status == 201)
        #expect(first?.json["status"] == "succeeded")
        #expect(try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 70_001, reason: "Too much"),
            as: PaymentScene.moderator)?.slug == "refund-exceeds-payment")
        #expect(try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", reason: "The rest"), as: PaymentScene.moderator)?.json["amount"]
            == 70_000)
        #expect(try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 1, reason: " "), as: PaymentScene.moderator)?.fields
            == ["reason"])
    }

    @Test("Whoever may refund a payment may read it, with the reason that was given; others may not (12.F31)")
    func readByRefunder() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", reason: "Wrong date"), as: PaymentScene.moderator)
        let seen = try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.moderator)
        #expect((seen.status, seen.json["status"], seen.json["refunds"]?.array?.first?["reason"]) == (200, "refunded", "Wrong date"))
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-2"], as: PaymentScene.moderator).status == 404)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: .user("stranger")).status == 404)
        let refunded = try #require(try scene.shard.published(RefundSucceeded.self).first)
        #expect((refunded.reason, refunded.refundedTotal) == (nil, 100_000))
        // Orders stores the text; the event, which every service may read, has none (review).
        #expect(try scene.shard.published(KeepRefundReason.self)
            == [KeepRefundReason(refundId: refunded.refundId, orderId: refunded.orderId, reason: "Wrong date",
                                 amount: Money(refunded.amount, .ugx))])
    }

    @Test("A refund of somebody who erased the account goes back to where the money came from (12.F35)")
    func erasedBuyer() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4000000000007726"))
        try scene.shard.receive(UserErased(userId: PaymentScene.buyer.userID))
        try scene.shard.receive(refund("r-1", 100_000))
        try scene.shard.advance(by: .seconds(3))
        let seen = try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.moderator)
        #expect(seen.json["status"] == "refunded")
        #expect(seen.json["method"]?["last4"] == "")
    }

    @Test("A pending refund counts against the amount until it ends")
    func pending() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4000000000007726"))
        try scene.shard.receive(refund("r-1", 60_000))
        #expect(try scene.status() == "succeeded")
        try scene.shard.receive(refund("r-2", 40_001))
        #expect(try scene.shard.published(RefundFailed.self).count == 1)
        try scene.shard.advance(by: .seconds(3))
        #expect(try scene.status() == "partially_refunded")
    }

    @Test("A refund the provider refuses is tried again after 10 min, 1 h and 6 h, then fails and frees its amount")
    func retries() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4000000000005126"))
        try scene.shard.receive(refund("r-1", 100_000))
        try scene.shard.advance(by: .hours(7) + .minutes(10) - .milliseconds(1))
        #expect(try scene.shard.published(RefundFailed.self).isEmpty)
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.shard.published(RefundFailed.self).map(\.failureCode) == ["refund_failed"])
        #expect(try scene.status() == "succeeded")
        try scene.shard.receive(refund("r-2", 100_000))
        #expect(try scene.shard.published(RefundFailed.self).count == 1)
    }

    @Test("Whatever the order of requests, tries and results, never more than was paid goes back", arguments: 1...20)
    func neverTooMuch(seed: UInt64) throws {
        var random = SplitMix(seed)
        let cards = ["4242424242424242", "4000000000007726", "4000000000005126"]
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card(cards[random.below(3)]))
        for step in 0..<30 {
            switch random.below(4) {
            case 0: try scene.shard.receive(refund(RefundID("r-\(step)"), 1 + random.below(60_000)))
            case 1: try scene.shard.receive(refund(RefundID("r-\(max(0, step - 1))"), 1 + random.below(60_000)))
            case 2:
                try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: random.below(2) == 0 ? nil : 1 + random.below(50_000),
                                                          reason: "test"),
                as: PaymentScene.moderator)
            default: try scene.shard.advance(by: .minutes(random.below(600)))
            }
            let details = try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).json
            let refunds = details["refunds"]?.array ?? []
            func sum(_ status: JSONValue) -> Int { refunds.filter { $0["status"] == status }.compactMap { $0["amount"]?.int }.reduce(0, +) }
            #expect(sum("succeeded") + sum("pending") <= PaymentScene.amount)
            #expect(sum("succeeded") == details["refundedAmount"]?.int)
            let refunded = try scene.shard.published(RefundSucceeded.self).map(\.amount).reduce(0, +)
            #expect(refunded == sum("succeeded"))
        }
        #expect(try scene.shard.deadLetters() == [])
    }
}

/// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (OOPSLA 2014).
struct SplitMix {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
