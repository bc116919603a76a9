import Contracts
import Foundation
import GatewayService
import Kernel
import Logging
import Messaging
import TestKit
import Testing

@Suite("Answers that come late, twice, or from another cluster")
struct ExchangeTests {
    @Test("The same Idempotency-Key is the same message; the repeated answer says so, another request under it is refused")
    func idempotency() async throws {
        let shop = try await Shop()
        let headers = ["Idempotency-Key": "k-1", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        let first = try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#, headers)
        #expect(first.status == 200 && first["Idempotency-Replayed"] == nil)
        let again = try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#, headers)
        #expect(again.text == first.text && again["Idempotency-Replayed"] == "true")
        let ids = shop.received.map(\.id), prints = shop.received.map(\.fingerprint)
        #expect(ids.count == 2 && ids[0] == ids[1] && prints[0] == prints[1] && prints[0] != nil)
        #expect(try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Cup"}"#, headers).json["slug"]
            == "idempotency-key-reused")
        #expect(shop.received.count == 2)
        _ = try await shop.client.post(
            "/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#,
            ["Idempotency-Key": "k-1", "Authorization": "Bearer \(try Shop.token("u-2"))"])
        #expect(shop.received[2].id != ids[0])
        #expect(try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#, ["Idempotency-Key": "with space"])
            .status == 400)
        await shop.stop()
    }

    @Test("The same key while the first request is running waits for it; another body under it does not")
    func concurrentKeys() async throws {
        let shop = try await Shop()
        let headers = ["Idempotency-Key": "k-2"]
        async let first = shop.client.post("/t/demo/api/v1/silent", #"{"a":1}"#, headers)
        try await poll { !shop.received.isEmpty }
        #expect(try await shop.client.post("/t/demo/api/v1/silent", #"{"a":2}"#, headers).json["slug"] == "idempotency-key-reused")
        async let second = shop.client.post("/t/demo/api/v1/silent", #"{"a":1}"#, headers)
        shop.speak()
        let answers = try await [first, second]
        #expect(answers.allSatisfy { $0.status == 200 })
        await shop.stop()
    }

    @Test("A command that is not answered in time is 202, and its operation ends when the answer comes")
    func lateAnswer() async throws {
        let shop = try await Shop { $0.resendAfter = .milliseconds(200) }
        let headers = ["Prefer": "wait=1", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        let accepted = try await shop.client.post("/t/demo/api/v1/silent", "{}", headers)
        #expect(accepted.status == 202 && accepted.json["status"] == "pending")
        let location = try #require(accepted["Location"])
        #expect(location.hasPrefix("/t/demo/api/v1/operations/"))
        #expect(try await shop.client.get(location, headers).json["status"] == "pending")
        #expect(try await shop.client.get(location).status == 404)
        #expect(try await shop.client.get("/t/snake/api/v1/operations/" + location.split(separator: "/").suffix(1).joined(), headers)
            .status != 200)
        #expect(try await shop.client.get(location, ["Authorization": "Bearer \(try Shop.token("u-2"))"]).status == 404)
        shop.speak()
        try await poll { try await shop.client.get(location, headers).json["status"] == "succeeded" }
        #expect(try await shop.client.get(location, headers).json["response"]
            == ["status": 200, "headers": [:], "body": ["wasSilent": true]])
        await shop.stop()
    }

    @Test("An operation survives a restart of the gateway and a late answer")
    func restart() async throws {
        let log = InMemoryLog(partitions: ["gateway.replies": 2, "auth.events": 1])
        let shop = try await Shop(log: log)
        let accepted = try await shop.client.post("/t/demo/api/v1/silent", "{}", ["Prefer": "respond-async"])
        #expect(accepted.status == 202)
        let location = try #require(accepted["Location"])
        await shop.stop()
        let restarted = try await Shop(log: log, data: shop.settings.dataDirectory)
        #expect(try await restarted.client.get(location).json["status"] == "pending")
        restarted.speak()
        try await poll { try await restarted.client.get(location).json["status"] == "succeeded" }
        await restarted.stop()
    }

    @Test("A secret in a late answer is kept encrypted")
    func lateSecret() async throws {
        let log = InMemoryLog(partitions: ["gateway.replies": 2, "auth.events": 1])
        let shop = try await Shop(log: log, isServing: false)
        let accepted = try await shop.client.post("/t/demo/api/v1/sign-in", #"{"password":"12345678"}"#, ["Prefer": "respond-async"])
        shop.startService()
        let location = try #require(accepted["Location"])
        try await poll { try await shop.client.send("HEAD", location)["Retry-After"] == nil }
        #expect(try await shop.client.get(location).json["response"]?["body"] == ["token": "very secret"])
        #expect(try await shop.client.get(location).json["response"]?["body"] == .null)
        await shop.stop()
        for name in try FileManager.default.contentsOfDirectory(atPath: shop.settings.dataDirectory + "/gateway") {
            let bytes = FileManager.default.contents(atPath: shop.settings.dataDirectory + "/gateway/" + name) ?? Data()
            #expect(bytes.range(of: Data("very secret".utf8)) == nil)
        }
    }

    @Test("A question without an answer is 503 with a time to come back")
    func unansweredQuestion() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.get("/t/demo/api/v1/silent", ["Prefer": "wait=1"])
        #expect(answer.status == 503 && answer["Retry-After"] == "2" && answer.json["slug"] == "service-unavailable")
        await shop.stop()
    }

    @Test("What the log does not take is 503, and nothing is left pending")
    func brokerDown() async throws {
        let shop = try await Shop()
        shop.log.isDown = true
        let answer = try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#)
        #expect(answer.status == 503 && answer["Retry-After"] != nil)
        shop.log.isDown = false
        #expect(shop.metrics.contains("souk_gateway_operations_pending 0"))
        await shop.stop()
    }

    @Test("A broker that forgets everything while requests wait: they are sent again and answered")
    func wipedBroker() async throws {
        let shop = try await Shop(isServing: false)
        async let answer = shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#)
        try await poll { !shop.log.records(of: Topics.commands("shop")).isEmpty }
        shop.log.wipe()
        shop.startService()
        #expect(try await answer.status == 200)
        await shop.stop()
    }

    @Test("More than fits in flight waits a moment, then is refused with 503")
    func bounds() async throws {
        let shop = try await Shop { $0.requestsInFlightMax = 2 }
        async let first = shop.client.get("/t/demo/api/v1/silent", ["Prefer": "wait=4"])
        async let second = shop.client.get("/t/demo/api/v1/silent", ["Prefer": "wait=4"])
        try await poll { shop.received.count == 2 }
        let third = try await shop.client.get("/t/demo/api/v1/things/1")
        #expect(third.status == 503 && third["Retry-After"] == "1")
        shop.speak()
        #expect(try await [first, second].allSatisfy { $0.status == 200 || $0.status == 503 })
        #expect(try await shop.client.get("/t/demo/api/v1/things/1").status == 200)
        await shop.stop()
    }

    @Test("The virtual clock moves forward only, in every service before the answer, and tokens age with it")
    func virtualClock() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let token = try Shop.token("u-1")
        let moved = try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"advance":"P1DT2H"}"#)
        #expect(moved.status == 200 && moved.json["offsetSeconds"] == 93_600)
        let advance = try #require(shop.received.last { $0.type == AdvanceClock.type })
        #expect(try JSON.decode(AdvanceClock.self, from: advance.value).offsetMilliseconds == 93_600_000)
        #expect(try await shop.client.get("/t/demo/api/v1/dev/clock").json["offsetSeconds"] == 93_600)
        #expect(try await shop.client.get("/t/demo/api/v1/things/1", ["Authorization": "Bearer \(token)"]).status == 401)
        _ = try await shop.client.get("/t/demo/api/v1/things/1")
        #expect(try #require(shop.received.last).time > Timestamp.now() + .hours(25))
        #expect(try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"to":"2020-01-01T00:00:00Z"}"#).status == 422)
        #expect(try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"advance":"-P1D"}"#).status == 422)
        #expect(try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"advance":"P1M"}"#).status == 422)
        for body in [#"{"advance":null,"to":null}"#, ""] {
            let nothing = try await shop.client.post("/t/demo/api/v1/dev/clock", body)
            #expect(nothing.status == 422 && nothing.json["errors"]?.object?.keys.sorted() == ["advance"])
        }
        for (body, fields) in [
            (#"{"to":5}"#, ["to"]), (#"{"advance":{},"to":[]}"#, ["advance", "to"]), (#"{"advance":1,"to":"x"}"#, ["advance"]),
        ] {
            let mistyped = try await shop.client.post("/t/demo/api/v1/dev/clock", body)
            #expect(mistyped.status == 422 && mistyped.json["errors"]?.object?.keys.sorted() == fields)
        }
        let blanks = try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"advance":" PT0S ","to":null}"#)
        #expect(blanks.status == 200 && blanks.json["offsetSeconds"] == 93_600)
        #expect(try await shop.client.post("/t/other/api/v1/dev/clock", #"{"advance":"P1D"}"#).status == 404)
        #expect(shop.log.records(of: Topics.tenants).contains { $0.key == Array("clock/demo".utf8) })
        await shop.stop()
        let restarted = try await Shop(data: shop.settings.dataDirectory)
        _ = try await restarted.client.get("/t/demo/api/v1/things/1")
        #expect(try #require(restarted.received.last).time > Timestamp.now() + .hours(25))
        await restarted.stop()
    }

    @Test("The virtual clock goes a hundred years ahead, as far as services follow, and no further")
    func virtualClockEnds() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let path = "/t/demo/api/v1/dev/clock"
        for years in 1...9 {
            #expect(try await shop.client.post(path, #"{"advance":"P3652D"}"#).json["offsetSeconds"] == .int(years * 3652 * 86_400))
        }
        let day = Timestamp.now() + .days(9 * 3652)
        #expect(try await shop.client.post(path, #"{"to":"\#(day + .days(3659))"}"#).json["errors"] == ["to": ["must be within 100 years"]])
        let last = try await shop.client.post(path, #"{"advance":"P3657D"}"#)
        #expect(last.status == 200 && last.json["offsetSeconds"] == .int(36_525 * 86_400))
        let beyond = try await shop.client.post(path, #"{"advance":"PT1S"}"#)
        #expect(beyond.status == 422 && beyond.json["errors"] == ["advance": ["must be within 100 years"]])
        #expect(try await shop.client.post(path, #"{"advance":"PT0S"}"#).status == 200)
        await shop.stop()
    }

    @Test("Not ready until manifests, a tenant and a key are there, and it says what is missing")
    func readiness() async throws {
        let shop = try await Shop()
        let gateway = try Gateway(settings: shop.settings.elsewhere(), cluster: InMemoryLog(), logger: .init(label: "test"))
        #expect(gateway.missing.contains("the manifest of shop") && gateway.missing.contains("a tenant")
            && gateway.missing.contains { $0.hasPrefix("the broker") })
        gateway.close()
        await shop.stop()
    }

    /// Starts another gateway on the same log.
    private func second(_ shop: Shop, silence: Duration = .hours(1)) throws -> Gateway {
        var settings = shop.settings.elsewhere()
        (settings.partition, settings.serviceSilence) = (1, silence)
        let gateway = try Gateway(settings: settings, cluster: shop.log, logger: Logger(label: "gateway") { _ in SwiftLogNoOpLogHandler() })
        gateway.start()
        return gateway
    }

    @Test("""
        Not ready before every service has every tenant's definition, and it says who waits for which; a tenant that comes later takes \
        nobody's readiness (12.A2)
        """)
    func tenantsAreSetUp() async throws {
        let shop = try await Shop()
        shop.service.notSetUp.withLock { $0 = ["snake", "other"] }
        let gateway = try second(shop)
        try await poll { gateway.missing == ["shop to set up other, snake"] }
        shop.service.notSetUp.withLock { $0 = ["snake"] }
        try await poll { gateway.missing == ["shop to set up snake"] }
        shop.service.notSetUp.withLock { $0 = [] }
        try await poll { gateway.missing.isEmpty }
        shop.service.notSetUp.withLock { $0 = ["late"] }
        try shop.apply(Shop.definition("late"))
        try await poll { gateway.tenantsWaiting["late"] == ["shop"] }
        #expect(gateway.missing.isEmpty)
        shop.service.notSetUp.withLock { $0 = [] }
        try await poll { gateway.tenantsWaiting["late"] == [] }
        gateway.close()
        await shop.stop()
    }

    @Test("A service that says nothing is down: it keeps the gateway waiting for its time and no longer (12.A2)")
    func silentService() async throws {
        let shop = try await Shop()
        shop.service.silentAbout.withLock { $0 = ["demo"] }
        let patient = try second(shop)
        try await poll { patient.missing == ["shop to set up demo"] }
        patient.close()
        let hasty = try second(shop, silence: .milliseconds(1))
        try await poll { hasty.missing.isEmpty }
        #expect(hasty.tenantsWaiting["demo"] == ["shop"])
        hasty.close()
        await shop.stop()
    }

    @Test("With wrong broker settings the gateway lives and names them at /ready (12.A5)")
    func wrongSettings() async throws {
        let log = InMemoryLog()
        log.misconfigure(
            LogError(kind: .other, isRetriable: false,
                     description: "the settings for the broker at b:9093 are wrong: KAFKA_SSL_CA_LOCATION"))
        var settings = GatewaySettings()
        settings.dataDirectory = NSTemporaryDirectory() + "souk-gateway-tests/" + UUID().uuidString
        let gateway = try Gateway(settings: settings, cluster: log, logger: Logger(label: "gateway") { _ in SwiftLogNoOpLogHandler() })
        gateway.start()
        try await poll { gateway.missing.contains { $0.contains("b:9093") && $0.contains("KAFKA_SSL_CA_LOCATION") } }
        log.misconfigure(nil)
        try await poll { !gateway.missing.contains { $0.hasPrefix("the broker") } }
        gateway.close()
    }
}

extension GatewaySettings {
    func elsewhere() -> GatewaySettings {
        var copy = self
        copy.dataDirectory += "-elsewhere"
        return copy
    }
}
