import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Who may do what")
struct AccessTests {
    @Test("A guest who wants something protected is told what signing in is good for, and how to go on")
    func prompts() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.send("PUT", "/t/demo/api/v1/things/7/favorite?x=1")
        #expect(answer.status == 401 && answer["WWW-Authenticate"] == "Bearer")
        #expect(answer.json["slug"] == "sign-in-required" && answer.json["action"] == "favorite")
        #expect(answer.json["prompt"] == ["title": "Sign in to like things", "benefits": ["Keep them"]])
        #expect(answer.json["resume"] == ["method": "PUT", "path": "/api/v1/things/7/favorite?x=1"])
        let other = try await shop.client.get("/t/demo/api/v1/things/mine")
        #expect(other.json["action"] == "tickets" && other.json["prompt"]?["title"] == "Sign in to continue")
        let plain = try await shop.client.get("/t/snake/api/v1/things/mine")
        #expect(plain.json["slug"] == "unauthenticated" && plain.json["prompt"] == nil)
        await shop.stop()
    }

    @Test(
        "A token counts only with our signature, for its tenant, in its time; a bad one is refused on guest routes, too",
        arguments: ["none", "key", "kid", "tenant", "expired", "garbage", "cut", "type"])
    func badTokens(_ fault: String) async throws {
        let shop = try await Shop()
        let good = try Shop.token("u-1")
        let claims = good.split(separator: ".")[1]
        let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT","kid":"auth-access-token-1"}"#.utf8))
        let token =
            switch fault {
            case "none": "\(header).\(claims)."
            case "key": try Shop.token("u-1", seed: [UInt8](repeating: 9, count: 32))
            case "kid": try Shop.token("u-1", kid: "somebody-else")
            case "tenant": try Shop.token("u-1", tenant: "snake")
            case "expired": try Shop.token("u-1", expires: Timestamp.now().secondsSinceEpoch - 1)
            case "cut": String(good.dropLast(4))
            case "type":
                try CompactJWS.sign(try #require(Base64URL.decode(claims)), typ: "ticket", kid: "auth-access-token-1",
                                    seed: Shop.signingSeed)
            default: "Bearer"
            }
        let answer = try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "Bearer \(token)"])
        #expect(answer.status == 401 && answer.json["slug"] == "invalid-token"
            && answer["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
        #expect(try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "bearer \(good)"]).status == 200)
        await shop.stop()
    }

    @Test("A session that ended takes its tokens with it within a second")
    func revocation() async throws {
        let shop = try await Shop()
        let token = try Shop.token("u-1", sid: "s-9")
        #expect(
            try await shop.client.get("/t/snake/api/v1/things/1",
                                      ["Authorization": "Bearer \(try Shop.token("u-1", tenant: "snake", sid: "s-9"))"]).status
                == 200)
        let event = Envelope(
            id: "e-1", type: SessionRevoked.type, source: "/auth", time: Timestamp.now(), tenant: "demo", correlationID: "c",
            value: try JSON.encode(SessionRevoked(sessionId: "s-9", userId: "u-1", reason: "logout")))
        _ = try shop.log.makeProducer(name: "auth").append([event.record(for: Topics.events("auth"))], timeout: .seconds(1))
        try await poll(seconds: 2) {
            try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "Bearer \(token)"]).status == 401
        }
        let other = try await shop.client.get("/t/snake/api/v1/things/1",
                                              ["Authorization": "Bearer \(try Shop.token("u-1", tenant: "snake", sid: "s-9"))"])
        #expect(other.json["slug"] == "session-revoked")
        await shop.stop()
    }

    @Test("Ready only once every session that had ended is known; what ended longer ago than a token lives is not even read (12.D4)")
    func endingsBeforeReady() async throws {
        let log = InMemoryLog(partitions: ["gateway.replies": 2, "auth.events": 1])
        let place = TopicPartition(Topics.events("auth"), 0)
        func end(_ sid: String) throws -> OutgoingRecord {
            Envelope(
                id: sid, type: SessionRevoked.type, source: "/auth", time: Timestamp.now(), tenant: "demo", correlationID: "c",
                value: try JSON.encode(SessionRevoked(sessionId: sid, userId: "u", reason: "logout"))
            ).record(for: place.topic)
        }
        let producer = try log.makeProducer(name: "auth")
        _ = try producer.append([try end("s-long-ago")], timeout: .seconds(5))
        log.backdate(place, before: 1, by: .hours(26))
        _ = try producer.append([try end("s-yesterday")], timeout: .seconds(5))
        log.backdate(place, before: 2, by: .hours(23))
        _ = try producer.append(try (0..<20_000).map { try end("s-\($0)") } + [try end("s-last")], timeout: .seconds(30))
        // The fixture returns when the gateway is ready.
        let shop = try await Shop(log: log)
        for (sid, status) in [("s-last", 401), ("s-yesterday", 401), ("s-long-ago", 200), ("s-open", 200)] {
            let token = try Shop.token("u-1", sid: sid)
            #expect(try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "Bearer \(token)"]).status == status, "\(sid)")
        }
        await shop.stop()
    }

    @Test("""
        A role that was taken away ends on live tokens within a second; the person stays signed in, and a newer token has what it says \
        (12.F30)
        """)
    func endedRoles() async throws {
        let shop = try await Shop()
        let issued = Timestamp.now()
        let token = try Shop.token("u-1", roles: ["attendee", "organizer"])
        func create(_ token: String) async throws -> Int {
            try await shop.client.post("/t/demo/api/v1/things", #"{"name":"Tea"}"#, ["Authorization": "Bearer \(token)"]).status
        }
        #expect(try await create(token) == 201)
        func change(_ roles: [String], _ user: User.ID, tenant: TenantID = "demo", at time: Timestamp) throws {
            let event = Envelope(
                id: UUID().uuidString, type: RolesChanged.type, source: "/auth", time: time, tenant: tenant, correlationID: "c",
                value: try JSON.encode(RolesChanged(userId: user, roles: roles)))
            _ = try shop.log.makeProducer(name: "auth").append([event.record(for: Topics.events("auth"))], timeout: .seconds(1))
        }
        try change(["attendee"], "u-1", tenant: "snake", at: issued + .seconds(1))
        try change(["attendee"], "u-2", at: issued + .seconds(1))
        // From before the token was issued, so the token already reflects it.
        try change(["attendee"], "u-1", at: issued - .seconds(60))
        try change(["attendee"], "u-1", at: issued + .seconds(1))
        try await poll(seconds: 2) { try await create(token) == 403 }
        #expect(try await shop.client.get("/t/demo/api/v1/things/mine", ["Authorization": "Bearer \(token)"]).status == 200)
        #expect(try #require(shop.received.last).principal?.roles == ["attendee"])
        try change(["attendee", "organizer"], "u-1", at: issued + .seconds(2))
        try await poll(seconds: 2) { try await create(token) == 201 }
        await shop.stop()
    }

    @Test("Roles open what they are for, and the refusal names the one that is missing")
    func roles() async throws {
        let shop = try await Shop()
        let attendee = try Shop.token("u-1")
        let refused = try await shop.client.post("/t/demo/api/v1/things", #"{"name":"Tea"}"#, ["Authorization": "Bearer \(attendee)"])
        #expect(refused.status == 403 && refused.json["slug"] == "role-required" && refused.json["requiredRole"] == "organizer")
        // The gateway refuses a caller without permission before it validates the body; others get the validation
        // error.
        let moderator = try Shop.token("m", roles: ["moderator"])
        for (token, body, status) in [(attendee, #"{"name":7}"#, 403), (moderator, #"{"name":7}"#, 422),
                                      (moderator, #"{"name":"Tea"}"#, 201)] {
            #expect(try await shop.client.post("/t/demo/api/v1/things", body, ["Authorization": "Bearer \(token)"]).status == status)
        }
        #expect(try await shop.client.get("/t/demo/api/v1/dev/outbox").status == 401)
        // The tenant says by a permission which role develops; the refusal names the role.
        let stranger = try await shop.client.get("/t/demo/api/v1/dev/outbox", ["Authorization": "Bearer \(attendee)"])
        #expect(stranger.status == 403 && stranger.json["slug"] == "role-required" && stranger.json["requiredRole"] == "tinkerer")
        // It also says which roles sell: the first of them is named, and the document has them all.
        let buyer = try await shop.client.get("/t/demo/api/v1/sales", ["Authorization": "Bearer \(attendee)"])
        #expect(buyer.status == 403 && buyer.json["slug"] == "role-required" && buyer.json["requiredRole"] == "seller")
        for role in ["seller", "trader"] {
            let token = try Shop.token("s", roles: [role])
            #expect(try await shop.client.get("/t/demo/api/v1/sales", ["Authorization": "Bearer \(token)"]).status == 200, "\(role)")
        }
        #expect(try await shop.client.get("/t/demo/api/v1/sales").status == 401)
        let document = try await shop.client.get("/t/demo/api/v1/openapi.json")
        #expect(document.json["paths"]?["/api/v1/sales"]?["get"]?["description"] == "Roles: seller, trader.")
        for (role, status) in [("tinkerer", 200), ("developer", 403)] {
            let token = try Shop.token("d", roles: [role])
            #expect(try await shop.client.get("/t/demo/api/v1/dev/outbox", ["Authorization": "Bearer \(token)"]).status == status,
                "\(role)")
        }
        #expect(try await shop.client.get("/t/other/api/v1/dev/outbox").status == 404)
        await shop.stop()
        let development = try await Shop { $0.isDevelopment = true }
        #expect(try await development.client.get("/t/demo/api/v1/dev/outbox").status == 200)
        #expect(development.received.last?.attributes["development"] == "true")
        await development.stop()
    }

    @Test("Too many requests are refused with the time after which to come back; sign-in has a bucket of its own")
    func rateLimits() async throws {
        let shop = try await Shop {
            var limits = GatewaySettings.RateLimits()
            (limits.perAddressPerMinute, limits.signInPerAddressPerMinute) = (3, 2)
            $0.rateLimits = limits
        }
        let first = try await shop.client.get("/t/demo/api/v1/things/1")
        #expect(first["RateLimit-Limit"] == "3" && first["RateLimit-Remaining"] == "2" && first["RateLimit-Reset"] == "20")
        for _ in 0..<2 { #expect(try await shop.client.get("/t/demo/api/v1/things/1").status == 200) }
        let refused = try await shop.client.get("/t/demo/api/v1/things/1")
        #expect(refused.status == 429 && refused.json["slug"] == "too-many-requests" && refused["RateLimit-Remaining"] == "0")
        #expect(Int(refused["Retry-After"] ?? "").map { (1...20).contains($0) } == true)
        #expect(try await shop.client.get("/t/demo/api/v1/things/1", ["X-Forwarded-For": "9.9.9.9"]).status == 429)
        for expected in [200, 200, 429] {
            #expect(try await shop.client.post("/t/demo/api/v1/sign-in", #"{"password":"12345678"}"#).status == expected)
        }
        #expect(try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "Bearer \(try Shop.token("u-1"))"]).status == 200)
        await shop.stop()
    }

    @Test("On one's own machine limits of an address are 6,000 a minute; those of people and identifiers stay")
    func developmentLimits() throws {
        let repository = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
        let settings = try GatewaySettings.fromEnvironment(["SOUK_SETTINGS": repository + "/deploy/settings/development.yml"])
        let limits = try #require(settings.rateLimits)
        #expect(limits.perAddressPerMinute == 6000 && limits.signInPerAddressPerMinute == 6000)
        #expect(limits.perPrincipalPerMinute == 600 && limits.signInPerIdentifierPerMinute == 10)
    }

    @Test("An operator sees the dead letters of this app only, and sends one again")
    func deadLetters() async throws {
        let shop = try await Shop()
        let producer = try shop.log.makeProducer(name: "shop")
        for (id, tenant) in [("d-1", "demo"), ("d-2", "snake")] {
            let original = Envelope(
                id: id, type: "shop.echo.v1", source: "/gateway", time: Timestamp.now(), tenant: TenantID(unchecked: tenant),
                correlationID: "c", replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: Array("{}".utf8))
            let headers = JSONValue.object(
                Dictionary(original.headers.map { ($0.name, .string(String(decoding: $0.value ?? [], as: UTF8.self))) }) { first, _ in
                    first
                })
            let deadLetter: JSONValue = [
                "id": .string(id), "tenant": .string(tenant), "topic": "shop.commands", "partition": 0, "offset": 3, "type": "shop.echo.v1",
                "reason": "defect: x",
                "at": "2026-11-21T07:00:00Z", "headers": headers, "value": .string(Base64URL.encode(Array("{}".utf8))), "valueBytes": 2
            ]
            _ = try producer.append([OutgoingRecord(topic: Topics.deadLetters("shop"), key: nil, value: try JSON.encode(deadLetter))],
                                    timeout: .seconds(1))
        }
        #expect(try await shop.client.get("/t/demo/api/v1/admin/dead-letters").status == 401)
        #expect(try await shop.client.get("/t/demo/api/v1/admin/dead-letters", ["Authorization": "Bearer \(try Shop.token("u"))"])
            .status == 403)
        let headers = ["Authorization": "Bearer \(try Shop.token("o", roles: ["operator"]))"]
        let list = try await shop.client.get("/t/demo/api/v1/admin/dead-letters", headers)
        #expect(list.json["data"]?.array?.map { $0["id"] } == ["d-1"] && list.json["meta"]?["total"] == 1)
        // Paged like every list (12.F33).
        let second = try await shop.client.get("/t/demo/api/v1/admin/dead-letters?page=2&perPage=1", headers)
        #expect(second.json["data"] == [] && second.json["meta"] == ["page": 2, "perPage": 1, "total": 1, "lastPage": 1])
        let odd = try await shop.client.get("/t/demo/api/v1/admin/dead-letters?page=0&perPage=101", headers)
        #expect(odd.status == 422 && odd.json["errors"]?.object?.keys.sorted() == ["page", "perPage"])
        #expect(try await shop.client.send("POST", "/t/demo/api/v1/admin/dead-letters/d-2/replay", headers).status == 404)
        for (type, body, status) in [("text/plain", "again", 415), ("application/json", "{", 400), ("application/json", "{}", 404)] {
            let answer = try await shop.client.post("/t/demo/api/v1/admin/dead-letters/d-2/replay", body,
                                                    headers.merging(["Content-Type": type]) { $1 })
            #expect(answer.status == status, "\(type) \(body)")
        }
        #expect(try await shop.client.send("POST", "/t/demo/api/v1/admin/dead-letters/d-1/replay", headers).status == 202)
        try await poll { shop.received.contains { $0.id == "d-1" } }
        // The service must apply it although it is old, and although it crashed the program before.
        let replayed = try #require(shop.log.records(of: "shop.commands").last { record in
            record.headers.contains { $0.name == "ce_id" && $0.value == Array("d-1".utf8) }
        })
        #expect(replayed.headers.contains(RecordHeader("request-late", "accepted"))
            && replayed.headers.contains(RecordHeader("request-replayed", "1")))
        #expect(Set(replayed.headers.map(\.name)).count == replayed.headers.count)
        await shop.stop()
    }
}
