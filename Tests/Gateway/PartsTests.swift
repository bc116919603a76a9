import Contracts
import GatewayService
import Kernel
import Messaging
import ServiceKit
import Testing

@Suite("The parts")
struct PartsTests {
    @Test(
        "The scanner takes what RFC 8259 calls JSON",
        arguments: ["{}", "[]", " {\"a\" : [1, -0.5e+3, true, false, null, \"x\\u00e9\\n\"] } ", "\"\\ud83d\\ude00\"", "0",
                    "{\"a\":{\"a\":1},\"b\":2}"])
    func good(_ text: String) throws { _ = try JSONScanner.scan(Array(text.utf8)) }

    @Test(
        "The scanner refuses everything else",
        arguments: [
            "", " ", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "01", "1.", ".5", "+1", "1e", "nul", "truee", "'a'", "\"a",
            "\"\t\"", "\"\\x\"", "\"\\u12g4\"",
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{} {}", "NaN", "// x\n{}",
            "\u{FEFF}{}"
        ])
    func bad(_ text: String) { #expect(throws: JSONSyntaxError.self) { try JSONScanner.scan(Array(text.utf8)) } }

    @Test(
        "The scanner refuses text that is not UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82],
                    [0x80]] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) { #expect(throws: JSONSyntaxError.self) { try JSONScanner.scan([34] + bytes + [34]) } }

    @Test("Nesting has a limit, and thousands of keys are checked for doubles in good time")
    func limits() throws {
        #expect(throws: JSONSyntaxError.self) {
            try JSONScanner.scan(Array((String(repeating: "[", count: 33) + String(repeating: "]", count: 33)).utf8))
        }
        _ = try JSONScanner.scan(Array((String(repeating: "[", count: 32) + String(repeating: "]", count: 32)).utf8))
        let many = "{" + (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        _ = try JSONScanner.scan(Array(many.utf8))
    }

    @Test("The gateway shows properties that the handler requires as required, lets them be missing and checks those that are sent")
    func requiredByHandler() throws {
        let plain = Schema.object(["name": .string(), "price": .money], required: ["name", "price"])
        let schema = try CompiledSchema(plain.requiredByHandler)
        func errors(_ text: String) throws -> [String] {
            SchemaCheck.errors(in: try JSONScanner.scan(Array(text.utf8)), schema).keys.sorted()
        }
        #expect(try errors("{}").isEmpty)
        #expect(try errors(#"{"name":7,"price":{"amount":1}}"#) == ["name", "price.currency"])
        #expect(plain.requiredByHandler.documented == plain)
    }

    @Test("Every failing field is named by its path")
    func schema() throws {
        let schema = try CompiledSchema(
            .object(
                [
                    "email": .string(3...254, format: "email"), "code": .string(pattern: "^C[MF][0-9]{2}$"),
                    "items": .array(.object(["id": .id, "quantity": .integer(1...20)], required: ["id", "quantity"]), 1...3),
                    "note": Schema.string(0...5).orNull, "kind": .oneOf("a", "b"), "at": .time, "on": .date, "price": .money
                ], required: ["email", "items"]))
        func errors(_ text: String) throws -> [String: [String]] { SchemaCheck.errors(in: try JSONScanner.scan(Array(text.utf8)), schema) }
        #expect(try errors(#"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"note":null,"kind":null,"code":" CM12 "}"#).isEmpty)
        #expect(
            try errors(
                #"""
                    {"email":"a@b","items":[{"id":"1"},{"id":"","quantity":21}],"code":"XX","kind":"c","at":"today","on":"2026-02-30",\#
                    "price":{"amount":1.5}}
                    """#)
                == [
                    "email": ["must be an email address"], "items.0.quantity": ["is required"], "items.1.id": ["is required"],
                    "items.1.quantity": ["must be 1 to 20"],
                    "code": ["does not have the right form"], "kind": ["must be one of a, b"],
                    "at": ["must be a time (RFC 3339, such as 2026-11-21T07:00:00Z)"],
                    "on": ["must be a date (YYYY-MM-DD)"], "price.amount": ["must be a whole number"], "price.currency": ["is required"]
                ])
        #expect(try errors(#"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"kind":"  a "}"#).isEmpty, "words are trimmed")
        #expect(try errors(#"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"kind":"   "}"#) == ["kind": ["must be one of a, b"]])
        #expect(try errors(#"{"email":null,"items":[]}"#) == ["email": ["is required"], "items": ["must have 1 to 3 entries"]])
        #expect(try errors(#"{"email":"a@b.ug","items":[{"id":"1","quantity":99999999999999999999}]}"#)
            == ["items.0.quantity": ["must be a whole number"]])
        #expect(try errors(#"{"email":"a@b.ug","items":[{"id":"\u0000","quantity":1}]}"#)
            == ["items.0.id": ["contains control characters"]])
    }

    @Test("A list of values that may be null has null among its values; the sentence names the words only")
    func nullableWords() throws {
        let word = Schema.oneOf("a", "b").orNull
        #expect(word.json["enum"] == ["a", "b", .null] && word.json["type"] == ["string", "null"])
        let schema = try CompiledSchema(.object(["kind": word]))
        func errors(_ text: String) throws -> [String: [String]] { SchemaCheck.errors(in: try JSONScanner.scan(Array(text.utf8)), schema) }
        #expect(try errors(#"{"kind":null}"#).isEmpty && errors(#"{"kind":"b"}"#).isEmpty)
        #expect(try errors(#"{"kind":"null"}"#) == ["kind": ["must be one of a, b"]])
        #expect(try errors(#"{"kind":"c"}"#) == ["kind": ["must be one of a, b"]])
    }

    @Test("A whole number may have a fraction of zero or an exponent, as long as its value is exact")
    func wholeNumbers() throws {
        let schema = try CompiledSchema(.object(["stars": .integer(1...5), "level": Schema.integer()]))
        for (number, isGood) in [("4.0", true), ("4e0", true), ("0.4e1", true), ("4.5", false), ("6.0", false), ("\"4\"", false)] {
            let document = try JSONScanner.scan(Array("{\"stars\":\(number)}".utf8))
            #expect(SchemaCheck.errors(in: document, schema).isEmpty == isGood, "\(number)")
            guard isGood else { continue }
            #expect(try JSON.decode([String: Int].self, from: document.bytes) == ["stars": 4])
        }
        for number in ["1e19", "9007199254740994.0", "1e400"] {
            let document = try JSONScanner.scan(Array("{\"level\":\(number)}".utf8))
            #expect(SchemaCheck.errors(in: document, schema) == ["level": ["must be a whole number"]], "\(number)")
        }
    }

    @Test("Characters are counted, not bytes, and after trimming")
    func characters() throws {
        let schema = try CompiledSchema(.object(["name": .string(2...4)]))
        for (name, isGood) in [("éàü🇺🇬", true), ("  ab  ", true), (" a ", false), ("abcde", false)] {
            #expect(SchemaCheck.errors(in: try JSONScanner.scan(Array("{\"name\":\"\(name)\"}".utf8)), schema).isEmpty == isGood)
        }
    }

    @Test("A literal beats a pattern, a pattern beats a parameter; a literal keeps its methods, between the others the method decides")
    func trie() throws {
        let trie = RouteTrie([
            ("GET", "/things/{id}", 1), ("GET", "/things/mine", 2), ("GET", "/things/{id}/a", 3), ("GET", "/feeds/{token}.ics", 4),
            ("GET", "/feeds/{token}", 5),
            ("DELETE", "/things/{id}", 6), ("DELETE", "/feeds/{token}", 7)
        ])
        func find(_ method: String, _ path: String) -> (Int, [String])? {
            guard
                case .found(let target, let parameters) = trie.match(
                    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)[...], method: method)
            else { return nil }
            return (target, parameters)
        }
        #expect(find("GET", "/things/mine")?.0 == 2)
        #expect(find("GET", "/things/other")! == (1, ["other"]))
        #expect(find("GET", "/things/mine/a")! == (3, ["mine"]))
        #expect(find("DELETE", "/things/mine") == nil)
        #expect(find("DELETE", "/things/other")! == (6, ["other"]))
        #expect(find("DELETE", "/feeds/a.ics")! == (7, ["a.ics"]))
        #expect(find("GET", "/feeds/a.b.ics")! == (4, ["a.b"]))
        #expect(find("GET", "/feeds/.ics")! == (5, [".ics"]))
        #expect(find("GET", "/things/") == nil && find("GET", "/things") == nil)
        for (path, methods) in [(["things", "mine"], ["GET"]), (["things", "other"], ["DELETE", "GET"])] {
            guard case .otherMethods(let others) = trie.match(path[...], method: "PUT") else { Issue.record("found"); return }
            #expect(others.sorted() == methods)
        }
    }

    @Test("Keys change their style, values do not")
    func keyStyles() {
        #expect(
            KeyStyle.snakeCase(Array(#"{"perPage":{"lastPage":[{"imageURL":"aB"}]},"a":"perPage"}"#.utf8))
                == Array(#"{"per_page":{"last_page":[{"image_url":"aB"}]},"a":"perPage"}"#.utf8))
        #expect(KeyStyle.camelCase(Array(#"{"per_page" : "a_b\"c_d", "_x_":["e_f"]}"#.utf8))
            == Array(#"{"perPage" : "a_b\"c_d", "_x_":["e_f"]}"#.utf8))
        for name in ["ticketTypeId", "last4", "fcmToken", "a"] { #expect(KeyStyle.camelCase(KeyStyle.snakeCase(name)) == name) }
    }

    @Test("Idempotent ids follow from tenant, asker, key and day, and from nothing else")
    func idempotentIDs() throws {
        let noon = try #require(Timestamp("2026-11-21T12:00:00Z"))
        func id(_ tenant: TenantID, _ caller: String, _ key: String) -> String {
            RequestIDs.idempotent(tenant: tenant, caller: caller, key: key, at: noon).today
        }
        #expect(id("a", "u", "k") == id("a", "u", "k"))
        #expect(Set([id("a", "u", "k"), id("b", "u", "k"), id("a", "v", "k"), id("a", "u", "l"), id("a", "uk", "")]).count == 5)
        let next = RequestIDs.idempotent(tenant: "a", caller: "u", key: "k", at: noon + .hours(13))
        #expect(next.yesterday == id("a", "u", "k") && next.today != next.yesterday)
        let fresh = RequestIDs.fresh()
        #expect(fresh.utf8.count == 36 && Array(fresh.utf8)[14] == UInt8(ascii: "7") && RequestIDs.fresh() != fresh)
    }

    @Test("A request's record says what its envelope would say")
    func requestRecord() throws {
        let token = VerifiedToken(AccessClaims(iss: "i", sub: "u-1", tid: "demo", sid: "s", roles: ["a", "b"], iat: 0, exp: 1))
        var message = RequestMessage(
            topic: "shop.commands", type: Array("shop.echo.v1".utf8), id: "id-1",
            time: Timestamp(millisecondsSinceEpoch: 1_700_000_000_123), tenant: Array("demo".utf8),
            correlationID: "c", value: Array("{}".utf8))
        (message.token, message.traceparent, message.fingerprint, message.attributes) = (
            token, "00-a-b-01", "f", [("request-client", "x"), ("request-language", "en")]
        )
        let identity = ReplyIdentity(partition: 3)
        let record = message.record(identity)
        let read = try Envelope(
            IncomingRecord(
                topic: record.topic, partition: 0, offset: 0, timestamp: .distantPast, key: record.key, value: record.value,
                headers: record.headers))
        #expect(read.headers == record.headers && record.key == Array("demo".utf8))
        #expect(read.replyTo == ReplyAddress(partition: 3, sealingKey: Array(identity.privateKey.publicKey.rawRepresentation)))
        #expect(read.principal == Principal(userID: "u-1", roles: ["a", "b"], sessionID: "s"))
    }

    @Test(
        "The language is the client's favourite among the tenant's",
        arguments: [
            ("fr-BE, en;q=0.8", "fr"), ("de, en;q=0.1", "en"), ("de", "en"), ("", "en"), ("*", "en"), ("ar;q=0.9, fr;q=0.95", "fr"),
            ("en;q=0, fr", "fr"),
            (";;,,q=x", "en")
        ])
    func language(_ accept: String, _ expected: String) { #expect(LanguageChoice.choose(accept, among: ["en", "fr", "ar"]) == expected) }

    @Test("Preferences are read in all their forms", arguments: [
        (["wait=3"], 3000, "wait=3"), (["respond-async"], 0, "respond-async"), (["respond-async, wait=2"], 2000, "respond-async, wait=2"),
        (["wait=\"4\"; strict"], 4000, "wait=4"), (["Respond-Async"], 0, "respond-async"), (["return=minimal", "wait = 1"], 1000, "wait=1"),
        (["wait=99"], 10_000, "wait=99"), (["wait=-1"], 10_000, ""), (["wait=soon"], 10_000, ""), (["wait=1, wait=5"], 1000, "wait=1"),
        ([], 10_000, "")
    ] as [([String], Int64, String)])
    func preferences(headers: [String], milliseconds: Int64, applied: String) {
        let preference = Preference(headers)
        #expect(preference.waitMilliseconds(atMost: 10) == milliseconds && preference.applied ?? "" == applied)
    }

    @Test("A range is read as RFC 9110 has it", arguments: [
        ("bytes=0-9", 0..<10), ("bytes=90-", 90..<100), ("bytes=-10", 90..<100), ("bytes=95-200", 95..<100), ("bytes=100-", nil),
        ("bytes=-0", nil)
    ] as [(String, Range<Int>?)])
    func ranges(header: String, range: Range<Int>?) { #expect(ByteRange(header)?.within(100) == range) }

    @Test("What is no single range of bytes is as if it were not there",
          arguments: ["bytes=", "bytes=5-2", "items=0-9", "bytes=a-b", "bytes=0-1,3-4", "bytes=-"])
    func noRanges(header: String) { #expect(ByteRange(header) == nil) }
}
