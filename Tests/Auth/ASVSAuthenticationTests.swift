import AuthCodes
import AuthKit
import AuthService
import AuthSignIn
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import PasswordHash
import Testing
import TestKit

/// The refused cases of OWASP ASVS 5.0, chapter 6, that a server decides. Numbers are those of its requirements.
/// 6.2.6, 6.2.7 (what a form looks like) are the apps'; 6.3.3 and 6.4.4 (second factors) are not offered.
@Suite("ASVS 6: authentication") struct ASVSAuthenticationTests {
    private let codes = OneTimeCodeTests()

    private func problems(_ password: String) -> [String] { PasswordRules.problems(password, own: [], AuthHarness.definition()) }

    @Test("ASVS 6.2.1, 6.2.9: seven characters are too few and 129 too many, 8, 64 and 128 are not, of any script")
    func lengths() {
        for refused in ["", "kampa-7", String(repeating: "é", count: 7), String(repeating: "q9", count: 65)] {
            #expect(!problems(refused).isEmpty)
        }
        for good in ["kampa-71", String(repeating: "q9", count: 32), String(repeating: "é7", count: 64), "كلمة سر طويلة"] {
            #expect(problems(good).isEmpty, "\(good)")
        }
    }

    @Test("ASVS 6.2.2, 6.2.3: a password is changed by whoever knows the old one, and by nobody else")
    func change() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        let new = try auth.sealed("another-sunset-28")
        #expect(try auth.profile(["password": new], as: john).failingFields == ["currentPassword"])
        #expect(try auth.profile(["password": new, "currentPassword": auth.sealed("")], as: john).failingFields == ["currentPassword"])
        #expect(try auth.profile(["password": new, "currentPassword": auth.sealed("guessed-it-99")], as: john).failingFields
            == ["currentPassword"])
        #expect(try auth.profile(["password": new, "currentPassword": auth.sealed(AuthHarness.password)], as: john).status == 200)
    }

    @Test("ASVS 6.2.4, 6.2.12: none of the ten thousand passwords that are tried first is taken, in any case")
    func common() throws {
        #expect(CommonPasswords.count == 10_000)
        for word in ["password123", "PASSWORD123", "Football", "1qaz2wsx", "iloveyou1", "qwertyuiop", "sunshine1"] {
            #expect(!problems(word).isEmpty, "\(word)")
        }
        let auth = try AuthHarness()
        #expect(try auth.register("john@example.com", ["password": auth.sealed("Password1")]).failingFields == ["password"])
    }

    @Test("ASVS 6.2.5, 6.2.10: no kinds of characters are asked for, and no password ends by itself")
    func composition() throws {
        for plain in ["correcthorsebatterystaple", "8402736159", "        x        ", "🦩🦩🦩🦩🦩🦩🦩🦩"] {
            #expect(problems(plain).isEmpty, "\(plain)")
        }
        let auth = try AuthHarness(["sessionDays": 400, "sessionDaysMax": 3660])
        try auth.register()
        try auth.shard.advance(by: .days(3650))
        #expect(try auth.login().status == 200)
    }

    @Test("ASVS 6.2.8: a password is compared as it was typed: spaces, case and every last character count")
    func exact() throws {
        let auth = try AuthHarness()
        let long = " Two  spaces and " + String(repeating: "x", count: 100) + "E "
        try auth.register("john@example.com", ["password": auth.sealed(long)])
        #expect(try auth.login("john@example.com", long).status == 200)
        for wrong in [long.trimmed, long.lowercased(), String(long.dropLast()), String(long.prefix(72)), long + "x",
                      long.replacing("  ", with: " ")] {
            #expect(try auth.login("john@example.com", wrong).status != 200)
            try auth.shard.advance(by: .hours(1))
        }
    }

    @Test("ASVS 6.1.2, 6.2.11: the words somebody would try first here are refused: name, address, number, the app itself")
    func contextWords() throws {
        let auth = try AuthHarness()
        for word in ["John Okello", "john@example.com", "JOHN@EXAMPLE.COM", "0772 123 456", "+256772123456", "eventpass", "EventPassUG"] {
            let reply = try auth.register("john@example.com", ["phone": "0772123456", "password": auth.sealed(word)])
            #expect(reply.failingFields == ["password"], "\(word)")
        }
    }

    @Test("""
        ASVS 6.1.1, 6.3.1: guessing is stopped after five tries by waits that grow, for known and unknown identifiers, and nobody is \
        locked out for good
        """)
    func bruteForce() throws {
        let auth = try AuthHarness()
        try auth.register()
        for identifier in ["john@example.com", "nobody@example.com"] {
            for _ in 1...5 { #expect(try auth.login(identifier, "guess-\(identifier)").status == 401) }
            var waits: [Int] = []
            for _ in 1...8 {
                let reply = try auth.login(identifier, AuthHarness.password)
                #expect(reply.status == 429)
                waits.append(try #require(reply.json["retryAfterSeconds"]?.int))
            }
            #expect(waits == waits.sorted() && waits[0] < waits[3] && waits.allSatisfy { $0 <= 900 })
        }
        try auth.shard.advance(by: .minutes(16))
        #expect(try auth.login().status == 200)
    }

    @Test("ASVS 6.3.2: a new app has no accounts, whatever name is tried")
    func defaults() throws {
        let auth = try AuthHarness()
        for name in ["root", "admin", "sa", "administrator", "admin@eventpass.ug"] {
            for password in ["admin", "root", "password", "eventpass"] { #expect(try auth.login(name, password).status != 200) }
        }
        #expect(try auth.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") } == 0)
    }

    @Test("ASVS 6.3.4: every way in passes the same gate: who guessed passwords too often is not let in by a right code either")
    func oneGate() throws {
        let auth = try codes.makeHarness()
        try auth.register("john@example.com", ["phone": .string(OneTimeCodeTests.phone)])
        _ = try codes.request(auth)
        let code = try #require(try codes.sent(auth)).text.code
        for _ in 1...5 { _ = try auth.login(OneTimeCodeTests.phone, "wrong-password") }
        #expect(try codes.verify(auth, code).status == 429)
    }

    @Test("ASVS 6.3.8: wrong password, unknown person and person without a password get one answer for the same work")
    func enumeration() throws {
        let cost: JSONValue = ["logN": 10, "r": 8, "p": 1]
        let auth = try AuthHarness(["scrypt": cost, "lockout": ["failuresMax": 100]])
        try auth.register("john@example.com")
        try auth.shard.receive(ImportAccount(id: "otp", name: "Peter", email: "peter@example.com", roles: ["attendee"]))
        // Processor time of this thread: other programs do not count. The median of many tries, side by side.
        var spent: [String: [Double]] = [:]
        var answers: Set<String> = []
        for _ in 1...31 {
            for identifier in ["john@example.com", "nobody@example.com", "peter@example.com"] {
                let start = Self.threadSeconds()
                let reply = try auth.login(identifier, "not-the-password")
                spent[identifier, default: []].append(Self.threadSeconds() - start)
                answers.insert("\(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
            }
        }
        #expect(answers.count == 1)
        let medians = spent.values.map { $0.sorted()[$0.count / 2] }
        let (least, most) = (try #require(medians.min()), try #require(medians.max()))
        #expect(most < least * 1.5, "\(spent.mapValues { $0.sorted()[$0.count / 2] })")
    }
    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("""
        ASVS 6.3.8, 6.4.3: asking for a reset or a code writes as many rows for a stranger as for a member, and only the member is written \
        to
        """)
    func sameTraces() throws {
        let auth = try codes.makeHarness(["oneTimeCodes": ["createsAccounts": false]])
        try auth.register("john@example.com", ["phone": .string(OneTimeCodeTests.phone)])
        func rows() throws -> Int {
            try auth.shard.file.pool.read {
                try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM one_time_code) + (SELECT count(*) FROM one_time_code_request)") ?? 0
            }
        }
        func forgot(_ email: String) throws -> Reply {
            try #require(try auth.shard.send(raw: #"{"email":"\#(email)"}"#, type: RequestPasswordReset.type))
        }
        var counts = [try rows()]
        try auth.shard.markSeen()
        let stranger = try forgot("nobody@example.com")
        counts.append(try rows())
        #expect(try codes.sent(auth) == nil)
        let member = try forgot("john@example.com")
        counts.append(try rows())
        #expect(try codes.sent(auth) != nil)
        #expect(stranger == member && counts[2] - counts[1] == counts[1] - counts[0])
        let request = try codes.request(auth, "+256772000009")
        counts.append(try rows())
        #expect(try codes.sent(auth) == nil)
        #expect(try codes.request(auth) == request)
        counts.append(try rows())
        #expect(counts[4] - counts[3] == counts[3] - counts[2])
    }

    @Test("ASVS 6.4.1, 6.5.3, 6.5.4: codes have six digits from a secret stream, and none is like another")
    func randomness() {
        let secret = ServiceSecret(Array(repeating: 3, count: 32))
        let made = (0..<2000).map { OneTimeCode.digits(from: secret.derive("one-time-code", "t", "m\($0)", "1")) }
        #expect(made.allSatisfy { $0.utf8.count == 6 && $0.allSatisfy(\.isNumber) })
        #expect(Set(made).count > 1990)
        for digit in 0...9 { #expect(made.filter { $0.hasPrefix(String(digit)) }.count > 130) }
    }

    @Test("ASVS 6.5.1, 6.5.5: a code works once and for as long as it was said")
    func once() throws {
        let auth = try codes.makeHarness()
        _ = try codes.request(auth)
        let first = try #require(try codes.sent(auth)).text.code
        #expect(try codes.verify(auth, first).status == 200)
        #expect(try codes.verify(auth, first).status == 401)
        try auth.shard.advance(by: .minutes(2))
        _ = try codes.request(auth)
        let second = try #require(try codes.sent(auth)).text.code
        try auth.shard.advance(by: .minutes(5))
        #expect(try codes.verify(auth, second).status == 401)
    }

    @Test("ASVS 6.5.2: neither rows nor log know a code, a link or a password, only what proves them")
    func atRest() throws {
        let auth = try codes.makeHarness()
        try auth.register()
        try auth.shard.markSeen()
        _ = try auth.shard.send(raw: #"{"email":"john@example.com"}"#, type: RequestPasswordReset.type)
        let text = try #require(try codes.sent(auth)).text
        let row = try auth.shard.file.pool.read { try Row.fetchOne($0, sql: "SELECT hex(proof) || hex(token_proof) FROM one_time_code") }
        let stored: String = try #require(row)[0]
        #expect(stored.count == 128 && !stored.contains(Hex.encode(text.code.utf8).uppercased()))
        let hash = try auth.shard.file.pool.read { try String.fetchOne($0, sql: "SELECT password_hash FROM account") }
        #expect(hash?.hasPrefix("$scrypt$") == true)
        for record in auth.shard.log {
            let value = String(decoding: record.value ?? [], as: UTF8.self)
            for secret in [text.code, text.token ?? "?", AuthHarness.password] { #expect(!value.contains("\"\(secret)\"")) }
        }
    }

    @Test("ASVS 6.6.2: a code is good for what it was asked for, by whom, and not after a newer one")
    func bound() throws {
        let auth = try codes.makeHarness(["lockout": ["failuresMax": 50]])
        let john = try auth.principal(try auth.register("john@example.com", ["phone": .string(OneTimeCodeTests.phone)]))
        let jane = try auth.principal(try auth.register("jane@example.com", ["phone": "+256772999999"]))
        try auth.shard.markSeen()
        _ = try auth.shard.send(raw: #"{"contact":"phone"}"#, type: RequestContactCode.type, as: john)
        let contact = try #require(try codes.sent(auth)).text.code
        func verifyPhone(_ code: String, as principal: Principal) throws -> Int? {
            try auth.shard.sendThroughPreprocessor(OpenContactCode.self, ["contact": "phone", "code": auth.sealed(code)],
                                                   as: principal)?.status
        }
        #expect(try codes.verify(auth, contact).status == 401, "made for proving a number, not for signing in")
        #expect(try verifyPhone(contact, as: jane) == 422)
        #expect(try auth.shard.sendThroughPreprocessor(OpenContactCode.self, ["contact": "email", "code": auth.sealed(contact)],
                                                       as: john)?.status == 422)
        #expect(try verifyPhone(contact, as: john) == 200)
        _ = try codes.request(auth)
        let older = try #require(try codes.sent(auth)).text.code
        try auth.shard.advance(by: .seconds(61))
        _ = try codes.request(auth)
        let newer = try #require(try codes.sent(auth)).text.code
        if older != newer { #expect(try codes.verify(auth, older).status == 401) }
        #expect(try codes.verify(auth, newer).status == 200)
    }

    @Test("ASVS 6.6.3: five wrong tries kill a code, so 999,995 of a million guesses are never judged")
    func guessing() throws {
        let auth = try codes.makeHarness(["lockout": ["failuresMax": 100]])
        _ = try codes.request(auth)
        let code = try #require(try codes.sent(auth)).text.code
        for _ in 1...5 { #expect(try codes.verify(auth, codes.another(than: code)).status == 401) }
        #expect(try codes.verify(auth, code).status == 401)
    }

    @Test("ASVS 6.8.1: the same subject at another issuer is somebody else, and one provider's token does not pass at another's door")
    func issuers() throws {
        let (google, apple) = (SocialSignInTests.Issuer(), SocialSignInTests.Issuer())
        func provider(_ issuer: SocialSignInTests.Issuer, _ name: String) -> JSONValue {
            ["issuers": [.string(name)], "audiences": ["eventpass-ios"], "keys": [issuer.jwk]]
        }
        let auth = try AuthHarness(
            ["identityProviders": ["google": provider(google, "https://issuer.example"),
                                   "apple": provider(apple, "https://apple.example")]])
        func signIn(_ token: String, at name: String) throws -> Reply {
            try #require(
                try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, ["provider": .string(name), "idToken": auth.sealed(token)]))
        }
        let now = auth.shard.now
        let first = try signIn(google.token(now), at: "google")
        let second = try signIn(apple.token(now, ["iss": "https://apple.example", "email": "other@example.com"]), at: "apple")
        #expect(first.status == 200 && second.status == 200 && first.json["user"]?["id"] != second.json["user"]?["id"])
        #expect(try signIn(google.token(now), at: "apple").status == 401)
        #expect(try signIn(google.token(now, ["iss": "https://apple.example"]), at: "apple").status == 401)
    }

    @Test("ASVS 6.8.2: an ID token without a signature, or with somebody else's, is nothing")
    func unsigned() throws {
        let issuer = SocialSignInTests.Issuer()
        let auth = try AuthHarness(issuer.settings)
        let good = try issuer.token(auth.shard.now)
        let parts = good.split(separator: ".")
        let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        for bad in ["\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", "\(none).\(parts[1]).",
                    try SocialSignInTests.Issuer().token(auth.shard.now)] {
            let reply = try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, ["provider": "google", "idToken": auth.sealed(bad)])
            #expect(reply?.status == 401)
        }
    }
}
