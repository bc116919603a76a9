import Contracts
import Crypto
import Foundation
import GRDB
import Kernel
import Messaging
import PaymentsKit
import PaymentsProviderCalls
import PaymentsService
import PaymentsStripe
import ServiceKit
import Testing
import TestKit

/// A payments shard of a tenant with a remote provider. The test plays the provider: it answers the calls that handlers queue.
struct RemoteProviderScene {
    let scene: PaymentScene
    var shard: ShardHarness<Payments> { scene.shard }
    static let webhookSecret = "whsec_of_the_test"

    init(sandbox: Bool = true) throws {
        let settings: JSONValue = ["stripe": ["secretKey": "stripe-key", "webhookSecret": "stripe-webhook",
            "returnURL": "https://app.example/back"]]
        scene = try PaymentScene(PaymentScene.definition(sandbox: sandbox, methods: ["stripe", "card"], settings: settings))
        try scene.shard.markSeen()
    }

    @discardableResult
    func confirm(sandbox: String? = nil) throws -> Reply {
        try scene.confirm(["type": "stripe", "token": "pm_card_visa"], sandbox: sandbox)
    }
    func refund(_ id: RefundID, _ amount: Int) throws {
        try shard.receive(RefundPayment(refundId: id, paymentId: "p-1", orderId: "o-1", amount: amount, currency: .ugx, reason: "test"))
    }

    /// Ids of the calls that wait for an answer, without the payment's.
    func calls() throws -> [String] {
        try shard.file.pool.read { try String.fetchAll($0, sql: "SELECT id FROM provider_call WHERE state = 'queued' ORDER BY id") }
    }
    func answer(_ call: String, _ state: PaymentReport.State? = nil, reference: String = "pi_1", amount: Int = PaymentScene.amount,
                code: String? = nil, tries: Int = 1, url: String? = nil, isRefused: Bool = false, refund: RefundReport? = nil,
                retryAfter: Int? = nil) throws {
        let report = state.map { PaymentReport(reference: reference, state: $0, amount: amount, currency: "UGX", code: code) }
        let sealed = try url.map { try shard.sealed($0).decoded(as: SealedValue.self) }
        try shard.receive(ProviderAnswered(callId: call, tries: tries, payment: report, actionURL: sealed, refund: refund, code: code,
            isRefused: isRefused, retryAfterSeconds: retryAfter))
    }
    /// Announced and confirmed; the answer to the confirmation is open.
    func start() throws {
        try confirm()
        try answer("create:p-1:1", .open)
    }
    func paid() throws {
        try start()
        try answer("confirm:p-1:1", .succeeded)
        try shard.markSeen()
    }

    // MARK: - Events of the provider

    static func event(_ id: String, status: String, amount: Int = PaymentScene.amount * 100, attempt: Int = 1, reference: String = "pi_1",
                      livemode: Bool = false) -> String {
        """
        {"id":"\(id)","object":"event","livemode":\(livemode),"type":"payment_intent.\(status)",
        "data":{"object":{"id":"\(reference)","object":"payment_intent",
        "status":"\(status)","amount":\(amount),"amount_received":\(amount),"currency":"ugx","client_secret":"pi_1_secret_2",
        "metadata":{"souk_tenant":"eventpass","souk_payment":"p-1","souk_attempt":"\(attempt)"}}}}
        """
    }
    /// Sends an event as the gateway would pass it on.
    @discardableResult
    func send(_ event: String, secret: String = webhookSecret, signedAt: Timestamp? = nil,
              changing: (String) -> String = { $0 }, withSecret: Bool = true) throws -> Reply {
        let received = Timestamp(secondsSinceEpoch: 1_900_000_000)  // Real time: the tenant's clock is another.
        let seconds = (signedAt ?? received).secondsSinceEpoch
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(seconds).\(event)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        let header = "t=\(seconds),v1=" + mac.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
        let reply = try shard.sendThroughPreprocessor(PrepareStripeEvent.self, ["payload": try shard.sealed(changing(event))],
            attributes: ["stripe-signature": header, "received": received.description],
            environment: withSecret ? ["SOUK_PROVIDER_EVENTPASS_STRIPE_WEBHOOK": Self.webhookSecret] : [:])
        // What the event says comes as a message of its own.
        try shard.advance(by: .milliseconds(1))
        return reply ?? Reply(status: 0, body: [])
    }
}
