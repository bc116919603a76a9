import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsRefunds
import PaymentsService
import Testing
import TestKit

@Suite("Refunds by hand in an app with books")
struct RefundChargeTests {
    private static let support = Principal.user("support", roles: ["support"])
    private let scene: LedgerScene

    init() throws {
        var definition = LedgerScene.definition()
        definition.settings["payments-stub"] = .object(
            (definition.settings["payments-stub"]?.object ?? [:]).merging(["plainConflicts": true, "fixedWindow": true]) { own, _ in own })
        scene = try LedgerScene(definition)
    }

    /// An order of 78.00 that is paid by card.
    private func pay(_ order: String = "o-1", reference: String = "succeeds") throws {
        try scene.shard.receive(ImportPaymentMethod(methodId: "m-\(reference)", userId: "nora", methodType: "card", reference: reference,
                                                    last4: "4242"))
        var intent = CreateIntent(paymentId: PaymentID("p-" + order), orderId: OrderID(order), userId: "nora", amount: 7800,
                                  currency: LedgerScene.sar, holdExpiresAt: scene.shard.now + .minutes(10))
        intent.paymentMethodId = "m-\(reference)"
        try scene.shard.receive(intent)
    }
    private func refund(_ amount: Int?, _ payer: RefundPayer? = nil, order: String = "o-1",
                        as who: Principal = LedgerScene.accountant) throws -> Reply {
        try #require(try scene.shard.send(RequestPaymentRefund(paymentId: PaymentID("p-" + order), amount: amount, reason: "Cold soup",
                                                               chargedTo: payer), as: who))
    }
    private func lines(_ transaction: String) throws -> [String: Int] {
        let transactions = try scene.report().json["transactions"]?.array ?? []
        let entries = transactions.first { $0["id"]?.string == transaction }?["entries"]?.array ?? []
        let parts = entries.map { ($0["userId"]?.string ?? $0["account"]?.string ?? "", $0["amount"]?["amount"]?.int ?? 0) }
        return Dictionary(parts) { $0 + $1 }
    }

    @Test("The platform pays for a refund, or the owner if who asks says so; the books say who")
    func payers() throws {
        try pay()
        try scene.deliver("o-1")
        let first = try refund(1000)
        #expect(first.status == 201 && first.json["status"] == "succeeded")
        #expect(try lines("refund:\(first.json["id"]?.string ?? "")") == ["platform": -1000, "card_clearing": 1000])
        let second = try refund(2000, .restaurant)
        #expect(try lines("refund:\(second.json["id"]?.string ?? "")") == ["owner": -2000, "card_clearing": 2000])
        let entry = try scene.entries()[0]
        #expect(entry["type"] == "refund" && entry["orderId"] == "o-1" && entry["restaurantId"] == "sofra-24")
        #expect(try scene.wallet()[0] == 3270)
        #expect(try refund(nil).json["amount"] == 4800)
        #expect(try refund(1).slug == "conflict" && refund(nil).slug == "conflict", "nothing is left")
        #expect(try scene.report().json["sum"]?["amount"] == 0)
    }

    @Test("Cash cannot go back to a card, and an order that has not ended is cancelled instead")
    func states() throws {
        try pay()
        #expect(try refund(100).slug == "order-not-delivered")
        try scene.shard.receive(RecordOrderCash(paymentId: "p-o-2", orderId: "o-2", userId: "nora", courierId: "courier",
                                                amount: LedgerScene.money(7800)))
        #expect(try refund(100, order: "o-2").slug == "cash-not-refundable")
        try scene.deliver("o-2", isCash: true)
        #expect(try refund(7801, order: "o-2").slug == "cash-not-refundable", "before more than is left")
        #expect(try refund(100, order: "o-9").status == 404)
        try scene.deliver("o-1")
        #expect(try refund(7801).slug == "conflict" && refund(0).fields == ["amount"] && refund(-1).fields == ["amount"])
        #expect(try refund(7800).status == 201)
    }

    @Test("Nothing is left of an order that was cancelled and gave all back, and nobody is told to cancel it")
    func cancelledBefore() throws {
        try pay()
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "p-o-1", orderId: "o-1", amount: 7800,
                                              currency: LedgerScene.sar, reason: "cancelled"))
        #expect(try refund(100).slug == "conflict" && refund(nil).slug == "conflict")
        #expect(try refund(100, .restaurant).slug == "conflict", "also for an owner who sold nothing")
    }

    @Test("Support refunds up to a limit for each order, all of them together; another role has none")
    func limits() throws {
        try pay()
        try scene.shard.receive(CreateIntent(paymentId: "p-big", orderId: "big", userId: "nora", amount: 50_000, currency: LedgerScene.sar))
        try scene.deliver("o-1")
        func support(_ amount: Int?, as who: Principal = Self.support) throws -> Reply { try refund(amount, as: who) }
        #expect(try support(6000).status == 201)
        let other = Principal.user("support-2", roles: ["customer", "support"])
        let refused = try support(4001, as: other)
        #expect(refused.status == 403 && refused.slug == "refund-limit")
        #expect(try refund(10_001, order: "big", as: Self.support).slug == "refund-limit", "before what the order's state forbids")
        #expect(try refund(1, order: "big", as: Self.support).slug == "order-not-delivered")
        #expect(try support(.max).fields == ["amount"] && support(1800, as: other).status == 201)
        #expect(try support(1).slug == "conflict" && support(2201).slug == "refund-limit")
        let both = Principal.user("chief", roles: ["support", "accountant"])
        #expect(try refund(10_001, order: "big", as: both).slug == "order-not-delivered", "the role without a limit counts")
        #expect(try refund(1, as: .user("nora", roles: ["customer"])).status == 403)
    }

    @Test("A refund that fails is tried after an hour, three times; a person who makes up for it changes no books")
    func failing() throws {
        try pay(reference: "refund_fails")
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "p-o-1", orderId: "o-1", amount: 7000,
                                              currency: LedgerScene.sar, reason: "cancelled"))
        try scene.shard.receive(PostLedger(transactionId: "cancelled:o-1", orderId: "o-1", ownerId: "owner", entries: [
            LedgerScene.line(.user, .cancellationFee, 800, "owner"), LedgerScene.line(.cardClearing, .cancellationFee, -800),
        ]))
        #expect(try refund(nil).json["amount"] == 800, "7000 are on their way")
        for hour in 1...3 {
            #expect(try scene.shard.published(RefundFailed.self).isEmpty, "\(hour)")
            try scene.shard.advance(by: .hours(1))
        }
        #expect(try scene.shard.published(RefundFailed.self).map(\.refundId).contains("r-1"))
        // This card fails every refund; what counts is which part would be booked.
        let again = try refund(7200)
        #expect(again.status == 201)
        #expect(try scene.report().json["meta"]?["total"] == 1)
    }

    @Test("A kept method pays at once; an unknown one, or somebody else's, fails and may be tried again within the window")
    func keptMethod() throws {
        try pay()
        #expect(try scene.shard.published(PaymentSucceeded.self).map(\.orderId) == ["o-1"])
        var intent = CreateIntent(paymentId: "p-2", orderId: "o-2", userId: "yara", amount: 7800, currency: LedgerScene.sar,
                                  holdExpiresAt: scene.shard.now + .minutes(10))
        intent.paymentMethodId = "m-succeeds"
        try scene.shard.receive(intent)
        #expect(try scene.shard.published(PaymentFailed.self).map(\.failureCode) == ["payment_method_not_found"])
        let yara = Principal.user("yara", roles: ["customer"])
        func confirm() throws -> Reply {
            let card: JSONValue = ["type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030, "cvc": "123"]
            let text = String(decoding: try JSON.encode(card), as: UTF8.self)
            let body: JSONValue = ["paymentId": "p-2", "method": try scene.shard.sealed(text)]
            return try #require(try scene.shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, body, as: yara))
        }
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-2"], as: yara).json["status"] == "failed")
        try scene.shard.advance(by: .minutes(9))
        #expect(try confirm().json["status"] == "succeeded")
        #expect(try confirm().slug == "conflict")
        intent = CreateIntent(paymentId: "p-3", orderId: "o-3", userId: "nora", amount: 7800, currency: LedgerScene.sar,
                              holdExpiresAt: scene.shard.now + .minutes(10))
        intent.paymentMethodId = "m-card_declined"
        try scene.shard.receive(ImportPaymentMethod(methodId: "m-card_declined", userId: "nora", methodType: "card",
                                                    reference: "card_declined", last4: "0002"))
        try scene.shard.receive(intent)
        #expect(try scene.shard.published(PaymentFailed.self).map(\.failureCode) == ["payment_method_not_found", "card_declined"])
        try scene.shard.advance(by: .minutes(10))
        let late = try scene.shard.send(ConfirmPayment(paymentId: "p-3", paymentMethodId: "m-succeeds"), as: .user("nora"))
        #expect(late?.slug == "conflict", "tries do not extend the window")
    }
}
