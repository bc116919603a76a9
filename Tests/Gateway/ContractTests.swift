import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Details of the contract that are the same for all apps")
struct ContractTests {
    private let confirm = "/t/demo/api/v1/payments/p-1/confirm"

    @Test("Without token and key a protected route is 401, whatever its body (12.F8)", arguments: [
        ("{}", "application/json"), (#"{"method":{}}"#, "application/json"), ("{", "application/json"), ("a=b", "text/plain"),
        (#"{"method":1,"clientSecret":7}"#, "application/json"), (#"{"clientSecret":""}"#, "application/json"),
        ("a megabyte", "application/json"),
    ])
    func unauthenticatedFirst(_ name: String, type: String) async throws {
        let shop = try await Shop()
        let body = name == "a megabyte" ? String(repeating: "[", count: (1 << 20) + 1) : name
        let answer = try await shop.client.post(confirm, body, ["Content-Type": type, "Idempotency-Key": "é", "Accept": "text/html"])
        #expect(answer.status == 401 && answer.json["slug"] == "sign-in-required"
            && answer.json["prompt"]?["title"] == "Sign in to like things")
        #expect(try await shop.client.post("/t/demo/api/v1/payments/\(String(repeating: "x", count: 65))/confirm", body,
                                           ["Content-Type": type]).status == 401)
        #expect(shop.received.isEmpty)
        await shop.stop()
    }

    @Test("A guest's key tells guests apart: another one gets no answer of before, also with the same Idempotency-Key; it is sealed")
    func guestKeys() async throws {
        let shop = try await Shop()
        let body = #"{"method":{"number":"42"}}"#
        func confirm(_ query: String, _ secret: String?) async throws -> HTTPClient.Answer {
            let headers = ["Idempotency-Key": "k-1"].merging(secret.map { ["X-Client-Secret": $0] } ?? [:]) { own, _ in own }
            return try await shop.client.post(self.confirm + query, body, headers)
        }
        #expect(try await confirm("", "right").status == 200)
        #expect(try await confirm("", "right")["Idempotency-Replayed"] == "true")
        let other = try await confirm("", "wrong")
        #expect(other.status == 200 && other["Idempotency-Replayed"] == nil)
        #expect(try await confirm("?clientSecret=another", nil)["Idempotency-Replayed"] == nil)
        func sealedKey() throws -> JSONValue? {
            try JSON.decode(JSONValue.self, from: try #require(shop.received.last).value)["clientSecret"]?["ciphertext"]
        }
        #expect(try sealedKey() != nil, "what opens a payment is in no log")
        #expect(try await shop.client.post(self.confirm, #"{"clientSecret":"s","method":{"number":"42"}}"#).status == 200)
        #expect(try sealedKey() != nil, "also where the body may say it")
        await shop.stop()
    }

    @Test("What a guest reads or does by a key is stored nowhere; a person's own answer may be asked for again by its tag")
    func answersByKey() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/payments/p-1"
        let byQuery = try await shop.client.get(path + "?clientSecret=right")
        let byHeader = try await shop.client.get(path, ["X-Client-Secret": "right"])
        let confirmed = try await shop.client.post(confirm, #"{"clientSecret":"s","method":{"number":"42"}}"#)
        for answer in [byQuery, byHeader, confirmed] {
            #expect(answer.status == 200 && answer["Cache-Control"] == "no-store" && answer["ETag"] == nil)
        }
        let own = try await shop.client.get(path, ["Authorization": "Bearer \(try Shop.token("john"))"])
        #expect(own["Cache-Control"] == "private, no-cache" && own["ETag"] != nil)
        await shop.stop()
    }

    @Test("Two requests that differ in a header which the route reads are two")
    func headersCount() async throws {
        let shop = try await Shop()
        func echo(_ fault: String) async throws -> Int {
            try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"Tea"}"#,
                                       ["Idempotency-Key": "k-2", "X-Sandbox-Payment": fault]).status
        }
        #expect(try await echo("late") == 200)
        #expect(try await echo("late") == 200)
        #expect(try await echo("never") == 422)
        await shop.stop()
    }

    @Test("With a key in the header, the query or the body the rest is looked at; then come 400, 415, 422 and 404 in this order")
    func orderOfChecks() async throws {
        let shop = try await Shop()
        let key = ["X-Client-Secret": "s"], long = "/t/demo/api/v1/payments/\(String(repeating: "x", count: 65))/confirm"
        #expect(try await shop.client.post(confirm, "{}", key).status == 422)
        #expect(try await shop.client.post(confirm, "{", key).status == 400)
        #expect(try await shop.client.post(confirm, "{}", key.merging(["Content-Type": "text/plain"]) { $1 }).status == 415)
        #expect(try await shop.client.post(confirm, #"{"clientSecret":"s"}"#).json["errors"] == ["method": ["is required"]])
        #expect(try await shop.client.post(confirm, #"{"clientSecret":"s","method":{"number":"42"}}"#).status == 200)
        #expect(try await shop.client.post(confirm, "{}", ["Authorization": "Bearer \(try Shop.token("u-1"))"]).status == 422)
        #expect(try await shop.client.post(confirm, "{}", key.merging(["Idempotency-Key": "two words"]) { $1 }).status == 400)
        #expect(try await shop.client.post(long, "{}", key).status == 422)
        #expect(try await shop.client.post(long, #"{"method":{"number":"42"}}"#, key).status == 404)
        #expect(try await shop.client.get("/t/demo/api/v1/payments/p-1").status == 401)
        #expect(try await shop.client.get("/t/demo/api/v1/payments/p-1?clientSecret=").status == 401)
        #expect(try await shop.client.get("/t/demo/api/v1/payments/p-1?clientSecret=s").status == 200)
        #expect(try await shop.client.get("/t/snake/api/v1/payments/p-1?client_secret=s").status == 200)
        #expect(try await shop.client.post("/t/snake/api/v1/payments/p-1/confirm", #"{"client_secret":"s"}"#).status == 422)
        await shop.stop()
    }

    @Test("Where no topic is for guests a WebSocket or stream without token is 401 before anything else of it (12.F17)")
    func guestsOfQuietApps() async throws {
        let shop = try await Shop()
        let upgrade = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]
        for headers in [[:], upgrade] {
            let answer = try await shop.client.get("/t/quiet/api/v1/ws", headers)
            #expect(answer.status == 401 && answer["WWW-Authenticate"] == "Bearer")
        }
        #expect(try await shop.client.get("/t/quiet/api/v1/stream?topics=nothing", ["Accept": "application/json"]).status == 401)
        let token = try Shop.token("u-1", tenant: "quiet")
        #expect(try await shop.client.get("/t/quiet/api/v1/ws?access_token=\(token)").status == 426)
        #expect(try await shop.client.get("/t/demo/api/v1/ws").status == 426)
        await shop.stop()
    }

    @Test("U+0080 to U+009F are refused, and a required text shows something (12.F20)", arguments: [
        ("Tea\u{85}", "contains control characters"), ("\u{9F}Tea", "contains control characters"),
        ("T\u{80}ea", "contains control characters"),
        ("\u{200B}\u{200B}\u{200D}", "is required"), ("\u{FEFF} \u{2060}", "is required"), ("\u{2800}\u{2800}", "is required"),
        ("\u{AD}\u{AD}", "is required"),
    ])
    func invisible(text: String, complaint: String) async throws {
        let shop = try await Shop()
        let escaped = text.utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }
            .joined()
        for written in [text, escaped] {
            let answer = try await shop.client.post("/t/demo/api/v1/things/1/echo", #"{"name":"\#(written)"}"#)
            #expect(answer.json["errors"] == ["name": [.string(complaint)]], "\(written)")
        }
        var check = Validation()
        check.text("name", text, 1...100)
        #expect(check.errors == ["name": [complaint]])
        await shop.stop()
    }

    @Test("A whole number of a query is written with digits alone: only JSON has other writings for it")
    func wholeNumbersInQueries() async throws {
        let shop = try await Shop()
        #expect(try await shop.client.get("/t/demo/api/v1/things?perPage=50").status == 200)
        let refused = try await shop.client.get("/t/demo/api/v1/things?perPage=50.0")
        #expect(refused.json["errors"] == ["perPage": ["must be a whole number"]])
        await shop.stop()
    }

    @Test("C1 control characters are refused where no schema looks, in lists and queries, too, each by its path")
    func controlCharactersElsewhere() throws {
        let schema = try CompiledSchema(.object(["deep": .object([:]), "list": .array(.string()), "any": .any]))
        let body = "{\"deep\":{\"a\":[\"y\",\"x\u{85}\"],\"b\":{\"c\":\"\u{81}\"}},\"list\":[\"\u{90}\"],\"any\":\"\u{80}\"}"
        let errors = SchemaCheck.errors(in: try JSONScanner.scan(Array(body.utf8)), schema)
        #expect(errors.keys.sorted() == ["any", "deep.a.1", "deep.b.c", "list.0"])
        let long = "{\"deep\":{\"\(String(repeating: "n", count: 65))\":\"\u{80}\",\"\u{85}\":\"x\"}}"
        #expect(SchemaCheck.errors(in: try JSONScanner.scan(Array(long.utf8)), schema).keys.sorted() == ["deep"])
    }

    @Test("Visible text of every script and emoji stays, joined or not", arguments: ["é", "محمد", "日本", "👩‍👩‍👧", "Ana\u{200D}", "½"])
    func visible(_ text: String) { #expect(text.hasVisibleCharacter && !text.hasControlCharacters()) }

    @Test("An app of snake_case is told of its fields in its own writing, in every language; values stay as they are sent (12.F10)")
    func fieldNames() async throws {
        let shop = try await Shop()
        for language in ["en", "fr"] {
            let answer = try await shop.client.post(
                "/t/snake/api/v1/prices", #"{"unit_price":10,"channel":"fax"}"#, ["Accept-Language": language])
            #expect(answer.json["errors"]?["channel"]?.array?.first?.string?.hasSuffix("inApp, push") == true)
            #expect(answer.json["errors"]?["unit_price"] != nil)
        }
        let refused = try await shop.client.post("/t/snake/api/v1/named", "{}", ["Accept-Language": "fr"])
        #expect(refused.json["errors"] == ["starts_at": ["doit être après unit_price"]]
            && refused.json["detail"] == "thing_id is not inApp, says iPhone.")
        let plain = try await shop.client.post("/t/demo/api/v1/named", "{}", ["Accept-Language": "fr"])
        #expect(plain.json["errors"] == ["startsAt": ["doit être après unitPrice"]])
        await shop.stop()
    }

    @Test("A browser may send what the contract has, and read what it answers with")
    func crossOrigin() async throws {
        let shop = try await Shop()
        let preflight = try await shop.client.send("OPTIONS", "/t/demo/api/v1/things", [
            "Origin": "https://a.example", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, x-other",
        ])
        let allowed =
            Set((preflight["Access-Control-Allow-Headers"] ?? "").lowercased().split(separator: ",").map { $0.trimmingPrefix(" ") })
        #expect(allowed.isSuperset(of: [
            "authorization", "content-type", "x-client-secret", "idempotency-key", "x-request-id", "prefer", "if-none-match",
            "last-event-id", "x-other",
        ]))
        let answer = try await shop.client.get("/t/demo/api/v1/things", ["Origin": "https://a.example"])
        let exposed = Set((answer["Access-Control-Expose-Headers"] ?? "").lowercased().split(separator: ",").map { $0.trimmingPrefix(" ") })
        #expect(exposed.isSuperset(of: [
            "location", "retry-after", "etag", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id",
            "idempotency-replayed",
        ]))
        await shop.stop()
    }

    @Test("Percent-encoding is decoded before routes, tenants and ids are matched")
    func percentEncoding() async throws {
        let shop = try await Shop()
        #expect(try await shop.client.get("/t/%64emo/%61pi/v1/%74hings/%31%2E5").json == ["thingId": "1.5"])
        #expect(try await shop.client.get("/%6Cive").status == 200)
        #expect(try await shop.client.get("/t/demo/api/v1/things/a%C3%A9").status == 404)
        await shop.stop()
    }

    @Test("After Last-Event-ID no frame comes that was seen, and none is left out, with events of several services (12.F9)")
    func resumeOverServices() async throws {
        let shop = try await Shop()
        try shop.addMill()
        func open(_ last: String?) async throws -> OpenConnection {
            let stream = try OpenConnection(shop.client)
            stream.send("GET /t/demo/api/v1/stream?topics=listings/t-1 HTTP/1.1\r\nHost: a\r\n"
                + (last.map { "Last-Event-ID: \($0)\r\n" } ?? "") + "\r\n")
            try await poll { stream.text.contains("retry:") }
            return stream
        }
        func lastID(_ stream: OpenConnection) -> String {
            (stream.text.components(separatedBy: "id: ").last ?? "").prefix { $0 != "\n" }.description
        }
        let first = try await open(nil)
        // The gateway follows the mill's events once it knows the mill's manifest.
        try shop.emit("mill.ground.v1", ["thingId": "t-1"], id: "m-0", of: "mill")
        try await poll { !first.events.isEmpty }
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1"], id: "e-1")
        try await poll { first.events.contains { $0["id"] == "e-1" } }
        try shop.emit("mill.ground.v1", ["thingId": "t-1"], id: "m-1", of: "mill")
        try await poll { first.events.contains { $0["id"] == "m-1" } }
        let place = lastID(first), seen = Set(first.events.compactMap { $0["id"]?.string })
        #expect(place.hasPrefix("m-1") && place.contains("e-1"))
        first.shut()
        let second = try await open(place)
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1"], id: "e-2")
        try await poll { second.events.contains { $0["id"] == "e-2" } }
        #expect(second.events.map { $0["id"] } == ["e-2"])
        // The bare id of the frame works as well.
        let third = try await open("e-1")
        try await poll { third.events.count >= 2 }
        #expect(third.events.map { $0["id"] } == ["m-1", "e-2"] && !seen.contains("e-2"))
        await shop.stop()
    }

    @Test("""
        On every instance, wherever the connection was cut, exactly what was not seen comes, in whatever order each instance saw the \
        services
        """)
    func resumeElsewhere() throws {
        let began = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
        func event(_ service: ServiceName, _ number: Int) throws -> LiveEvent {
            let time = began + .milliseconds(Int64(number * 7))
            let envelope = Envelope(
                id: "\(service)-\(number)", type: "shop.x.v1", source: "/\(service)", time: time, tenant: "demo", correlationID: "c",
                value: Array("{}".utf8))
            let record = IncomingRecord(
                topic: Topics.events(service), partition: 0, offset: Int64(number), timestamp: time, key: nil, value: envelope.value,
                headers: envelope.headers)
            return try #require(LiveEvent(record, service: service, arrivedMilliseconds: Int64(number)))
        }
        let a = try (0..<20).map { try event("orders", $0) }, b = try (0..<20).map { try event("catalog", $0) }
        // One instance sees the events alternately, the other sees three of one service and then three of the other.
        let inTurns: [LiveEvent] = zip(a, b).flatMap { [$0, $1] }
        var inThrees: [LiveEvent] = []
        for start in stride(from: 0, to: 20, by: 3) {
            let end = min(20, start + 3)
            inThrees += b[start..<end]
            inThrees += a[start..<end]
        }
        for (here, there) in [(inTurns, inThrees), (inThrees, inTurns), (inTurns, inTurns)] {
            var ring = LiveRing()
            for event in there { _ = ring.add(event, tenantNow: began, keptMilliseconds: 300_000) }
            for cut in 1...here.count {
                let seen = here[..<cut]
                var places: [ServiceName: String] = [:]
                for event in seen { places[event.service] = event.id }
                guard places.count == 2 else { continue }
                let missed = try #require(ring.after(StreamPlace(StreamPlace(places.values.sorted()).text)))
                let left: Set<String> = Set(here[cut...].map { $0.id })
                let came: [String] = missed.map { $0.id }
                #expect(Set(came) == left && came.count == left.count)
            }
        }
    }
}
