import Contracts
import Kernel
import Messaging
import PaymentsRefunds
import PaymentsService
import PaymentsWebhooks
import Testing
import TestKit

@Suite("Webhooks")
struct WebhookTests {
    private let developer = WebhookScene.developer

    @Test("The secret is in two answers, sealed, and nowhere in clear")
    func secrets() throws {
        let hooks = try WebhookScene()
        let made = try hooks.register(description: " Books ")
        #expect(made.status == 201 && made.isSecret && made.location == "/webhooks/\(made.json["id"]?.string ?? "")")
        let secret = try #require(made.json["secret"]?.string), id = WebhookID(try #require(made.json["id"]?.string))
        #expect(secret.hasPrefix("whsec_") && secret.utf8.count == 6 + 44)
        #expect(made.json["enabled"] == true && made.json["description"] == "Books")
        #expect(try hooks.details(of: id)["secret"] == nil)
        let rotated = try #require(try hooks.shard.send(RotateWebhookSecret(webhookId: id), as: developer))
        #expect(rotated.status == 200 && rotated.isSecret && rotated.json["previousValidUntil"] == "2026-11-22T07:00:00Z")
        let second = try #require(rotated.json["secret"]?.string)
        #expect(second != secret && second.hasPrefix("whsec_"))
        for text in [secret, second] {
            #expect(try hooks.shard.columns(holding: String(text.dropFirst(6))).isEmpty)
            #expect(!hooks.shard.log.contains { String(decoding: $0.value ?? [], as: UTF8.self).contains(text.dropFirst(6)) })
        }
    }

    @Test("What doesn't fit is refused by its field, and nobody else manages webhooks")
    func refusals() throws {
        let hooks = try WebhookScene()
        let wrong = try hooks.register("https://10.0.0.1/", events: ["payments.nothing.v1"],
                                       description: String(repeating: "a", count: 201))
        #expect(wrong.status == 422 && wrong.fields == ["description", "events", "url"])
        #expect(try hooks.register("http://127.0.0.1:9/").fields == ["url"])
        #expect(try hooks.register("http://127.0.0.1:9/", development: true).status == 201)
        #expect(try hooks.shard.send(RegisterWebhook(url: "https://a.example", events: ["*"]), as: PaymentScene.buyer)?.status == 403)
        #expect(try hooks.shard.send(DeleteWebhook(webhookId: "nothing"), as: developer)?.status == 404)
        for isFirst in [false, true] {
            let shard = try WebhookScene(unknownFirst: isFirst).shard
            let unknown = try shard.send(ChangeWebhook(webhookId: "nothing", url: "ftp://x"), as: developer)
            #expect(unknown?.status == (isFirst ? 404 : 422))
        }
        let id = try hooks.registered()
        #expect(try hooks.shard.send(ChangeWebhook(webhookId: id, url: "ftp://x"), as: developer)?.fields == ["url"])
        let changed = try hooks.shard.send(ChangeWebhook(webhookId: id, events: [WebhookScene.paid], enabled: false), as: developer)
        #expect(changed?.json["enabled"] == false && changed?.json["disabledReason"] == "paused" && changed?.json["url"] != nil)
    }

