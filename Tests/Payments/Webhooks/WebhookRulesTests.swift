import Kernel
import PaymentsService
import PaymentsWebhooks
import Testing

@Suite("Webhooks: rules")
struct WebhookRulesTests {
    @Test("Addresses of this machine, of inner networks and of many receivers are known in every form", arguments: [
        ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("::1", .loopback), ("::ffff:127.0.0.1", .loopback),
        ("64:ff9b::7f00:1", .loopback), ("::127.0.0.1", .loopback), ("2002:7f00:1::1", .loopback),
        ("0.0.0.0", .inside), ("10.1.2.3", .inside), ("172.16.0.1", .inside), ("172.31.255.255", .inside), ("192.168.1.1", .inside),
        ("169.254.169.254", .inside), ("100.64.0.1", .inside), ("100.127.255.255", .inside), ("224.0.0.1", .inside),
        ("239.1.1.1", .inside), ("255.255.255.255", .inside), ("240.0.0.1", .inside), ("192.0.0.8", .inside), ("198.18.0.1", .inside),
        ("::", .inside), ("fe80::1", .inside), ("fec0::1", .inside), ("fc00::1", .inside), ("fdff::1", .inside), ("ff02::1", .inside),
        ("::ffff:10.0.0.1", .inside), ("::ffff:0:10.0.0.1", .inside), ("64:ff9b::a9fe:a9fe", .inside), ("64:ff9b:1::1", .inside),
        ("2002:a00:1::", .inside), ("2001:0:a00:1::1", .inside), ("2001:0:808:808::f5ff:fffe", .inside),
        ("2a00::5efe:192.168.0.1", .inside), ("2a00::200:5efe:192.168.0.1", .inside),
        ("8.8.8.8", .anywhere), ("172.32.0.1", .anywhere), ("172.15.0.1", .anywhere), ("100.128.0.1", .anywhere),
        ("100.63.255.255", .anywhere), ("192.0.1.1", .anywhere), ("223.255.255.255", .anywhere), ("2a00:1450::1", .anywhere),
        ("64:ff9b::808:808", .anywhere), ("2002:808:808::1", .anywhere), ("::ffff:8.8.8.8", .anywhere), ("2001:db8::1", .anywhere),
    ] as [(String, NetworkAddress.Reach)])
    func reach(_ text: String, _ reach: NetworkAddress.Reach) throws {
        #expect(try #require(NetworkAddress(text)).reach == reach)
    }

