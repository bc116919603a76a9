import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import ServiceKit
import TestKit

/// A payments shard of one tenant with one intent for 100,000 UGX by `buyer`.
struct PaymentScene {
    let shard: ShardHarness<Payments>
    static let buyer = Principal.user("buyer")
    static let moderator = Principal.user("moderator", roles: ["moderator"])
    static let start = Timestamp(secondsSinceEpoch: 1_795_244_400)  // 2026-11-21T07:00:00Z
    static let amount = 100_000

    static func definition(sandbox: Bool = true, methods: [String] = ["card", "mtn_momo", "airtel_money"],
        settings: JSONValue = ["lateMinutes": 22]) -> TenantDefinition {
        TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, phonePrefix: "+256", sandbox: sandbox,
                         roles: ["moderator": ["payments:refund"]], plugins: ["payments-stub": methods],
                         settings: ["payments-stub": settings])
    }

    init(_ definition: TenantDefinition = Self.definition(), payment: PaymentID = "p-1", order: OrderID = "o-1",
         hold: Duration? = .minutes(15), sandbox: String? = nil) throws {
        shard = try ShardHarness(Payments.self, definition: definition, now: Self.start)
        try intend(payment, order: order, hold: hold, sandbox: sandbox)
    }

    func intend(_ payment: PaymentID, order: OrderID = "o-1", hold: Duration? = .minutes(15), sandbox: String? = nil) throws {
        try shard.receive(CreateIntent(paymentId: payment, orderId: order, userId: Self.buyer.userID, organizerId: "organizer",
            amount: Self.amount, currency: .ugx,
                                       eventId: "e-1", holdExpiresAt: hold.map { shard.now + $0 }, sandbox: sandbox))
    }

    /// Pays by card or phone number, through a preprocessor, as the gateway would send it.
    @discardableResult
    func confirm(_ method: JSONValue, payment: String = "p-1", as who: Principal = Self.buyer, sandbox: String? = nil) throws -> Reply {
        let text = String(decoding: try JSON.encode(method), as: UTF8.self)
        let body: JSONValue = ["paymentId": .string(payment), "method": try shard.sealed(text)]
        let reply = try shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, body, as: who,
                                                      attributes: sandbox.map { ["x-sandbox-payment": $0] } ?? [:])
        return reply ?? Reply(status: 0, body: [])
    }
    static func card(_ number: String) -> JSONValue {
        ["type": "card", "number": .string(number), "expMonth": 12, "expYear": 2030, "cvc": "123"]
    }
    static func momo(_ ending: String) -> JSONValue { ["type": "mtn_momo", "phone": .string("+2567720000" + ending)] }

    func status(of payment: String = "p-1") throws -> String {
        try shard.ask(PaymentDetails.self, ["paymentId": .string(payment)], as: Self.buyer).json["status"]?.string ?? "none"
    }
    func status(of payment: String, secret: String) throws -> String {
        try shard.ask(PaymentDetails.self, ["paymentId": .string(payment), "clientSecret": .string(secret)])
            .json["status"]?.string ?? "none"
    }
    /// Events since the last call, without their prefix and version.
    func events() throws -> [String] {
        let types = try shard.publishedTypes().map { $0.replacing("payments.", with: "").replacing(".v1", with: "") }
        try shard.markSeen()
        return types
    }
}

extension Reply {
    var slug: String { json["slug"]?.string ?? "" }
    var fields: [String] { (json["errors"]?.object ?? [:]).keys.sorted() }
}
