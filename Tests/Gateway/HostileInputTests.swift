import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("What hostile clients send costs them, and nobody else")
struct HostileInputTests {
    @Test("A range larger than any file is refused with 416, and nothing ends (12.C1, E1)", arguments: [
        "bytes=9223372036854775807-", "bytes=9223372036854775806-9223372036854775807", "bytes=9223372036854251519-",
        "bytes=1300000-9223372036854775807",
    ])
    func largeRanges(_ range: String) async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/files/f-1"
        let answer = try await shop.client.get(path, ["Range": range])
        #expect(answer.status == 416 && answer["Content-Range"] == "bytes */1300000")
        #expect(try await shop.client.get(path, ["Range": "bytes=0-9223372036854775807"]).body == ShopService.file)
        #expect(try await shop.client.get(path, ["Range": "bytes=-9223372036854775807"]).body == ShopService.file)
        await shop.stop()
    }

    @Test("HEAD tells of the whole file, whatever range it names", arguments: ["bytes=0-9", "bytes=1300000-", "bytes=-5"])
    func headOfFile(_ range: String) async throws {
        let shop = try await Shop()
        let head = try await shop.client.send("HEAD", "/t/demo/api/v1/files/f-1", ["Range": range])
        #expect(head.status == 200 && head["Content-Length"] == "1300000" && head["Content-Range"] == nil && head.body.isEmpty)
        await shop.stop()
    }

    @Test("A text without a limit of its own has one: a megabyte of a name goes nowhere (12.C1, E3)")
    func megabytes() throws {
        let schema = try CompiledSchema(.object(["name": .string(), "note": .string(0...30_000)]))
        func errors(_ name: Int, _ note: Int = 0) throws -> [String: [String]] {
            let body = #"{"name":"\#(String(repeating: "x", count: name))","note":"\#(String(repeating: "é", count: note))"}"#
            return SchemaCheck.errors(in: try JSONScanner.scan(Array(body.utf8)), schema)
        }
        #expect(try errors(20_000, 30_000).isEmpty)
        #expect(try errors(20_001) == ["name": ["must have at most 20000 characters"]])
        #expect(try errors(1_000_000, 30_001) == ["name": ["must have at most 20000 characters"],
                                                  "note": ["must have at most 30000 characters"]])
    }

    @Test("A path that can be read and leads nowhere is 404, however long a piece of it is")
    func longSegment() async throws {
        let shop = try await Shop()
        for id in [String(repeating: "x", count: 600), String(repeating: "x", count: 4000), String(repeating: "%C3%A9", count: 200)] {
            #expect(try await shop.client.get("/t/demo/api/v1/things/" + id).status == 404)
            #expect(try await shop.client.get("/t/demo/api/v1/" + id).status == 404)
        }
        await shop.stop()
    }

    @Test("A request line that cannot be read is refused in the client's language and the app's form, by host and by path", arguments: [
        "/things?x=%zz", "/things/%zz", "/things?" + String(repeating: "x=1&", count: 65),
    ])
    func unreadable(_ rest: String) async throws {
        let shop = try await Shop()
        for (path, host) in [("/t/snake/api/v1", "localhost"), ("/api/v1", "api.snake.example")] {
            let answer = try await shop.client.get(path + rest, ["Host": host, "Accept-Language": "fr"])
            #expect(answer.status == 400 && answer["Content-Language"] == "fr" && answer["Vary"] == "Accept-Language")
            #expect(answer.json["message"] == "La requête n'a pas pu être lue." && answer.json["request_id"] != nil)
        }
        #expect(try await shop.client.get("/t/snake/api/v1" + rest)["Content-Language"] == "en")
        let nobody = try await shop.client.get("/t/%zz/api/v1" + rest, ["Accept-Language": "fr"])
        #expect(nobody.status == 400 && nobody["Content-Language"] == "en" && nobody.json["requestId"] != nil)
        await shop.stop()
    }

    @Test("The limiter's memory is bounded, who is known keeps the bucket while others flood it (12.C3, E11)")
    func limiterFlood() {
        let limiter = RateLimiter()
        let start = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
        for _ in 0..<600 { _ = limiter.take(.principal("demo", "u-1"), perMinute: 600, now: start) }
        var refused = 0
        for number in 0..<450_000 {
            _ = limiter.take(.address("demo", "a-\(number)"), perMinute: 300, now: start)
            if number % 50_000 == 0, limiter.take(.principal("demo", "u-1"), perMinute: 600, now: start).retryAfterSeconds != nil {
                refused += 1
            }
        }
        #expect(refused == 9 && limiter.count <= 2 * RateLimiter.bucketsPerGenerationMax)
        let later = start + .minutes(1)
        #expect(limiter.take(.principal("demo", "u-1"), perMinute: 600, now: later).remaining == 599)
        _ = limiter.take(.principal("demo", "u-1"), perMinute: 600, now: later + .minutes(1))
        #expect(limiter.count <= 2)
    }

    @Test("The holder of a guest's key has 60 requests within any minute, not 60 and what a bucket gains meanwhile")
    func slidingMinute() {
        let limiter = RateLimiter()
        let start = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
        func take(_ milliseconds: Int) -> RateLimiter.Standing {
            limiter.takeExactly(.capability("demo", "link"), perMinute: 60, now: start + .milliseconds(milliseconds))
        }
        // Two a second, over the end of a generation.
        let standings = (0..<118).map { take(30_000 + $0 * 500) }
        #expect(standings.prefix(60).allSatisfy { $0.retryAfterSeconds == nil } && standings[59].remaining == 0)
        #expect(standings.dropFirst(60).allSatisfy { $0.retryAfterSeconds != nil && $0.remaining == 0 })
        #expect(standings[60].retryAfterSeconds == 30 && standings[60].resetSeconds == 60)
        #expect(take(89_999).retryAfterSeconds == 1)
        #expect(take(90_000).retryAfterSeconds == nil)
        #expect(take(90_001).retryAfterSeconds == 1)
        #expect(limiter.takeExactly(.capability("demo", "other"), perMinute: 60, now: start + .seconds(90)).remaining == 59)
    }

    @Test("Proxies are ranges, the last hop that is none of them is who calls; IPv6 counts by /64 (12.D3, 12.C3)", arguments: [
        ("10.1.2.3", nil, "10.1.2.3"), ("203.0.113.9", "9.9.9.9", "203.0.113.9"), ("10.1.2.3", "9.9.9.9", "9.9.9.9"),
        ("::ffff:10.1.2.3", "9.9.9.9:4711", "9.9.9.9"), ("10.1.2.3", "6.6.6.6, 9.9.9.9, 10.200.0.1", "9.9.9.9"),
        ("10.1.2.3", "9.9.9.9, nonsense", "10.1.2.3"),
        ("fd00::1", "[2001:db8:0:7:1:2:3:4]:80", "2001:db8:0:7::/64"), ("fd00::1", "2001:db8:0:7::9", "2001:db8:0:7::/64"),
        ("11.1.2.3", "9.9.9.9", "11.1.2.3"), ("2001:db8:1:2:3:4:5:6", nil, "2001:db8:1:2::/64"),
        ("192.0.2.7", "10.0.0.1,10.0.0.2", "192.0.2.7"),
    ] as [(String, String?, String)])
    func proxies(peer: String, forwarded: String?, counted: String) throws {
        let ranges = try ["10.0.0.0/8", "192.0.2.7", "fd00::/8"].map { try #require(AddressRange($0)) }
        let folder = NSTemporaryDirectory() + "souk-gateway-tests/" + UUID().uuidString
        let secret = try ServiceSecret.load(service: "gateway", settings: try .fromEnvironment(["SOUK_DATA": folder]))
        #expect(ClientAddresses(trustedProxies: ranges, secret: secret).address(peer: peer, forwardedFor: forwarded) == counted)
    }

    @Test("What is no range of addresses is refused with its name",
          arguments: ["10.0.0.0/33", "10.0.0", "fd00::/129", "10.0.0.0/8/8", "", "x", "10.0.0.0/-1", "10.0.0.0/"])
    func badRanges(_ text: String) {
        #expect(AddressRange(text) == nil)
        guard !text.isEmpty else { return }
        #expect {
            try GatewaySettings.fromEnvironment(["SOUK_TRUSTED_PROXIES": "10.0.0.0/8, \(text)", "SOUK_DEVELOPMENT": "true"])
        } throws: {
            "\($0)".contains("SOUK_TRUSTED_PROXIES") && "\($0)".contains(text)
        }
    }

    @Test("Outside development the gateway wants to know where people reach it; links never lead to 0.0.0.0 (12.D3)")
    func publicAddress() throws {
        #expect { try GatewaySettings.fromEnvironment([:]) } throws: { "\($0)".contains("SOUK_PUBLIC_URL") }
        for nowhere in ["http://0.0.0.0:8080", "souk.example", "ftp://souk.example", "https://souk.example?x=1"] {
            #expect(throws: GatewaySettings.Invalid.self) { try GatewaySettings.fromEnvironment(["SOUK_PUBLIC_URL": nowhere]) }
        }
        #expect(try GatewaySettings.fromEnvironment(["SOUK_PUBLIC_URL": "https://souk.example/"]).publicURL == "https://souk.example")
        let development = ["SOUK_DEVELOPMENT": "true", "SOUK_PORT": "8081"]
        for (host, shown) in [("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("192.168.1.5", "192.168.1.5"), ("::1", "[::1]")] {
            let settings = try GatewaySettings.fromEnvironment(development.merging(["SOUK_HOST": host]) { $1 })
            #expect(settings.publicURL == "http://\(shown):8081")
        }
    }

    @Test("A subscription takes a token as a request does, and guests of one address have so many connections (12.C3, E9)")
    func subscriptions() async throws {
        let shop = try await Shop { settings in
            var limits = GatewaySettings.RateLimits()
            limits.perAddressPerMinute = 70
            settings.rateLimits = limits
        }
        var guests: [OpenConnection] = []
        for _ in 0..<64 { guests.append(try await OpenConnection.webSocket(shop.client)) }
        let refused = try await shop.client.get("/t/demo/api/v1/stream?topics=listings/t-1")
        #expect(refused.status == 429 && refused["Retry-After"] == "30" && refused.json["slug"] == "too-many-requests")
        let person = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        #expect(person.text.hasPrefix("HTTP/1.1 101 "))
        let guest = try #require(guests.first)
        var empty = ContinuousClock.now
        while try await shop.client.get("/t/demo/api/v1/things/1").status != 429 { empty = .now }
        guest.say(#"""
            {"subscribe":["listings/1","listings/2","listings/3","listings/4","listings/5","listings/6","listings/7","listings/8"],"ref":1}
            """#)
        try await poll { guest.messages.count == 8 }
        let limited = guest.messages.filter { $0["error"]?["slug"] == "too-many-requests" }
        // The bucket had less than one token after `empty`, and gets 70 a minute.
        let added = (ContinuousClock.now - empty) / .seconds(60) * 70
        #expect(Double(limited.count) > 7 - added && limited.allSatisfy { $0["topic"] != nil })
        guest.say(#"{"unsubscribe":[\#((0...100).map { "\"listings/\($0)\"" }.joined(separator: ","))]}"#)
        try await poll { guest.messages.last?["error"]?["slug"] == "malformed-request" }
        guests[1].shut()
        try await poll { shop.metrics.contains("souk_gateway_live_connections 64") }
        await shop.stop()
    }

    @Test("What is kept for streams is bounded over all tenants, and let go when nothing comes any more (12.C3, E13)")
    func keptEvents() async throws {
        let shop = try await Shop { ($0.liveKeptBytesMax, $0.liveKeptSeconds) = (200_000, 2) }
        func kept() -> Int {
            let line = shop.metrics.split(separator: "\n").first { $0.hasPrefix("souk_gateway_live_kept_bytes ") }
            return line.flatMap { Int($0.split(separator: " ")[1]) } ?? -1
        }
        let padding = JSONValue.string(String(repeating: "x", count: 20_000))
        var most = 0
        for number in 0..<40 {
            try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "padding": padding], id: "e-\(number)",
                          tenant: number % 2 == 0 ? "demo" : "snake")
        }
        let guest = try await OpenConnection.webSocket(shop.client)
        guest.say(#"{"subscribe":"listings/t-9","ref":1}"#)
        try await poll { !guest.messages.isEmpty }
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-9"])
        try await poll { guest.messages.count == 2 }
        most = kept()
        #expect(most > 0 && most <= 200_000)
        try await poll(seconds: 20) { kept() == 0 }
        await shop.stop()
    }
}
