import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsMethods
import PaymentsRefunds
import PaymentsService
import Testing
import TestKit

@Suite("Kept payment methods and the history")
struct PaymentMethodTests {
    private func keep(_ scene: PaymentScene, number: String, as who: Principal = PaymentScene.buyer) throws -> Reply {
        let body: JSONValue = ["type": "card", "number": try scene.shard.sealed(number), "expMonth": try scene.shard.sealed("12"),
                               "expYear": try scene.shard.sealed("2030"), "cvc": try scene.shard.sealed("123")]
        return try scene.shard.sendThroughPreprocessor(PrepareMethod<Payments>.self, body, as: who) ?? Reply(status: 0, body: [])
    }

    @Test("The first kept method is the default; when it goes, the newest other one takes its place")
    func defaults() throws {
        let scene = try PaymentScene()
        let first = try keep(scene, number: "4242424242424242")
        #expect(first.status == 201)
        #expect(first.json["isDefault"] == true)
        #expect(first.json["brand"] == "visa")
        scene.shard.now = scene.shard.now + .seconds(1)
        let second = try keep(scene, number: "5555555555554444")
        #expect(second.json["isDefault"] == false)
        let secondID = MethodID(try #require(second.json["id"]?.string))
        #expect(try scene.shard.send(ChooseDefaultMethod(methodId: secondID), as: PaymentScene.buyer)?.json["isDefault"] == true)
        #expect(try scene.shard.send(RemovePaymentMethod(methodId: secondID), as: PaymentScene.buyer)?.status == 204)
        let list = try scene.shard.ask(PaymentMethodsOfUser.self, as: PaymentScene.buyer).json
        #expect(list["data"]?.array?.map { $0["isDefault"] } == [true])
        #expect(list["meta"]?["total"] == 1)
    }

    @Test("A kept method pays; somebody else's does not exist")
    func pays() throws {
        let scene = try PaymentScene()
        let id = try #require(try keep(scene, number: "4242424242424242").json["id"]?.string)
        let foreign = try #require(try keep(scene, number: "4242424242424242", as: .user("other")).json["id"]?.string)
        func pay(_ method: String) throws -> Reply? {
            try scene.shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, ["paymentId": "p-1", "paymentMethodId": .string(method)],
                                                    as: PaymentScene.buyer)
        }
        #expect(try pay(foreign)?.fields == ["paymentMethodId"])
        #expect(try pay(id)?.json["status"] == "succeeded")
        #expect(try scene.shard.send(RemovePaymentMethod(methodId: MethodID(foreign)), as: PaymentScene.buyer)?.status == 404)
    }

