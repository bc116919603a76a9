import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsRefunds
import PaymentsService
import ServiceKit
import TestKit

/// A payments shard with one intent for 100,000 UGX that is captured by hand, up to 10 % above what was authorised.
struct CaptureScene {
    let scene: PaymentScene
    var shard: ShardHarness<Payments> { scene.shard }

    init(over: Int = 10, roles: [String: [String]] = ["moderator": ["payments:refund"]]) throws {
        let definition = TenantDefinition(
            tenant: "eventpass", name: "EventPassUG", currency: .ugx, phonePrefix: "+256", sandbox: true, roles: roles,
            plugins: ["payments-stub": ["card", "mtn_momo"]],
            settings: ["payments-stub": ["lateMinutes": 22, "overCapturePercent": .int(over)]])
        scene = try PaymentScene(definition, payment: "p-0", order: "o-0")
        try intend("p-1", "o-1")
        try shard.markSeen()
    }

    func intend(_ payment: PaymentID, _ order: OrderID) throws {
        var intent = CreateIntent(paymentId: payment, orderId: order, userId: PaymentScene.buyer.userID, amount: PaymentScene.amount,
                                  currency: .ugx)
        intent.captureMethod = .manual
        try shard.receive(intent)
    }
    @discardableResult
    func authorize(_ card: String = "4242424242424242", sandbox: String? = nil) throws -> Reply {
        try scene.confirm(PaymentScene.card(card), sandbox: sandbox)
    }
    func capture(_ amount: Int, payment: PaymentID = "p-1", order: OrderID = "o-1") throws {
        try shard.receive(CaptureIntent(paymentId: payment, orderId: order, amount: amount, currency: .ugx))
    }
    func cancel() throws { try shard.receive(CancelIntent(paymentId: "p-1", orderId: "o-1")) }
    func payment() throws -> JSONValue { try shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).json }
    func failures() throws -> [String] { try shard.published(CaptureFailed.self).map(\.failureCode) }
    func refund(_ amount: Int? = nil) throws -> Reply? {
        try shard.send(RequestPaymentRefund(paymentId: "p-1", amount: amount, reason: "Wrong date"), as: PaymentScene.moderator)
    }
}