    @Test("An address of a receiver has one meaning, or it is none", arguments: [
        "", "example.com", "ftp://example.com/", "https://", "https:///path", "https://user@example.com/", "https://user:pw@example.com/",
        "https://example.com/#part", "https://exa mple.com/", "https://example.com\\@inside/", "https://example.com:0/",
        "https://example.com:65536/", "https://example.com:/", "https://example.com:1:2/", "https://[::1", "https://[::1]x/",
        "https://::1/", "https://[127.0.0.1]/", "https://[example.com]/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
        "https://0177.0.0.1/", "https://127.0.0.0x1/", "https://1.2.3.256/", "https://[fe80::1%25eth0]/", "https://a..b/", "https://.a/",
        "https://münchen.example/", "https://example.com/\u{7f}", "https://example.com/" + String(repeating: "a", count: 2_000),
    ])
    func notAnAddress(_ text: String) { #expect(WebhookURL(text) == nil) }

    @Test("Host, port and target are read as they are sent")
    func parts() throws {
        let plain = try #require(WebhookURL("HTTPS://Hooks.Example.com?a=1&b=%2F"))
        #expect(plain.host == "hooks.example.com" && plain.port == 443 && plain.target == "/?a=1&b=%2F" && plain.isSecure)
        #expect(plain.authority == "hooks.example.com" && plain.literal == nil)
        let other = try #require(WebhookURL("http://[2a00::1]:8080/x/y?"))
        #expect(other.host == "2a00::1" && other.port == 8080 && other.target == "/x/y?" && other.authority == "[2a00::1]:8080")
        #expect(other.literal == NetworkAddress("2a00::1"))
    }

    @Test("Only development may use http and this machine; inner networks are closed to everybody")
    func refusals() throws {
        func refusal(_ text: String, development: Bool) throws -> WebhookURL.Refusal? {
            try #require(WebhookURL(text)).refusal(isDevelopment: development)
        }
        #expect(try refusal("https://example.com/", development: false) == nil)
        #expect(try refusal("http://example.com/", development: false) == .insecure)
        #expect(try refusal("http://example.com/", development: true) == nil)
        for here in ["127.0.0.1:9", "localhost", "localhost.", "x.localhost", "[::1]", "[::ffff:127.0.0.1]"] {
            #expect(try refusal("https://\(here)/", development: false) == .notPublic)
            #expect(try refusal("http://\(here)/", development: true) == nil)
        }
        for inside in ["10.0.0.1", "169.254.169.254", "[fd00::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "0.0.0.0"] {
            for development in [true, false] { #expect(try refusal("https://\(inside)/", development: development) == .notPublic) }
        }
    }

    @Test("Waits are those of the contract, longer by a tenth at most, different for each delivery, and there are nine")
    func schedule() throws {
        let waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
        for (index, seconds) in waits.enumerated() {
            let found = try (0..<50).map { n in
                try #require(WebhookSchedule.wait(afterFailures: index + 1, retryAfter: nil, delivery: "d-\(n)", attempt: index + 1))
            }
            #expect(found.allSatisfy { $0 >= .seconds(seconds) && $0 <= .seconds(seconds) * 1.1 })
            #expect(Set(found).count > 10)
            #expect(found[0] == WebhookSchedule.wait(afterFailures: index + 1, retryAfter: nil, delivery: "d-0", attempt: index + 1))
        }
        #expect(WebhookSchedule.wait(afterFailures: 10, retryAfter: .hours(1), delivery: "d", attempt: 10) == nil)
        #expect(WebhookSchedule.wait(afterFailures: 0, retryAfter: nil, delivery: "d", attempt: 1) == nil)
    }

    @Test("A longer Retry-After counts, up to a day; a shorter one doesn't")
    func retryAfter() throws {
        func wait(_ asked: Duration) -> Duration? {
            WebhookSchedule.wait(afterFailures: 2, retryAfter: asked, delivery: "d", attempt: 2)
        }
        #expect(wait(.hours(3)) == .hours(3) && wait(.days(9)) == .hours(24) && wait(.seconds(1)) == wait(.zero))
        let now = try #require(Timestamp("2026-11-21T07:00:00Z"))
        #expect(RetryAfter.seconds("120", now: now) == 120 && RetryAfter.seconds(" 0 ", now: now) == 0)
        #expect(RetryAfter.seconds("Sat, 21 Nov 2026 08:00:00 GMT", now: now) == 3_600)
        #expect(RetryAfter.seconds("Fri, 20 Nov 2026 08:00:00 GMT", now: now) == 0)
        #expect(RetryAfter.seconds("99999999999999999999", now: now) == 31_536_000)
        for text in ["", "soon", "-5", "1.5", "Sat, 21 Nov 2026 08:00:00 CET", "Sat, 99 Nov 2026 08:00:00 GMT"] {
            #expect(RetryAfter.seconds(text, now: now) == nil)
        }
    }

    @Test("Signatures are those of Standard Webhooks, the newest secret's first")
    func signature() throws {
        // From the test suite of its reference libraries.
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
        let body = Array(#"{"test": 2432232314}"#.utf8)
        let known = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        #expect(WebhookSignature.header(secrets: [secret], id: id, seconds: 1_614_265_330, body: body) == known)
        let other = WebhookSignature.secret(of: Array(0..<32))
        #expect(other == "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
        let both = try #require(WebhookSignature.header(secrets: [other, secret], id: id, seconds: 1_614_265_330, body: body))
        #expect(both.hasSuffix(" " + known) && both.split(separator: " ").count == 2 && !both.hasPrefix(known))
        #expect(WebhookSignature.header(secrets: ["no secret"], id: id, seconds: 0, body: body) == nil)
    }

    @Test("Names of events are those of the contract; * stands alone")
    func events() {
        #expect(WebhookEvents.names.count == 16 && Set(WebhookEvents.names).count == 16)
        let paid = "payments.payment-succeeded.v1", failed = "payments.payment-failed.v1"
        #expect(WebhookEvents.read([paid, failed, paid]) == [paid, failed])
        #expect(WebhookEvents.read(["*"]) == ["*"])
        for wrong in [[], ["*", paid], [paid, "payments.earnings-released.v1"], ["payment-succeeded"], ["webhook.test"], [""]] {
            #expect(WebhookEvents.read(wrong) == nil)
        }
    }
}
