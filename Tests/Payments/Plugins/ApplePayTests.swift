import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsKit
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

    @Test("An app that names its tokens takes no others, also of those that the sandbox knows")
    func namedTokens() throws {
        #expect(try keep("apple_pay", "tok_visa").status == 201)
        var definition = LedgerScene.definition()
        definition.plugins["payments-stub"] = ["card", "apple_pay", "account-ledger"]
        var settings = definition.settings["payments-stub"]?.object ?? [:]
        settings["sandboxTokens"] = ["tok_apple_ok"]
        definition.settings["payments-stub"] = .object(settings)
        let strict = try LedgerScene(definition)
        func keepStrictly(_ token: String, _ others: [String: JSONValue] = [:]) throws -> Reply {
            let body = JSONValue.object(others.merging(["type": "apple_pay", "token": try strict.shard.sealed(token)]) { own, _ in own })
            return try #require(try strict.shard.sendThroughPreprocessor(PrepareMethod<Payments>.self, body, as: nora))
        }
        #expect(try keepStrictly("tok_visa").fields == ["token"] && keepStrictly("tok_apple_declined").fields == ["token"])
        #expect(try keepStrictly("tok_visa", ["number": try strict.shard.sealed("4242424242424242")]).fields == ["token"])
        #expect(try keepStrictly(" tok_apple_ok ").status == 201)
    }

    @Test("Of its tokens an app names one at least")
    func settings() throws {
        for wrong in [[], [""]] as [JSONValue] {
            #expect(PaymentSettings.problems(of: ["sandboxTokens": wrong]).map(\.path) == ["sandboxTokens"])
        }
        #expect(PaymentSettings.problems(of: ["sandboxTokens": ["tok"]]).isEmpty)
    }
}
