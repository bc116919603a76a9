import Kernel
import Testing

@Suite("Values of the kernel")
struct ValueTests {
    @Test("A time reads back what it writes, whatever the offset it came with")
    func timestamps() throws {
        let time = try #require(Timestamp("2026-11-21T10:00:00+03:00"))
        #expect(time.description == "2026-11-21T07:00:00Z")
        #expect(Timestamp(time.description) == time)
        #expect(Timestamp("2026-11-21T07:00:00.250Z")?.description == "2026-11-21T07:00:00.250Z")
        #expect(Timestamp("2026-02-30T07:00:00Z") == nil && Timestamp("2026-11-21") == nil && Timestamp("2026-11-21T24:00:00Z") == nil)
    }

    @Test("A time that its offset moves out of the years 1 to 9999 is refused: no text in UTC could say it again", arguments: [
        ("9999-12-31T23:59:59Z", true), ("9999-12-31T23:59:59.999Z", true), ("9999-12-31T23:59:59-00:01", false),
        ("9999-12-31T23:59:59+00:01", true), ("0001-01-01T00:00:00Z", true), ("0001-01-01T00:00:00+00:01", false),
        ("0001-01-01T00:00:00-23:59", true),
    ])
    func timestampsAtTheEnds(_ text: String, _ isTime: Bool) {
        let time = Timestamp(text)
        #expect((time != nil) == isTime)
        if let time { #expect(Timestamp(time.description) == time) }
    }

    @Test("A time to wait for is rounded up to a second, any other time down")
    func seconds() throws {
        let whole = try #require(Timestamp("2026-11-21T07:00:00Z")), later = try #require(Timestamp("2026-11-21T07:00:00.250Z"))
        #expect(later.wholeSeconds == whole && later.wholeSecondsUp == whole + .seconds(1))
        #expect(whole.wholeSeconds == whole && whole.wholeSecondsUp == whole)
    }

    @Test("A text of few characters is long when they are heaps of marks; families and flags are one character each (12.C1)")
    func heavyCharacters() {
        let heap = "a" + String(repeating: "\u{301}", count: 400_000)
        var fields = Validation()
        #expect(heap.count == 1 && fields.text("name", heap, 1...100) == nil)
        #expect(fields.text("name", "👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2...2) != nil)
    }

    @Test("A refusal of a hundred thousand entries names some of them, so that its answer still fits into the log (12.C1)")
    func heapsOfErrors() {
        var check = Validation()
        for place in 0..<100_000 { check.fail("events.\(place)", "must be text") }
        #expect(check.errors.count == Validation.fieldsMax && check.errors["events.0"] == ["must be text"])
        check.fail("events.0", "is required")
        #expect(check.errors["events.0"]?.count == 2)
    }

    @Test("What another check has found is named beside this one's, below its field")
    func taken() {
        var other = Validation()
        other.fail("from", "is required")
        other.fail("from", "is too late")
        var check = Validation()
        check.fail("name", "is required")
        check.take(other.errors)
        check.take(other.errors, below: "windows.0")
        #expect(check.errors == ["name": ["is required"], "from": ["is required", "is too late"],
                                 "windows.0.from": ["is required", "is too late"]])
    }

    @Test("A text that is sent shows something, required or not, unless it may be empty", arguments: [
        "\u{200B}\u{200B}", "\u{FEFF} \u{2060}", "\u{2800}\u{2800}", "\u{AD}\u{AD}",
    ])
    func invisible(_ text: String) {
        var check = Validation()
        #expect(check.text("name", text, 2...100) == nil && check.text("city", text, 2...80, required: false) == nil)
        #expect(check.errors == ["name": ["is required"], "city": ["must have 2 to 80 characters"]])
        #expect(check.text("review", text, 0...1000, required: false) != nil && check.errors.count == 2)
    }

    @Test("A share of money is rounded half up to a minor unit, and two currencies do not add")
    func money() throws {
        #expect(Money(30, .ugx).share(percent: 5).amount == 2)
        #expect(Money(29, .ugx).share(percent: 5).amount == 1)
        #expect(throws: Rejection.self) { try Money(1, .ugx).adding(Money(1, .dzd)) }
        #expect(throws: Rejection.self) { try Money(.max, .ugx).times(2) }
    }

    @Test("Every active currency of ISO 4217 has its minor digits; codes without a minor unit are no currencies", arguments: [
        ("JPY", 0), ("UGX", 0), ("XOF", 0), ("EUR", 2), ("DZD", 2), ("ZWG", 2), ("KWD", 3), ("TND", 3), ("CLF", 4), ("XAU", nil),
        ("XTS", nil), ("eur", nil), ("", nil),
    ] as [(String, Int?)])
    func currencies(_ code: String, _ digits: Int?) throws {
        #expect(Currency(code)?.minorDigits == digits)
        guard digits != nil else { return }
        let money = try JSON.decode(Money.self, from: Array(#"{"amount": 5, "currency": "\#(code)"}"#.utf8))
        #expect(money == Money(5, try #require(Currency(code))))
    }

    @Test("An amount in major units has all digits of its currency, at the ends of the range, too", arguments: [
        (5, "CLF", "0.0005"), (500, "KWD", "0.500"), (20_500, "KWD", "20.500"), (0, "EUR", "0.00"), (-7, "EUR", "0.07"),
        (30_000, "UGX", "30000."),
        (.max, "KWD", "9223372036854775.807"), (.min, "EUR", "92233720368547758.08"), (.min, "JPY", "9223372036854775808."),
    ])
    func digits(_ amount: Int, _ code: String, _ text: String) throws {
        let (whole, fraction) = Money(amount, try #require(Currency(code))).digits
        #expect("\(whole).\(fraction)" == text)
    }

    @Test("A share of the largest amounts is counted, not trapped", arguments: [
        (Int.max, 100, Int.max), (.max, 5, 461_168_601_842_738_790), (.min, 100, -.max), (.min, 50, -4_611_686_018_427_387_904),
        (.max, 300, .max), (-30, 5, -2), (30, -5, -2),
    ])
    func shares(_ amount: Int, _ percent: Int, _ share: Int) { #expect(Money(amount, .eur).share(percent: percent).amount == share) }

    @Test("One value has one base64url text: left-over bits and padding are refused")
    func base64() {
        #expect(Base64URL.decode(Base64URL.encode([0, 255, 16])) == [0, 255, 16])
        #expect(Base64URL.decode("AB") == nil && Base64URL.decode("AA==") == nil && Base64URL.decode("A") == nil)
    }

    @Test("A token with no algorithm, another kind or a changed payload is refused")
    func tokens() throws {
        let seed = [UInt8](repeating: 1, count: 32)
        let publicKey = try CompactJWS.publicKey(ofSeed: seed)
        let token = try CompactJWS.sign(Array("{}".utf8), typ: "JWT", kid: "k", seed: seed)
        #expect(try CompactJWS.verify(token, typ: "JWT") { _ in publicKey } == Array("{}".utf8))
        #expect(throws: CompactJWS.Invalid.algorithm) { try CompactJWS.verify(token, typ: "ticket+jws") { _ in publicKey } }
        #expect(throws: CompactJWS.Invalid.unknownKey) { try CompactJWS.verify(token, typ: "JWT") { _ in nil } }
        let parts = token.split(separator: ".")
        let none = Base64URL.encode(Array(#"{"alg":"none","kid":"k","typ":"JWT"}"#.utf8))
        #expect(throws: CompactJWS.Invalid.algorithm) {
            try CompactJWS.verify("\(none).\(parts[1]).\(parts[2])", typ: "JWT") { _ in publicKey }
        }
        let changed = "\(parts[0]).\(Base64URL.encode(Array("{ }".utf8))).\(parts[2])"
        #expect(throws: CompactJWS.Invalid.signature) { try CompactJWS.verify(changed, typ: "JWT") { _ in publicKey } }
    }
}
