import Contracts
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsIntents
import PaymentsMethods
import PaymentsRefunds
import PaymentsService
import ServiceKit
import Testing
import TestKit

@Suite("What a payment of an order is for")
struct PurposeTests {
    private let shard: ShardHarness<Payments>
    private let maya = Principal.user("maya", roles: ["customer"])
    private let staff = Principal.user("priya", roles: ["dispatcher"])
    private let auditor = Principal.user("elena", roles: ["auditor"])
    private let order: OrderID = "o-1"

    init() throws {
        let definition = TenantDefinition(
            tenant: "autofill", name: "AutoFill", currency: .usd, phonePrefix: "+1", sandbox: true,
            roles: ["customer": [], "dispatcher": ["payments:refund"], "auditor": ["reports:read"]],
            plugins: ["payments-stub": ["card", "apple_pay", "google_pay", "account-ledger"]],
            settings: ["payments-stub": ["overCapturePercent": 10, "pollAfterMinutes": 20, "fixedWindow": true]])
        shard = try ShardHarness(Payments.self, definition: definition, now: PaymentScene.start)
    }

    @discardableResult
    private func keep(_ type: String = "card", _ token: String = "tok_visa") throws -> String {
        let body: JSONValue = ["type": .string(type), "token": try shard.sealed(token)]
        let reply = try #require(try shard.sendThroughPreprocessor(PrepareMethod<Payments>.self, body, as: maya))
        #expect(reply.status == 201)
        return try #require(reply.json["id"]?.string)
    }
    private func intend(_ payment: PaymentID, _ purpose: PaymentPurpose?, amount: Int = 6202,
                        _ change: (inout CreateIntent) -> Void = { _ in }) throws {
        var intent = CreateIntent(paymentId: payment, orderId: order, userId: maya.userID, amount: amount, currency: .usd)
        intent.purpose = purpose
        if purpose == .order { intent.captureMethod = .manual }
        change(&intent)
        try shard.receive(intent)
    }
    private func capture(_ payment: PaymentID, _ amount: Int) throws {
        try shard.receive(CaptureIntent(paymentId: payment, orderId: order, amount: amount, currency: .usd))
    }
    private func status(_ payment: PaymentID) throws -> JSONValue? {
        try shard.ask(PaymentDetails.self, ["paymentId": .string(payment.rawValue)], as: maya).json["status"]
    }

    @Test("A card, Apple Pay and Google Pay are authorised by their token, and what is told names the purpose and the card",
          arguments: ["card", "apple_pay", "google_pay"])
    func authorized(type: String) throws {
        try keep(type)
        try intend("p-1", .order) { $0.usesDefaultMethod = true }
        #expect(try status("p-1") == "requires_capture")
        try capture("p-1", 5030)
        let paid = try #require(try shard.published(PaymentSucceeded.self).first)
        #expect((paid.amount, paid.purpose, paid.paidWith) == (5030, .order, PaidWith(method: type, brand: "visa", last4: "4242")))
        #expect(try shard.published(IntentCreated.self).first?.purpose == .order)
        #expect(try shard.published(PaymentStarted.self).first?.purpose == .order)
        #expect(try shard.published(PaymentAuthorized.self).first?.purpose == .order)
    }

    @Test("A declined token fails with its code and leaves the payment open for another card", arguments: [
        ("tok_chargeDeclined", "card_declined"), ("tok_chargeDeclinedInsufficientFunds", "insufficient_funds"),
    ])
    func declined(token: String, code: String) throws {
        try keep("google_pay", token)
        try intend("p-1", .order) { $0.usesDefaultMethod = true }
        let failed = try #require(try shard.published(PaymentFailed.self).first)
        #expect((failed.failureCode, failed.purpose) == (code, .order))
        #expect(try status("p-1") == "failed")
    }

