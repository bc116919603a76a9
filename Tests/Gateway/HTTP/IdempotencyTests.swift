import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import TestKit
import Testing

@Suite("One key, one request, one answer")
struct IdempotencyTests {
    static let echo = "/t/demo/api/v1/things/1/echo"

    @Test("The late answer to a copy that was sent again is not given to another request under the same key (12.F1)")
    func lateCopy() async throws {
        let shop = try await Shop({ $0.resendAfter = .milliseconds(100) }, isServing: false)
        let key = ["Idempotency-Key": "k"]
        func sent() -> [Envelope] { shop.log.records(of: Topics.commands("shop")).compactMap { try? Envelope($0) } }
        func answer(_ request: Envelope, _ reply: Reply, replayed: Bool = false) throws {
            let address = try #require(request.replyTo)
            let record = reply.record(to: address, causedBy: request, source: "/shop", replayed: replayed)
            _ = try shop.log.makeProducer(name: "shop").append([record], timeout: .seconds(5))
        }
        let secret = Reply(status: 201, body: Array(#"{"token":"of the first"}"#.utf8), isSecret: true)
        async let first = shop.client.post(Self.echo, #"{"name":"Ann"}"#, key)
        try await poll { sent().count >= 2 }
        let copies = sent()
        try answer(copies[0], secret)
        #expect(try await first.json["token"] == "of the first")
        async let second = shop.client.post(Self.echo, #"{"name":"Bob"}"#, key)
        try await poll { sent().contains { $0.fingerprint != copies[0].fingerprint } }
        let other = try #require(sent().first { $0.fingerprint != copies[0].fingerprint })
        #expect(other.id == copies[0].id)
        // The answer to the copy comes late but before that to the second request: replies keep their order.
        try answer(copies[1], secret, replayed: true)
        try answer(other, Reply(Rejection(422, "idempotency-key-reused", "Used for another request.")))
        #expect(try await second.status == 422)
        await shop.stop()
    }

    @Test("A replay says so, also if the gateway sent the request again; an answer to such a copy says nothing")
    func resentReplay() async throws {
        let shop = try await Shop({ $0.resendAfter = .milliseconds(100) }, isServing: false)
        let reply = Reply(status: 201, body: Array("{}".utf8))
        @Sendable func post() async throws -> HTTPClient.Answer {
            try await shop.client.post(Self.echo, #"{"name":"Ann"}"#, ["Idempotency-Key": "k"])
        }
        func sent(after time: Timestamp) -> [Envelope] {
            shop.log.records(of: Topics.commands("shop")).compactMap { try? Envelope($0) }.filter { $0.time > time }
        }
        func answer(_ request: Envelope, isCopy: Bool) throws {
            let record = reply.record(to: try #require(request.replyTo), causedBy: request, source: "/shop", replayed: true, isCopy: isCopy)
            _ = try shop.log.makeProducer(name: "shop").append([record], timeout: .seconds(5))
        }
        async let first = post()
        try await poll { sent(after: .distantPast).count >= 2 }
        let copy = try #require(sent(after: .distantPast).last)
        try answer(copy, isCopy: true)
        #expect(try await first["Idempotency-Replayed"] == nil)
        async let second = post()
        try await poll { sent(after: copy.time).count >= 2 }
        try answer(try #require(sent(after: copy.time).last), isCopy: false)
        #expect(try await second["Idempotency-Replayed"] == "true")
        await shop.stop()
    }

    @Test("Guests behind one address are not one person: a key counts for whom the body names, and for one route (12.F1)")
    func guests() async throws {
        let shop = try await Shop()
        func signIn(_ email: String, _ password: String = "12345678") async throws -> HTTPClient.Answer {
            try await shop.client.post("/t/demo/api/v1/sign-in", #"{"email":"\#(email)","password":"\#(password)"}"#,
                                       ["Idempotency-Key": "k"])
        }
        let ann = try await signIn("ann@example.com"), bob = try await signIn("bob@example.com")
        #expect(ann.status == 200 && bob.status == 200 && ann["Idempotency-Replayed"] == nil && bob["Idempotency-Replayed"] == nil)
        #expect(try await signIn(" ANN@example.com").status == 422)
        #expect(try await signIn("ann@example.com")["Idempotency-Replayed"] == "true")
        #expect(try await signIn("ann@example.com", "87654321").json["slug"] == "idempotency-key-reused")
        #expect(Set(shop.received.map(\.id)).count == 2)
        #expect(try await shop.client.post(Self.echo, #"{"name":"Tea"}"#, ["Idempotency-Key": "k"]).status == 200)
        for phone in ["phone-1", "phone-2"] {
            let news = #"{"name":"Tea","anonymousId":"\#(phone)"}"#
            #expect(try await shop.client.post(Self.echo, news, ["Idempotency-Key": "news"]).status == 200, "two apps at one address")
            #expect(try await shop.client.post(Self.echo, news, ["Idempotency-Key": "news"])["Idempotency-Replayed"] == "true")
        }
        await shop.stop()
    }

    @Test("A malformed key is 400 on every POST, also on one that only asks; a key on a GET means nothing")
    func questions() async throws {
        let shop = try await Shop()
        let preview = "/t/demo/api/v1/things/preview"
        for bad in ["two words", "é", String(repeating: "k", count: 256)] {
            let answer = try await shop.client.post(preview, #"{"name":"Tea"}"#, ["Idempotency-Key": bad])
            #expect(answer.status == 400 && answer.json["slug"] == "malformed-request")
            #expect(try await shop.client.get("/t/demo/api/v1/things", ["Idempotency-Key": bad]).status == 200)
        }
        #expect(try await shop.client.post(preview, #"{"name":"T"}"#, ["Idempotency-Key": "two words"]).status == 400, "before 422")
        for name in ["Tea", "Cup"] {
            let answer = try await shop.client.post(preview, #"{"name":"\#(name)"}"#, ["Idempotency-Key": "k"])
            #expect(answer.status == 200 && answer["Idempotency-Replayed"] == nil)
        }
        await shop.stop()
    }

    private static let clock = "/t/demo/api/v1/dev/clock"

    @Test("Under one key the clock moves once, also when it jumps over days, and on every instance")
    func clock() async throws {
        let (one, two) = try await Shop.two { $0.isDevelopment = true }
        let key = ["Idempotency-Key": "k"], days = #"{"advance":"P3D"}"#
        let first = try await one.client.post(Self.clock, days, key)
        #expect(first.json["offsetSeconds"] == 259_200 && first["Idempotency-Replayed"] == nil)
        for shop in [one, two] {
            let again = try await shop.client.post(Self.clock, days, key)
            #expect(again.status == 200 && again.text == first.text && again["Idempotency-Replayed"] == "true")
            try await poll { try await shop.client.get(Self.clock).json["offsetSeconds"] == 259_200 }
        }
        // The time of `to` may have passed when the request is repeated: the first answer comes again.
        let to = #"{"to":"\#(Timestamp.now().wholeSeconds + .days(3) + .minutes(1))"}"#
        let moved = try await one.client.post(Self.clock, to, ["Idempotency-Key": "k-2"])
        #expect(try await one.client.post(Self.clock, #"{"advance":"PT5S"}"#).status == 200)
        #expect(try await one.client.post(Self.clock, to).status == 422)
        let repeated = try await one.client.post(Self.clock, to, ["Idempotency-Key": "k-2"])
        #expect(repeated.status == 200 && repeated.text == moved.text)
        #expect(one.service.received.withLock { $0.filter { $0.type == AdvanceClock.type }.count } == 3)
        await two.stop()
        await one.stop()
    }

    @Test("What the gateway answers itself refuses malformed keys and those of another request, and does nothing then")
    func ownAnswers() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let second = #"{"advance":"PT1S"}"#
        let token = ["Authorization": "Bearer \(try Shop.token("u-1", roles: ["operator"]))"]
        func post(_ path: String, _ body: String, _ key: String) async throws -> HTTPClient.Answer {
            try await shop.client.post(path, body, token.merging(["Idempotency-Key": key]) { $1 })
        }
        #expect(try await post(Self.echo, #"{"name":"Tea"}"#, "k").status == 200)
        #expect(try await post(Self.clock, second, "k").json["slug"] == "idempotency-key-reused")
        #expect(try await post(Self.clock, second, "two words").status == 400)
        #expect(try await post(Self.clock, #"{"advance":"soon"}"#, "k-2").status == 422)
        #expect(try await shop.client.get(Self.clock).json["offsetSeconds"] == 0)
        // What was wrong in itself has not used the key up.
        #expect(try await post(Self.clock, second, "k-2").json["offsetSeconds"] == 1)
        #expect(try await post(Self.clock, #"{"advance":"PT2S"}"#, "k-2").json["slug"] == "idempotency-key-reused")
        #expect(try await shop.client.post(Self.clock, second, ["Idempotency-Key": "k-2"]).json["offsetSeconds"] == 2, "of somebody else")
        #expect(try await shop.client.get(Self.clock).json["offsetSeconds"] == 2)
        let replay = "/t/demo/api/v1/admin/dead-letters/none/replay"
        #expect(try await post(replay, "", "two words").status == 400)
        #expect(try await post(replay, "", "k-2").status == 422)
        #expect(try await post(replay, "", "k-3").status == 404)
        await shop.stop()
    }

    @Test("A key is one space over all services: on another service's route it is refused, and nothing is done (12.F4)")
    func overServices() async throws {
        let shop = try await Shop()
        let kiosk = try await shop.openKiosk()
        let headers = ["Idempotency-Key": "k", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        #expect(try await shop.client.post(Self.echo, #"{"name":"Tea"}"#, headers).status == 200)
        let other = try await shop.client.post("/t/demo/api/v1/kiosk/orders", "{}", headers)
        #expect(other.status == 422 && other.json["slug"] == "idempotency-key-reused")
        #expect(kiosk.done.withLock { $0 } == 0)
        let somebodyElse = ["Idempotency-Key": "k", "Authorization": "Bearer \(try Shop.token("u-2"))"]
        #expect(try await shop.client.post("/t/demo/api/v1/kiosk/orders", "{}", somebodyElse).status == 201)
        #expect(try await shop.client.post("/t/demo/api/v1/kiosk/orders", "{}", somebodyElse)["Idempotency-Replayed"] == "true")
        kiosk.stop()
        await shop.stop()
    }

    @Test("Two instances agree on a key: of two requests at once on two services one is done, the other refused (12.F4)")
    func overInstances() async throws {
        let (one, two) = try await Shop.two()
        let kiosk = try await one.openKiosk()
        try await poll { try await two.client.get("/t/demo/api/v1/kiosk/orders").status == 405 }
        for attempt in 0..<10 {
            let headers = ["Idempotency-Key": "k-\(attempt)", "Authorization": "Bearer \(try Shop.token("u-1"))"]
            async let here = one.client.post(Self.echo, #"{"name":"Tea"}"#, headers)
            async let there = two.client.post("/t/demo/api/v1/kiosk/orders", "{}", headers)
            let statuses = try await [here.status, there.status]
            #expect(statuses == [200, 422] || statuses == [422, 201])
            // The other instance repeats the successful answer and the refusal.
            let again = try await two.client.post(Self.echo, #"{"name":"Tea"}"#, headers)
            #expect(again.status == statuses[0] && (again["Idempotency-Replayed"] == "true") == (statuses[0] == 200))
        }
        kiosk.stop()
        await two.stop()
        await one.stop()
    }

    @Test("""
        \"Try again\" is not the outcome of a key: the same key runs again, once, also when two retries come together on two instances \
        (12.A3)
        """)
    func tryAgain() async throws {
        let (one, two) = try await Shop.two()
        let headers = ["Idempotency-Key": "k", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        let path = "/t/demo/api/v1/held"
        one.service.isHeld.withLock { $0 = true }
        #expect(try await one.client.post(path, "{}", headers).status == 503)
        // Another failed attempt, on the instance that does not know the first one.
        #expect(try await two.client.post(path, "{}", headers).status == 503)
        #expect(try await one.client.post(path, #"{"other":1}"#, headers).json["slug"] == "idempotency-key-reused")
        one.service.isHeld.withLock { $0 = false }
        async let here = one.client.post(path, "{}", headers)
        async let there = two.client.post(path, "{}", headers)
        let answers = try await [here, there]
        #expect(answers.allSatisfy { $0.status == 201 && $0.json["done"] == 1 })
        for shop in [one, two] {
            let again = try await shop.client.post(path, "{}", headers)
            #expect(again.status == 201 && again.json["done"] == 1 && again["Idempotency-Replayed"] == "true")
        }
        #expect(one.service.done.withLock { $0 } == 1)
        await two.stop()
        await one.stop()
    }

    @Test("A retry that does not wait for its answer runs again, too (12.A3)")
    func tryAgainLater() async throws {
        let (one, two) = try await Shop.two()
        let headers = ["Idempotency-Key": "k", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        one.service.isHeld.withLock { $0 = true }
        #expect(try await one.client.post("/t/demo/api/v1/held", "{}", headers).status == 503)
        one.service.isHeld.withLock { $0 = false }
        let accepted = try await two.client.post("/t/demo/api/v1/held", "{}", headers.merging(["Prefer": "respond-async"]) { $1 })
        #expect(accepted.status == 202)
        let location = try #require(accepted["Location"])
        try await poll { try await two.client.get(location, headers).json["status"] != "pending" }
        #expect(try await two.client.get(location, headers).json["response"]?["status"] == 201)
        #expect(one.service.done.withLock { $0 } == 1)
        await two.stop()
        await one.stop()
    }
}