    @Test("An unknown payment is 404 before a wrong form where the app says so, and so is somebody else's", arguments: [false, true])
    func unknownPayment(isFirst: Bool) throws {
        let scene = try PaymentScene(PaymentScene.definition(settings: ["unknownFirst": .bool(isFirst)]))
        func confirm(_ payment: String, as who: Principal) throws -> Int? {
            try scene.shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, ["paymentId": .string(payment)], as: who)?.status
        }
        #expect(try confirm("p-9", as: PaymentScene.buyer) == (isFirst ? 404 : 422))
        #expect(try confirm("p-1", as: PaymentScene.moderator) == (isFirst ? 404 : 422))
        #expect(try confirm("p-1", as: PaymentScene.buyer) == 422)
    }

    @Test("Neither or both of method and paymentMethodId is refused, and so is a method the tenant does not offer")
    func whichMethod() throws {
        let scene = try PaymentScene()
        #expect(try scene.shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self, ["paymentId": "p-1"], as: PaymentScene.buyer)?.fields
            == ["method"])
        #expect(try scene.confirm(["type": "cash"]).fields == ["method.type"])
        #expect(try scene.confirm(["type": "card", "number": "1234"]).fields == ["method.cvc", "method.expMonth", "method.expYear",
            "method.number"])
    }

    @Test("Every field of a card that is wrong is named in one answer: no route refuses one before the provider has seen them all (12.F7)")
    func everyWrongField() throws {
        let scene = try PaymentScene()
        let wrong: JSONValue = ["type": "card", "number": "4242424242424241", "expMonth": 13, "expYear": 99_999, "cvc": "1"]
        #expect(try scene.confirm(wrong).fields == ["method.cvc", "method.expMonth", "method.expYear", "method.number"])
        let extreme: JSONValue = ["type": "card", "number": .string(String(repeating: "4", count: 20_000)), "expMonth": .int(.min),
                                  "expYear": .int(.max), "cvc": ""]
        #expect(try scene.confirm(extreme).fields == ["method.cvc", "method.expMonth", "method.expYear", "method.number"])
        let rules: Set<String> = ["minLength", "maxLength", "minimum", "maximum", "pattern", "format"]
        var seen = 0
        for route in Payments.contents.routes {
            guard let body = route.body?.json["properties"]?.object else { continue }
            for details in [body, body["method"]?["properties"]?.object ?? [:]] where details["cvc"] != nil && route.takesForms != true {
                for name in ["number", "expMonth", "expYear", "cvc"] {
                    let members = Set(details[name]?.object.map { Array($0.keys) } ?? [])
                    #expect(rules.isDisjoint(with: members), "\(route.path) \(name)")
                }
                seen += 1
            }
        }
        #expect(seen == 2)
    }

    @Test("A number that is written with 00 is the one with + (12.F20)")
    func internationalPrefix() throws {
        let scene = try PaymentScene()
        #expect(try scene.confirm(["type": "mtn_momo", "phone": "00256 772-000000"]).status == 200)
        #expect(try scene.confirm(["type": "mtn_momo", "phone": "000772000000"]).fields == ["method.phone"])
    }

    @Test("No card number, CVC or phone number is in the log or in the file")
    func nothingInClear() throws {
        let scene = try PaymentScene()
        _ = try keep(scene, number: "4242424242424242")
        try scene.confirm(PaymentScene.card("4000000000000002"))
        try scene.confirm(PaymentScene.momo("00"))
        for record in scene.shard.log {
            let text = String(decoding: record.value ?? [], as: UTF8.self)
            #expect(!text.contains("424242424242") && !text.contains("400000000000") && !text.contains("77200000")
                && !text.contains("\"cvc\""))
        }
    }

    @Test("The history shows payments and refunds of one person, newest first, by date and status")
    func history() throws {
        let scene = try PaymentScene()
        try scene.confirm(PaymentScene.card("4242424242424242"))
        scene.shard.now = scene.shard.now + .hours(1)
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "p-1", orderId: "o-1", amount: 100, currency: .ugx,
                                              reason: "test"))
        func list(_ filter: JSONValue = [:], as who: Principal = PaymentScene.buyer) throws -> [String] {
            (try scene.shard.ask(TransactionsOfUser.self, filter, as: who).json["data"]?.array ?? []).compactMap { $0["type"]?.string }
        }
        #expect(try list() == ["refund", "payment"])
        #expect(try list(["status": "partially_refunded"]) == ["payment"])
        #expect(try list(["from": "2026-11-21T07:30:00Z"]) == ["refund"])
        #expect(try list(["to": "2026-11-21T07:30:00Z"]) == ["payment"])
        #expect(try list(as: .user("other")) == [])
        // Times are half-open; days are whole days in the tenant's zone (UTC+3), both ends included.
        #expect(try list(["from": "2026-11-21T07:00:00Z", "to": "2026-11-21T08:00:00Z"]) == ["payment"])
        #expect(try list(["from": "2026-11-21", "to": "2026-11-21"]) == ["refund", "payment"])
        #expect(try list(["to": "2026-11-20"]) == [])
        #expect(try list(["from": "2026-11-22"]) == [])
        // Every status of the contract can be asked for, also one that no payment here reaches.
        for status in ["requires_payment_method", "requires_action", "processing", "requires_capture", "failed", "canceled"] {
            #expect(try scene.shard.ask(TransactionsOfUser.self, ["status": .string(status)], as: PaymentScene.buyer).status == 200,
                    "\(status)")
        }
        func fields(_ filter: JSONValue) throws -> [String] {
            try scene.shard.ask(TransactionsOfUser.self, filter, as: PaymentScene.buyer).fields
        }
        #expect(try fields(["from": "yesterday", "to": "2026-02-30", "status": "paid"]) == ["from", "status", "to"])
        #expect(try fields(["from": "2026-11-22", "to": "2026-11-20"]) == ["from"])
    }

    @Test("An erased person has no methods and no name on the money that stays")
    func erased() throws {
        let scene = try PaymentScene()
        _ = try keep(scene, number: "4242424242424242")
        try scene.confirm(PaymentScene.card("4242424242424242"))
        try scene.shard.receive(UserErased(userId: "buyer"))
        #expect(try scene.shard.ask(PaymentMethodsOfUser.self, as: PaymentScene.buyer).json["meta"]?["total"] == 0)
        #expect(try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).status == 404)
        try scene.shard.receive(RefundPayment(refundId: "r-1", paymentId: "p-1", orderId: "o-1", amount: 100, currency: .ugx,
                                              reason: "test"))
        #expect(try scene.shard.published(RefundSucceeded.self).count == 1)
    }

    @Test("The same log gives the same database")
    func replay() throws {
        let scene = try PaymentScene()
        _ = try keep(scene, number: "4242424242424242")
        try scene.confirm(PaymentScene.momo("01"), sandbox: "late")
        try scene.shard.send(ApprovePayment(paymentId: "p-1"), as: PaymentScene.buyer)
        try scene.shard.advance(by: .hours(2))
        try scene.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 500, reason: "test"), as: PaymentScene.moderator)
        try scene.shard.receive(UserErased(userId: "buyer"))
        let copy = try ShardHarness(Payments.self, definition: PaymentScene.definition(), now: PaymentScene.start)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
    }

    @Test("Settings that cannot work are named when the tenant file is applied")
    func settings() throws {
        let check = try #require(Payments.contents.plugins.first).check
        let definition = PaymentScene.definition()
        #expect(check(["lateMinutes": 22], definition).isEmpty)
        #expect(check(["attemptMinutes": 0, "misbehaviour": "odd"], definition).map(\.path) == ["attemptMinutes", "misbehaviour"])
        #expect(check(["attemptMinutes": "long"], definition).count == 1)
    }
}