    @Test("Every wrong field of a webhook is named in one answer, missing ones and wrong types among them", arguments: [
        ("{}", ["events", "url"], []),
        (#"{"url":"http://10.0.0.1/","description":7,"enabled":"yes"}"#, ["description", "enabled", "events", "url"],
         ["description", "enabled", "url"]),
        (#"{"url":7,"events":["*",7]}"#, ["events.1", "url"], ["events.1", "url"]),
        (#"{"url":null,"events":"*"}"#, ["events", "url"], ["events"]), (#"{"url":"","events":null}"#, ["events", "url"], ["url"]),
    ] as [(String, [String], [String])])
    func everyField(body: String, new: [String], changed: [String]) throws {
        let hooks = try WebhookScene()
        let made = try #require(try hooks.shard.send(raw: body, type: RegisterWebhook.type, as: developer))
        #expect(made.status == 422 && made.fields == new)
        let id = try hooks.registered()
        let edit = String(body.dropLast()) + (body == "{}" ? "" : ",") + #""webhookId":"\#(id)"}"#
        let edited = try #require(try hooks.shard.send(raw: edit, type: ChangeWebhook.type, as: developer))
        #expect(edited.status == (changed.isEmpty ? 200 : 422) && edited.fields == changed)
    }

    @Test("An empty description removes it; null and what is absent stay")
    func description() throws {
        let hooks = try WebhookScene()
        let id = WebhookID(try #require(try hooks.register(description: "Books").json["id"]?.string))
        for (sent, shown) in [("null", "Books"), (#""""#, "")] {
            let body = #"{"webhookId":"\#(id)","url":null,"description":\#(sent)}"#
            let reply = try #require(try hooks.shard.send(raw: body, type: ChangeWebhook.type, as: developer))
            #expect(reply.status == 200 && reply.json["description"] == .string(shown))
        }
        let older = try JSON.decode(RegisterWebhook.self, from: Array(#"{"url":"https://a.example","events":["*"]}"#.utf8))
        #expect(try hooks.shard.send(older, as: developer)?.status == 201)
    }

    @Test("A tenant has ten webhooks, listed newest first")
    func limit() throws {
        let hooks = try WebhookScene()
        for n in 0..<10 {
            #expect(try hooks.register("https://hooks.example/\(n)").status == 201)
            try hooks.shard.advance(by: .seconds(1))
        }
        let eleventh = try hooks.register()
        #expect(eleventh.status == 409 && eleventh.slug == "webhook-limit")
        let page = try hooks.shard.ask(WebhooksOfTenant.self, ["perPage": 4, "page": 3], as: developer).json
        #expect(page["data"]?.array?.count == 2 && page["meta"]?["total"] == 10 && page["meta"]?["lastPage"] == 3)
        #expect(page["data"]?.array?.last?["url"] == "https://hooks.example/0")
    }

    @Test("A message has the payment as it was at the event, and every receiver gets the same one")
    func bodies() throws {
        let hooks = try WebhookScene()
        _ = try hooks.registered()
        _ = try hooks.registered(events: [WebhookScene.paid])
        try hooks.pay()
        let sent = try hooks.queued()
        let bodies = try sent.map { try JSON.decode(JSONValue.self, from: Array($0.body.utf8)) }
        #expect(bodies.compactMap { $0["type"]?.string }.sorted()
            == ["payments.payment-started.v1", WebhookScene.paid, WebhookScene.paid])
        #expect(Set(sent.filter { $0.body.contains(WebhookScene.paid) }.map(\.message)).count == 1)
        let started = try #require(bodies.first { $0["type"] == "payments.payment-started.v1" })
        #expect(started["data"]?["status"] == "processing")
        let paid = try #require(bodies.first { $0["type"] == .string(WebhookScene.paid) })
        #expect(paid["tenant"] == "eventpass" && paid["timestamp"] == "2026-11-21T07:00:00Z")
        #expect(paid["data"]?["id"] == "p-1" && paid["data"]?["status"] == "succeeded" && paid["data"]?["amount"] == 100_000)
        #expect(paid["data"]?["method"]?["last4"] == "4242" && paid["data"]?["userId"] == nil)
        #expect(paid["data"]?.object?.keys.contains("clientSecret") == false)
    }

    @Test("A refund's message has the refund; an app with snake_case gets its names")
    func refund() throws {
        let hooks = try WebhookScene(json: .snakeCase)
        try hooks.pay()
        _ = try hooks.registered(events: ["payments.refund-succeeded.v1"])
        try hooks.shard.send(RequestPaymentRefund(paymentId: "p-1", amount: 40_000, reason: "Wrong day"), as: PaymentScene.moderator)
        let body = try JSON.decode(JSONValue.self, from: Array(try #require(hooks.queued().first).body.utf8))
        #expect(body["data"]?["payment_id"] == "p-1" && body["data"]?["amount"] == 40_000 && body["data"]?["status"] == "succeeded")
    }

    @Test("What fails is tried ten times on the schedule, with the same id and the same bytes, and then has failed")
    func retries() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered(events: [WebhookScene.paid])
        try hooks.pay()
        let first = try #require(hooks.queued().first)
        for (number, seconds) in [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].enumerated() {
            let attempt = try #require(hooks.queued().first)
            #expect(attempt.attempt == number + 1 && attempt.message == first.message && attempt.body == first.body)
            try hooks.report(attempt, status: 500)
            try hooks.report(attempt, status: 200)  // Of an attempt that is over.
            #expect(try hooks.queued().isEmpty)
            try hooks.shard.advance(by: .seconds(seconds - 1))
            #expect(try hooks.queued().isEmpty)
            try hooks.shard.advance(by: .seconds(seconds / 10 + 2))
        }
        try hooks.report(try #require(hooks.queued().first), error: "timeout")
        let entry = try hooks.log(of: id, status: "failed")["data"]?.array?.first
        #expect(entry?["attempts"]?.array?.count == 10 && entry?["nextAttemptAt"] == nil && entry?["messageId"] == .string(first.message))
        #expect(entry?["attempts"]?.array?.last?["error"] == "timeout" && entry?["attempts"]?.array?.first?["statusCode"] == 500)
        #expect(try hooks.log(of: id, status: "pending")["meta"]?["total"] == 0)
    }

    @Test("A longer Retry-After is waited for; only 2xx is success")
    func answers() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered(events: [WebhookScene.paid])
        try hooks.pay()
        try hooks.report(try #require(hooks.queued().first), status: 503, retryAfter: 7_200)
        try hooks.shard.advance(by: .seconds(7_199))
        #expect(try hooks.queued().isEmpty)
        try hooks.shard.advance(by: .seconds(1))
        try hooks.report(try #require(hooks.queued().first), status: 302)
        #expect(try hooks.log(of: id, status: "pending")["meta"]?["total"] == 1)
        try hooks.shard.advance(by: .minutes(6))
        try hooks.report(try #require(hooks.queued().first), status: 204)
        #expect(try hooks.log(of: id, status: "succeeded")["meta"]?["total"] == 1)
        #expect(try hooks.shard.timers().allSatisfy { $0.hasPrefix("webhook-log") })
    }

    @Test("410 switches a webhook off at once, and what was on its way ends")
    func gone() throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered()
        try hooks.pay()
        let both = try hooks.queued()
        #expect(both.count == 2)
        try hooks.report(both[0], status: 500)
        try hooks.report(both[1], status: 410)
        #expect(try hooks.details(of: id)["enabled"] == false && hooks.details(of: id)["disabledReason"] == "gone")
        #expect(try hooks.log(of: id, status: "failed")["meta"]?["total"] == 2)
        try hooks.shard.advance(by: .hours(1))
        #expect(try hooks.queued().isEmpty)
        // What happens now is not sent later.
        try hooks.shard.send(RequestPaymentRefund(paymentId: "p-1", reason: "Wrong day"), as: PaymentScene.moderator)
        try hooks.shard.send(ChangeWebhook(webhookId: id, enabled: true), as: developer)
        #expect(try hooks.queued().isEmpty && hooks.details(of: id)["enabled"] == true)
    }

    @Test("Five days without success switch a webhook off; one success in between doesn't", arguments: [true, false])
    func failing(succeeds: Bool) throws {
        let hooks = try WebhookScene()
        let id = try hooks.registered(events: [WebhookScene.paid])
        try hooks.pay()
        try hooks.report(try #require(hooks.queued().first), error: "no-connection")
        try hooks.shard.advance(by: .days(4))
        if succeeds { try hooks.report(try #require(hooks.queued().first), status: 200) }
        try hooks.shard.advance(by: .hours(24) - .seconds(1))
        #expect(try hooks.details(of: id)["enabled"] == true)
        try hooks.shard.advance(by: .seconds(1))
        #expect(try hooks.details(of: id)["enabled"] == .bool(succeeds))
        if !succeeds { #expect(try hooks.details(of: id)["disabledReason"] == "failing") }
    }
}