    @Test("Who keeps no method has an order that waits for one; a tip fails at once")
    func nothingKept() throws {
        try intend("p-1", .order) { $0.usesDefaultMethod = true }
        #expect(try status("p-1") == "requires_payment_method" && shard.published(PaymentFailed.self).isEmpty)
        try intend("p-2", .tip, amount: 300) { $0.usesDefaultMethod = true }
        #expect(try shard.published(PaymentFailed.self).map(\.failureCode) == ["payment_method_not_found"])
    }

    @Test("A tip and a balance stand beside the paid order; a second tip is not taken")
    func sideBySide() throws {
        let card = try keep()
        try intend("p-1", .order) { $0.paymentMethodId = card }
        try capture("p-1", 5030)
        for (payment, purpose) in [("p-2", PaymentPurpose.tip), ("p-3", .balance)] {
            try intend(PaymentID(payment), purpose, amount: 300) { $0.methodOfPaymentId = "p-1" }
            #expect(try status(PaymentID(payment)) == "succeeded", "\(purpose)")
        }
        try intend("p-4", .tip, amount: 300) { $0.methodOfPaymentId = "p-1" }
        #expect(try status("p-4") == "canceled")
        #expect(try shard.published(PaymentSucceeded.self).map(\.amount) == [5030, 300, 300])
        #expect(try shard.published(RefundSucceeded.self).isEmpty)
    }

    @Test("The method of another payment is taken after its card was forgotten, but never that of another person")
    func methodOfPayment() throws {
        let card = try keep()
        try intend("p-1", .order) { $0.paymentMethodId = card }
        try shard.send(RemovePaymentMethod(methodId: MethodID(card)), as: maya)
        #expect(try status("p-1") == "requires_capture")
        try intend("p-2", .tip, amount: 300) { $0.methodOfPaymentId = "p-1" }
        #expect(try status("p-2") == "succeeded")
        var foreign = CreateIntent(paymentId: "p-9", orderId: "o-9", userId: "nina", amount: 300, currency: .usd)
        (foreign.purpose, foreign.methodOfPaymentId) = (.tip, "p-1")
        try shard.receive(foreign)
        #expect(try shard.published(PaymentFailed.self).map(\.failureCode) == ["payment_method_not_found"])
    }

    @Test("What was captured by hand, a tip and a balance go back without an entry in the books; before the capture nothing does")
    func refunds() throws {
        let card = try keep()
        func refund(_ payment: PaymentID, _ amount: Int?) throws -> Reply? {
            try shard.send(RequestPaymentRefund(paymentId: payment, amount: amount, reason: "Spilled"), as: staff)
        }
        try intend("p-1", .order) { $0.paymentMethodId = card }
        #expect(try refund("p-1", 100)?.slug == "payment-state")
        try capture("p-1", 5030)
        #expect(try refund("p-1", 5031)?.slug == "refund-exceeds-payment")
        #expect(try refund("p-1", 1000)?.status == 201)
        #expect(try refund("p-1", 4031)?.slug == "refund-exceeds-payment")
        #expect(try refund("p-1", nil)?.json["amount"] == 4030)
        let told = try shard.published(RefundSucceeded.self)
        #expect(told.map(\.refundedTotal) == [1000, 5030] && told.allSatisfy { $0.purpose == .order })
        try intend("p-2", .tip, amount: 300) { $0.methodOfPaymentId = "p-1" }
        #expect(try refund("p-2", nil)?.status == 201)
        #expect(try shard.published(RefundSucceeded.self).last?.purpose == .tip)
        #expect(try shard.ask(LedgerReport.self, as: auditor).json["sum"]?["amount"] == 0)
    }

    @Test("A payment of another app carries no purpose and no card")
    func withoutPurpose() throws {
        let card = try keep()
        try intend("p-1", nil) { $0.paymentMethodId = card }
        let paid = try #require(try shard.published(PaymentSucceeded.self).first)
        #expect(paid.purpose == nil && paid.paidWith == nil)
    }
}
