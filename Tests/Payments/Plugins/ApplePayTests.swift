import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import Testing
import TestKit

@Suite("Apple Pay")
struct ApplePayTests {
    private let scene: LedgerScene
    private let nora = Principal.user("nora", roles: ["customer"])

    init() throws {
        var definition = LedgerScene.definition()
        definition.plugins["payments-stub"] = ["card", "apple_pay", "account-ledger", "cash-on-delivery"]
        scene = try LedgerScene(definition)
    }
    private func keep(_ type: String, _ token: String?) throws -> Reply {
        var body: [String: JSONValue] = ["type": .string(type)]
        if let token { body["token"] = try scene.shard.sealed(token) }
        return try #require(try scene.shard.sendThroughPreprocessor(PrepareMethod<Payments>.self, .object(body), as: nora))
    }

    @Test("A token of the sheet is kept and pays or is declined; other tokens and types are 422")
    func tokens() throws {
        let good = try keep("apple_pay", "tok_apple_ok"), bad = try keep("apple_pay", "tok_apple_declined")
        #expect(good.status == 201 && good.json["type"] == "apple_pay" && good.json["isDefault"] == true)
        #expect(try keep("apple_pay", "tok_apple").fields == ["token"] && keep("apple_pay", nil).fields == ["token"])
        for type in ["cash", "mtn_momo", "stripe", "gold"] { #expect(try keep(type, "tok_apple_ok").fields == ["type"]) }
        for (number, method) in [good, bad].enumerated() {
            var intent = CreateIntent(paymentId: PaymentID("p-\(number)"), orderId: OrderID("o-\(number)"), userId: "nora", amount: 100,
                                      currency: LedgerScene.sar)
            intent.paymentMethodId = method.json["id"]?.string
            try scene.shard.receive(intent)
        }
        #expect(try scene.shard.published(PaymentSucceeded.self).map(\.orderId) == ["o-0"])
        #expect(try scene.shard.published(PaymentFailed.self).map(\.failureCode) == ["card_declined"])
        #expect(try scene.shard.columns(holding: "tok_apple").isEmpty)
    }
}
