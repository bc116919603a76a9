// Long: one suite with the helpers that all of its tests use.
import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("HTTP in, one message out, and back")
struct EdgeTests {
    @Test("A request becomes one message with the body's own bytes, and its reply the response")
    func roundTrip() async throws {
        let shop = try await Shop()
        let token = try Shop.token("u-1")
        let answer = try await shop.client.post(
            "/t/demo/api/v1/things/t%2F1/echo?dryRun=true", #"{ "name":"Tea", "extra":[1,2.50] }"#,
            ["Authorization": "Bearer \(token)", "X-Request-Id": "req-1", "X-Sandbox-Payment": "late", "Accept-Language": "fr-BE,en;q=0.5"])
        #expect(answer.status == 200)
        #expect(answer.text == #"{"thingId":"t/1","dryRun":true,"name":"Tea","extra":[1,2.50]}"#)
        #expect(answer["X-Request-Id"] == "req-1")
        let message = try #require(shop.received.last)
        #expect(message.type == "shop.echo.v1" && message.tenant == "demo" && message.correlationID == "req-1")
        #expect(message.principal == Principal(userID: "u-1", roles: ["attendee"], sessionID: "s-u-1"))
        #expect(message.attributes["x-sandbox-payment"] == "late" && message.attributes["language"] == "fr"
            && message.attributes["client"] != nil)
        await shop.stop()
    }

    @Test("A body cannot say what the path says, however it writes the key")
    func pathParametersWin() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/demo/api/v1/things/real/echo",
                                                #"{"thingId":"fake","thing\u0049d":"fake","name":"Tea","dryRun":true}"#)
        #expect(answer.status == 400)  // Two spellings of one key are one key twice.
        let other = try await shop.client.post("/t/demo/api/v1/things/real/echo", #"{"thing\u0049d":"fake","name":"Tea","dryRun":true}"#)
        #expect(other.text == #"{"thingId":"real","name":"Tea"}"#)
        await shop.stop()
    }

    @Test("Tenant by host or by path; unknown tenants, routes and methods are told apart")
    func addressing() async throws {
        let shop = try await Shop()
        #expect(try await shop.client.get("/api/v1/things", ["Host": "API.demo.example:8080"]).status == 200)
        #expect(try await shop.client.get("/t/nobody/api/v1/things").status == 404)
        #expect(try await shop.client.get("/t/demo/api/v1/nothing").status == 404)
        let wrong = try await shop.client.send("DELETE", "/t/demo/api/v1/things")
        #expect(wrong.status == 405 && wrong["Allow"] == "GET, HEAD, OPTIONS, POST" && wrong.json["slug"] == "method-not-allowed")
        #expect(try await shop.client.post("/t/demo/api/v1/meals", "{}").status == 404)
        #expect(try await shop.client.post("/t/other/api/v1/meals", "{}").status == 200)
        #expect(try await shop.client.get("/t/demo/unsubscribe/abc").text == #"{"token":"abc"}"#)
        #expect(try await shop.client.get("/t/demo/api/v1/things/mine").status == 401)
        #expect(try await shop.client.get("/t/demo/api/v1/things/%zz").status == 400)
        #expect(try await shop.client.get("/t/demo/api/v1" + String(repeating: "/deeper", count: 40)).status == 404)
        #expect(try await shop.client.get("/t/demo/api/v1/things/" + String(repeating: "x", count: 65)).status == 404)
        let head = try await shop.client.send("HEAD", "/t/demo/api/v1/things/1")
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == String(#"{"thingId":"1"}"#.utf8.count))
        let options = try await shop.client.send("OPTIONS", "/t/demo/api/v1/things",
                                                 ["Origin": "https://a.example", "Access-Control-Request-Method": "POST"])
        #expect(
            options.status == 204 && options["Access-Control-Allow-Origin"] == "*" && options["Access-Control-Allow-Methods"]
                == "GET, HEAD, OPTIONS, POST")
        await shop.stop()
    }

    @Test("Bad bodies are refused with the status of their fault, never with a 500")
    func badBodies() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/things/1/echo"
        #expect(try await shop.client.post(path, "name=Tea", ["Content-Type": "application/x-www-form-urlencoded"]).status == 415)
        #expect(try await shop.client.post(path, #"{"name":"#).json["slug"] == "malformed-request")
        #expect(try await shop.client.post(path, String(repeating: "[", count: 100_000)).status == 400)
        #expect(try await shop.client.post(path, #"["Tea"]"#).status == 422)
        let both = try await shop.client.post(path + "?dryRun=perhaps", #"{"name":" a ","quantity":1.5}"#)
        #expect(both.status == 422)
        #expect(
            both.json["errors"] == ["name": ["must have 2 to 10 characters"], "quantity": ["must be a whole number"],
                                    "dryRun": ["must be true or false"]])
        #expect(both["Content-Type"] == "application/problem+json")
        #expect(try await shop.client.post(path, "").json["errors"] == ["name": ["is required"]])
        let large = try await shop.client.post(path, #"{"name":""# + String(repeating: "x", count: 1 << 20) + #""}"#)
        #expect(large.status == 413 && large.json["slug"] == "payload-too-large")
        let chunked =
            "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(repeating: "8000\r\n" + String(repeating: "y", count: 0x8000) + "\r\n", count: 40) + "0\r\n\r\n"
        #expect(try await shop.client.send(raw: Array(chunked.utf8)).status == 413)
        await shop.stop()
    }

    @Test("Query parameters are typed by their schemas; an unknown value is 422, an unknown name nothing")
    func queryParameters() async throws {
        let shop = try await Shop()
        let good = try await shop.client.get("/t/demo/api/v1/things?perPage=50&sort=price&category=music,food&category=art&what=ever&x=")
        #expect(good.json["asked"] == ["perPage": 50, "sort": "price", "category": ["music", "food", "art"]])
        let bad = try await shop.client.get("/t/demo/api/v1/things?perPage=101&sort=cheap")
        #expect(bad.json["errors"] == ["perPage": ["must be 1 to 100"], "sort": ["must be one of newest, price"]])
        await shop.stop()
    }

    @Test("A refusal becomes a problem document with its own members")
    func refusals() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/demo/api/v1/refused", "{}", ["Accept-Language": "fr"])
        #expect(answer.status == 409)
        let problem = answer.json
        #expect(
            problem["type"] == "https://souk.dev/problems/sold-out" && problem["title"] == "Sold out" && problem["status"] == 409
                && problem["available"] == 0
        )
        #expect(problem["message"] == "Nothing is left." && problem["requestId"]?.string == answer["X-Request-Id"])
        // A cache stores each language separately (12.F33).
        #expect(answer.headers["vary"]?.contains("Accept-Language") == true)
        let notFound = try await shop.client.get("/t/demo/api/v1/nothing", ["Accept-Language": "fr"])
        #expect(notFound.json["message"] == "Il n'y a rien ici que vous puissiez voir." && notFound["Content-Language"] == "fr")
        await shop.stop()
    }

    @Test("What was made is told by an absolute path as the client addressed it")
    func locations() async throws {
        let shop = try await Shop()
        let token = try Shop.token("u-1", roles: ["organizer"])
        let byPath = try await shop.client.post("/t/demo/api/v1/things", #"{"name":"Tea"}"#, ["Authorization": "Bearer \(token)"])
        #expect(byPath.status == 201 && byPath["Location"] == "/t/demo/api/v1/things/42")
        let byHost = try await shop.client.post("/api/v1/things", #"{"name":"Tea"}"#,
                                                ["Authorization": "Bearer \(token)", "Host": "api.demo.example"])
        #expect(byHost["Location"] == "/api/v1/things/42")
        await shop.stop()
    }

    @Test("Bytes that are no JSON come through with their type")
    func binaries() async throws {
        let shop = try await Shop()
        let picture = try await shop.client.get("/t/demo/api/v1/pictures/abc.def.png")
        #expect(
            picture.body == [1, 2, 3, 0, 255] && picture["Content-Type"] == "image/png" && picture["Cache-Control"] == "private, no-store"
                && picture["ETag"] == nil)
        #expect(shop.received.last?.value == Array(#"{"token":"abc.def"}"#.utf8) && picture["Content-Disposition"] == nil)
        let saved = try await shop.client.get("/t/demo/api/v1/pictures/~.png")
        #expect(saved["Content-Disposition"] == "attachment; filename=\"EP-7F3KxSet-Cookie.png\"" && saved["Set-Cookie"] == nil)
        await shop.stop()
    }

    @Test("A tag that still fits is answered 304 without a body")
    func entityTags() async throws {
        let shop = try await Shop()
        let first = try await shop.client.get("/t/demo/api/v1/things/1")
        let tag = try #require(first["ETag"])
        let again = try await shop.client.get("/t/demo/api/v1/things/1", ["If-None-Match": "W/\(tag), \"x\""])
        #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag)
        #expect(try await shop.client.get("/t/demo/api/v1/things/2", ["If-None-Match": tag]).status == 200)
        await shop.stop()
    }

    @Test("A tenant of snake_case writes and reads snake_case, messages stay camelCase")
    func snakeCase() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/snake/api/v1/things/1/echo?dry_run=true",
                                                #"{"name":"Tea","some_deep":[{"inner_key":"a_b"}]}"#)
        #expect(answer.text == #"{"thing_id":"1","dry_run":true,"name":"Tea","some_deep":[{"inner_key":"a_b"}]}"#)
        #expect(shop.received.last?.value == Array(#"{"thingId":"1","dryRun":true,"name":"Tea","someDeep":[{"innerKey":"a_b"}]}"#.utf8))
        let problem = try await shop.client.get("/t/snake/api/v1/things?per_page=0")
        #expect(problem.json["errors"] == ["per_page": ["must be 1 to 100"]] && problem.json["request_id"] != nil)
        await shop.stop()
    }

    @Test("Sealed fields leave sealed, sealed answers arrive in clear and are never stored by caches")
    func sealing() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/demo/api/v1/sign-in", #"{"password":"correct horse \u00e9","other":1}"#)
        #expect(answer.json == ["token": "very secret"] && answer["Cache-Control"] == "no-store")
        for record in shop.log.records(of: Topics.intake("shop")) + shop.log.records(of: Topics.replies) {
            let text = String(decoding: record.value ?? [], as: UTF8.self)
            #expect(!text.contains("horse") && !text.contains("very secret"))
        }
        let value = try JSON.decode(JSONValue.self, from: try #require(shop.received.last).value)
        #expect(value["password"]?["keyID"] == "shop-sealing-1" && value["other"] == 1)
        await shop.stop()
    }

    @Test("A webhook's body goes on sealed and byte for byte, with the time of its arrival")
    func rawBody() async throws {
        let shop = try await Shop()
        let body = "{ \"id\" : \"evt_1\",\r\n\"name\":\" \u{f1} \", \"id\":2 }", before = Timestamp.now()
        let answer = try await shop.client.post("/t/demo/api/v1/events/t-1", body,
                                                ["X-Signature": "t=1,v1=00", "Accept": "*/*; q=0.5, application/xml"])
        #expect(answer.status == 200)
        let message = try #require(shop.received.last)
        let value = try JSON.decode(JSONValue.self, from: message.value)
        #expect(value["thingId"] == "t-1" && message.attributes["x-signature"] == "t=1,v1=00")
        let sealed = try #require(value["payload"]).decoded(as: SealedValue.self)
        let clear = try Sealing.open(Base64URL.decode(sealed.ciphertext) ?? [], encapsulatedKey: sealed.encapsulatedKey,
                                     with: shop.service.key, purpose: .field)
        #expect(String(decoding: clear, as: UTF8.self) == body)
        let received = try #require(message.attributes["received"].flatMap { Timestamp($0) })
        #expect(received >= before - .seconds(1) && received <= .now())
        #expect(try await shop.client.post("/t/demo/api/v1/events/t-1", String(repeating: "x", count: 300_000)).status == 413)
        // Other messages have no such attribute.
        _ = try await shop.client.get("/t/demo/api/v1/things")
        #expect(shop.received.last?.attributes["received"] == nil)
        await shop.stop()
    }

    @Test("Large answers are compressed for those who take it; what did not change is told with the tag and the Vary of what is stored")
    func compression() async throws {
        let shop = try await Shop()
        let name = String(repeating: "category%20", count: 1)
        let path = "/t/demo/api/v1/things?category=" + Array(repeating: name, count: 200).joined(separator: ",")
        let plain = try await shop.client.get(path)
        let small = try await shop.client.get(path, ["Accept-Encoding": "br, gzip"])
        #expect(plain.body.count > 1024 && small["Content-Encoding"] == "gzip" && small.body.count < plain.body.count
            && small.body.prefix(2) == [31, 139])
        // One field names both: this client, as many do, sees one `Vary` only.
        #expect(plain["Vary"] == "Accept-Language, Accept-Encoding" && small["Vary"] == plain["Vary"])
        for (stored, encoding) in [(small, "gzip"), (plain, "identity")] {
            let same = try await shop.client.get(path, ["Accept-Encoding": encoding, "If-None-Match": try #require(stored["ETag"])])
            #expect(same.status == 304 && same["ETag"] == stored["ETag"] && same["Vary"] == stored["Vary"], "\(encoding)")
        }
        await shop.stop()
    }

    @Test("""
        Told to end it is not ready, and serves on until balancers have noticed: old connections are asked to go, new ones are taken (12.D2)
        """)
    func notice() async throws {
        let shop = try await Shop { $0.noticeSeconds = 6 }
        #expect(try await shop.client.get("/t/demo/api/v1/things/1")["Connection"] != "close")
        let began = ContinuousClock.now
        async let ended: Void = shop.web.end()
        try await poll { try await shop.client.get("/ready").status == 503 }
        for _ in 0..<3 {
            let answer = try await shop.client.get("/t/demo/api/v1/things/1")
            #expect(answer.status == 200 && answer["Connection"] == "close")
        }
        await ended
        #expect(ContinuousClock.now - began >= .seconds(6))
        try await poll { (try? await shop.client.get("/live")) == nil }
        await shop.stop()
    }

    @Test("What a client cannot take is 406, before anything is done")
    func notAcceptable() async throws {
        let shop = try await Shop()
        let before = shop.received.count
        let refused = try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#, ["Accept": "text/html, image/*"])
        #expect(refused.status == 406 && refused.json["slug"] == "not-acceptable" && shop.received.count == before)
        let path = "/t/demo/api/v1/things/1"
        #expect(try await shop.client.get(path, ["Accept": "text/html"]).status == 406)
        #expect(try await shop.client.get(path, ["Accept": "application/json;q=0, */*"]).status == 406)
        for accept in ["*/*", "application/*", "application/json", "text/html, application/json;q=0.1", "application/problem+json", ""] {
            #expect(try await shop.client.get(path, ["Accept": accept]).status == 200, "\(accept)")
        }
        #expect(try await shop.client.get("/t/demo/api/v1/pictures/a.png", ["Accept": "image/png"]).status == 200)
        #expect(try await shop.client.get("/t/demo/api/v1/pictures/a.png", ["Accept": "application/json"]).status == 406)
        #expect(try await shop.client.get("/t/demo/api/v1/stream?topic=listings/t-1", ["Accept": "application/json"]).status == 406)
        await shop.stop()
    }

    @Test("What the gateway answers itself is 406 to a client that cannot take it, and then nothing moves")
    func ownAnswersNotAcceptable() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let base = "/t/demo/api/v1", picture = ["Accept": "image/png"]
        for path in ["/openapi.json", "/docs", "/dev/clock"] {
            #expect(try await shop.client.get(base + path, picture).json["slug"] == "not-acceptable", "\(path)")
            #expect(try await shop.client.get(base + path, ["Accept": "text/html, */*;q=0.8"]).status == 200, "\(path)")
        }
        #expect(try await shop.client.post(base + "/dev/clock", #"{"advance":"PT1H"}"#, picture).status == 406)
        #expect(try await shop.client.get(base + "/dev/clock").json["offsetSeconds"] == 0)
        #expect(try await shop.client.get(base + "/operations/1", picture).status == 406)
        #expect(try await shop.client.get(base + "/admin/dead-letters", picture).status == 401, "who asks comes first")
        await shop.stop()
    }

    @Test("Texts arrive trimmed, except secrets; control characters are refused wherever they are")
    func texts() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/things/1/echo"
        let answer = try await shop.client.post(path, #"{"name":"  Tea ","deep":{" key ":["  a b  ",1," "]}}"#)
        #expect(answer.json["name"] == "Tea" && answer.json["deep"] == [" key ": ["a b", 1, ""]])
        let refused = try await shop.client.post(path, #"{"name":"T\u0007ea"}"#)
        #expect(refused.json["errors"] == ["name": ["contains control characters"]])
        #expect(try await shop.client.post(path, "{\"name\":\"T\u{7}ea\"}").status == 400)
        await shop.stop()
    }

    @Test("Every answer tells how many requests are left")
    func rateLimitHeaders() async throws {
        let shop = try await Shop { $0.rateLimits = GatewaySettings.RateLimits() }
        let base = "/t/demo/api/v1"
        for path in ["/things/1", "/nothing", "/openapi.json", "/docs", "/operations/1", "/dev/clock", "/admin/dead-letters",
                     "/things/mine", "/ws", "/stream"] {
            let answer = try await shop.client.get(base + path)
            #expect(answer["RateLimit-Limit"] == "300" && answer["RateLimit-Remaining"] != nil && answer["RateLimit-Reset"] != nil,
                    "\(path) \(answer.status)")
        }
        let wrong = try await shop.client.send("DELETE", base + "/things")
        #expect(wrong.status == 405 && wrong["RateLimit-Limit"] == "300")
        await shop.stop()
    }

    @Test("Attempts to sign in as one and the same count together, whatever the spelling")
    func identifierLimit() async throws {
        let shop = try await Shop { settings in
            var limits = GatewaySettings.RateLimits()
            (limits.signInPerAddressPerMinute, limits.signInPerIdentifierPerMinute) = (1000, 3)
            settings.rateLimits = limits
        }
        func signIn(_ login: String) async throws -> Int {
            try await shop.client.post("/t/demo/api/v1/sign-in", #"{"login":"\#(login)","password":"12345678"}"#).status
        }
        for login in ["A@example.com", " a@example.com", "a@EXAMPLE.com"] { #expect(try await signIn(login) == 200) }
        let refused = try await shop.client.post("/t/demo/api/v1/sign-in", #"{"login":"a@example.com","password":"12345678"}"#)
        #expect(refused.status == 429 && refused["Retry-After"] != nil)
        #expect(refused["RateLimit-Limit"] == "3" && refused["RateLimit-Remaining"] == "0", "the limit that refuses is told")
        #expect(try await signIn("b@example.com") == 200)
        for phone in ["+256700123456", "00256 700 123 456", "+256-700-123456"] { #expect(try await signIn(phone) == 200) }
        #expect(try await signIn("+256 700 123456") == 429)
        // A sign-up has no password to guess.
        for _ in 0..<4 { #expect(try await shop.client.post("/t/demo/api/v1/sign-up", #"{"login":"a@example.com"}"#).status == 200) }
        await shop.stop()
    }
}
