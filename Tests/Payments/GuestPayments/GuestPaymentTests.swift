import Contracts
import Kernel
import Messaging
import PaymentsGuestPayments
import PaymentsIntents
import PaymentsService
import Testing
import TestKit

@Suite("Guests who pay by a key")
struct GuestPaymentTests {
    private static let secret = "a-guest-key"
    private func scene(_ definition: TenantDefinition = PaymentScene.definition()) throws -> PaymentScene {
        let scene = try PaymentScene(definition)
        var intent = CreateIntent(paymentId: "p-guest", orderId: "appointment/31", userId: "guest:31", amount: 100_000, currency: .ugx,
                                  holdExpiresAt: PaymentScene.start + .minutes(30))
        intent.clientSecretHash = ClientSecret.hash(Self.secret)
        intent.returnUrl = "http://127.0.0.1/t/x/appointment/m"
        try scene.shard.receive(intent)
        return scene
    }
    private func card(_ scene: PaymentScene, _ number: String, more: [String: JSONValue] = [:]) throws -> JSONValue {
        .object(["number": try scene.shard.sealed(number), "expMonth": try scene.shard.sealed("12"),
                 "expYear": try scene.shard.sealed("2030"), "cvc": try scene.shard.sealed("123")]
            .merging(more) { $1 })
    }

    @Test("The key opens the payment, another one nothing, none at all asks to sign in")
    func access() throws {
        let scene = try scene()
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-guest", "clientSecret": .string(Self.secret)]).status == 200)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-guest", "clientSecret": "wrong"]).status == 404)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-guest"]).status == 401)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-guest"], as: PaymentScene.buyer).status == 404)
    }

    @Test("The page says until when the payment is awaited, also after a try that failed (12.F15)")
    func deadline() throws {
        let scene = try scene()
        func page() throws -> String {
            String(decoding: try scene.shard.ask(ShowPayPage.self, ["clientSecret": .string(Self.secret), "lang": "en"]).body,
                   as: UTF8.self)
        }
        let due = "<time datetime=\"2026-11-21T07:30:00Z\"><bdi>2026-11-21 07:30 (UTC, UTC+00:00)</bdi></time>"
        #expect(try page().contains(due))
        _ = try scene.shard.sendThroughPreprocessor(PreparePayOnPage<Payments>.self,
                                                    card(scene, "4000000000000002", more: ["clientSecret": .string(Self.secret)]))
        #expect(try scene.status(of: "p-guest", secret: Self.secret) == "failed" && page().contains(due))
        _ = try scene.shard.sendThroughPreprocessor(PreparePayOnPage<Payments>.self,
                                                    card(scene, "4242424242424242", more: ["clientSecret": .string(Self.secret)]))
        #expect(try !page().contains("Pay by"))
    }

    @Test("The page writes the amount as its language does", arguments: [("en", "UGX 100,000"), ("es", "UGX 100.000")])
    func amount(language: String, text: String) throws {
        var definition = PaymentScene.definition()
        definition.languages = ["en", "es"]
        let scene = try scene(definition)
        let page = try scene.shard.ask(ShowPayPage.self, ["clientSecret": .string(Self.secret), "lang": .string(language)])
        #expect(String(decoding: page.body, as: UTF8.self).contains("<strong>\(text)</strong>"))
    }

    @Test("A guest who is forgotten leaves money rows and no way to them (12.F5)")
    func forgotten() throws {
        let scene = try scene()
        _ = try scene.shard.sendThroughPreprocessor(PreparePayOnPage<Payments>.self,
                                                    card(scene, "4242424242424242", more: ["clientSecret": .string(Self.secret)]))
        try scene.shard.receive(ForgetPayer(userId: "guest:31"))
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-guest", "clientSecret": .string(Self.secret)]).status == 404)
        #expect(try scene.shard.columns(holding: "guest:31").allSatisfy { $0.hasPrefix("souk_outbox.") })
        #expect(try scene.shard.count(of: "payment") == 2)
    }

    @Test("A guest pays with a card; the log holds the key's hash alone")
    func pays() throws {
        let scene = try scene()
        let details =
            try JSON.encode(JSONValue.object(["type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030, "cvc": "123"]))
        let body: JSONValue = ["paymentId": "p-guest", "method": try scene.shard.sealed(String(decoding: details, as: UTF8.self)),
                               "clientSecret": try scene.shard.sealed(Self.secret)]
        #expect(try scene.shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, body)?.json["status"] == "succeeded")
        #expect(scene.shard.log.allSatisfy { !String(decoding: $0.value ?? [], as: UTF8.self).contains(Self.secret) })
    }

    @Test("On the page: bad fields and a declined card stay there, success goes back to where the guest came from")
    func page() throws {
        let scene = try scene()
        let key: [String: JSONValue] = ["clientSecret": .string(Self.secret)]
        #expect(try scene.shard.ask(ShowPayPage.self, .object(key)).status == 200)
        #expect(try scene.shard.ask(ShowPayPage.self, ["clientSecret": "wrong"]).status == 404)
        let bad = try #require(try scene.shard.sendThroughPreprocessor(PreparePayOnPage<Payments>.self, card(scene, "1234", more: key)))
        #expect(bad.status == 422 && String(decoding: bad.body, as: UTF8.self).contains("aria-invalid=\"true\""))
        let form = PreparePayOnPage<Payments>.self
        #expect(try scene.shard.sendThroughPreprocessor(form, card(scene, "4000000000000002", more: key))?.status == 422)
        let paid = try #require(try scene.shard.sendThroughPreprocessor(form, card(scene, "4242424242424242", more: key)))
        #expect(paid.status == 303 && paid.location == "http://127.0.0.1/t/x/appointment/m")
        #expect(try scene.shard.published(PaymentSucceeded.self).last?.orderId == "appointment/31")
        // The button was pressed twice.
        let again = try #require(try scene.shard.sendThroughPreprocessor(form, card(scene, "4242424242424242", more: key)))
        #expect(again.status == 303 && again.location == paid.location)
        #expect(try scene.shard.published(PaymentSucceeded.self).count == 1)
    }
}
