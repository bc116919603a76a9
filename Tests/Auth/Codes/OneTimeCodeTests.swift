import AuthCodes
import AuthService
import Contracts
import Kernel
import Messaging
import Testing
import TestKit

@Suite("One-time codes") struct OneTimeCodeTests {
    static let phone = "+256772123456"

    func makeHarness(_ changes: [String: JSONValue] = [:]) throws -> AuthHarness {
        let auth = try AuthHarness(changes)
        try auth.shard.know(sealingKeyOf: "notifications")
        return auth
    }
    func request(_ auth: AuthHarness, _ phone: String = phone) throws -> Reply {
        try auth.shard.markSeen()
        return try #require(try auth.shard.send(raw: #"{"phone":"\#(phone)"}"#, type: RequestSignInCode.type))
    }
    func sent(_ auth: AuthHarness) throws -> (event: OneTimeCodeIssued, text: OneTimeCodeText)? {
        guard let event = try auth.shard.published(OneTimeCodeIssued.self).last else { return nil }
        return (event, try JSON.decode(OneTimeCodeText.self, from: try auth.shard.opened(event.sealed).utf8))
    }
    func verify(_ auth: AuthHarness, _ code: String, phone: String = phone, name: String? = nil) throws -> Reply {
        var body: [String: JSONValue] = ["phone": .string(phone), "code": try auth.sealed(code)]
        if let name { body["name"] = .string(name) }
        return try #require(try auth.shard.sendThroughPreprocessor(OpenSignInCode.self, .object(body)))
    }
    /// Six digits that are not these.
    func another(than code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test("A code goes to the phone, sealed, and signs in once; the first use makes the account")
    func signsIn() throws {
        let auth = try makeHarness()
        #expect(try request(auth, "0772 123 456").status == 202)
        let (event, text) = try #require(try sent(auth))
        #expect(event.to == Self.phone && event.channel == "sms" && event.purpose == "sign-in" && event.userId == nil)
        #expect(event.expiresAt == auth.shard.now + .minutes(5))
        #expect(text.code.count == 6 && text.code.allSatisfy(\.isNumber) && text.token == nil)
        for record in auth.shard.log { #expect(!String(decoding: record.value ?? [], as: UTF8.self).contains("\"\(text.code)\"")) }
        let reply = try verify(auth, text.code, name: "Peter Mugisha")
        #expect(reply.status == 200 && reply.isSecret)
        #expect(reply.json["user"]?["name"] == "Peter Mugisha" && reply.json["user"]?["phoneVerified"] == true
            && reply.json["user"]?["email"] == .null)
        #expect(try auth.shard.published(SessionStarted.self).map(\.method) == ["otp"])
        #expect(try verify(auth, text.code).slug == "invalid-credentials", "used up")
    }

    @Test("The answer does not tell who has an account; where codes make none, a stranger's is not sent")
    func strangers() throws {
        let auth = try makeHarness(["oneTimeCodes": ["createsAccounts": false]])
        let stranger = try request(auth)
        #expect(try sent(auth) == nil)
        try auth.register("john@example.com", ["phone": .string("+256772000001")])
        #expect(try request(auth, "+256772000001") == stranger)
        let code = try #require(try sent(auth)).text.code
        #expect(try verify(auth, code).slug == "invalid-credentials")
        #expect(try verify(auth, code, phone: "+256772000001").status == 200)
    }

    @Test("One code lives at a time, for five minutes")
    func life() throws {
        let auth = try makeHarness()
        _ = try request(auth)
        let first = try #require(try sent(auth)).text.code
        try auth.shard.advance(by: .seconds(60))
        _ = try request(auth)
        let second = try #require(try sent(auth)).text.code
        if first != second { #expect(try verify(auth, first).status == 401) }
        try auth.shard.advance(by: .minutes(5))
        #expect(try verify(auth, second).status == 401)
    }

    @Test("Five wrong tries kill the code")
    func tries() throws {
        let auth = try makeHarness(["lockout": ["failuresMax": 50]])
        _ = try request(auth)
        let code = try #require(try sent(auth)).text.code
        for _ in 1...5 { #expect(try verify(auth, another(than: code)).status == 401) }
        #expect(try verify(auth, code).status == 401)
    }

    @Test("Wrong codes count like wrong passwords, at the same gate")
    func gate() throws {
        let auth = try makeHarness()
        try auth.register("john@example.com", ["phone": .string(Self.phone)])
        for _ in 1...3 { #expect(try auth.login(Self.phone, "wrong-password").status == 401) }
        for _ in 1...2 { #expect(try verify(auth, "123123").status == 401) }
        #expect(try verify(auth, "123123").status == 429)
        #expect(try auth.login(Self.phone).status == 429)
    }

    @Test("Codes are sent once a minute and five times an hour")
    func limits() throws {
        let auth = try makeHarness()
        for n in 1...5 {
            #expect(try request(auth).status == 202, "\(n)")
            let soon = try request(auth)
            #expect(soon.status == 429 && soon.json["retryAfterSeconds"]?.int == 60)
            try auth.shard.advance(by: .seconds(60))
        }
        let late = try request(auth)
        #expect(late.status == 429 && late.json["retryAfterSeconds"]?.int == 55 * 60)
        try auth.shard.advance(by: .minutes(55))
        #expect(try request(auth).status == 202)
    }

    @Test("The sandbox number gets its fixed code, after it asked, and no other is right; other numbers do not have it")
    func fixed() throws {
        let auth = try makeHarness()
        #expect(try verify(auth, "123456", phone: "+256700123456").status == 401)
        _ = try request(auth, "+256700123456")
        #expect(try verify(auth, "654321", phone: "+256700123456").status == 401)
        #expect(try verify(auth, "123456", phone: "+256700123456").status == 200)
        _ = try request(auth)
        if try #require(try sent(auth)).text.code != "123456" { #expect(try verify(auth, "123456").status == 401) }
    }

    @Test("While nobody can deliver codes, asking for one is refused for now")
    func undeliverable() throws {
        let auth = try AuthHarness()
        #expect(try request(auth).status == 503)
        #expect(try auth.shard.deadLetters().isEmpty)
    }
}

@Suite("Forgotten passwords and contacts") struct PasswordResetTests {
    let codes = OneTimeCodeTests()

    func forgot(_ auth: AuthHarness, _ email: String = "john@example.com") throws -> Reply {
        try auth.shard.markSeen()
        return try #require(try auth.shard.send(raw: #"{"email":"\#(email)"}"#, type: RequestPasswordReset.type))
    }
    @Test("An empty address beside a filled-in one is as none")
    func emptyAddress() throws {
        let auth = try codes.makeHarness()
        try auth.register()
        let reply = try auth.shard.send(raw: #"{"email":"","phone":" ","login":"john@example.com"}"#, type: RequestPasswordReset.type)
        #expect(try reply?.status == 202 && codes.sent(auth)?.event.to == "john@example.com")
    }
    @Test("However somebody writes an address, the code for a new password goes to the one on file")
    func addressOnFile() throws {
        let auth = try codes.makeHarness()
        try auth.register()
        #expect(try forgot(auth, "JOHN@Example.com").status == 202)
        let (event, text) = try #require(try codes.sent(auth))
        #expect(event.to == "john@example.com")
        #expect(try reset(auth, ["email": "John@example.com", "code": text.code]).status == 204)
    }
    func reset(_ auth: AuthHarness, _ fields: [String: String], password: String = "another-sunset-28") throws -> Reply {
        var body: [String: JSONValue] = ["password": try auth.sealed(password)]
        for (name, value) in fields { body[name] = name == "code" || name == "token" ? try auth.sealed(value) : .string(value) }
        return try #require(try auth.shard.sendThroughPreprocessor(PreparePasswordReset.self, .object(body)))
    }

    @Test("The code from the e-mail sets a new password once, ends every session and lifts the lockout", arguments: [true, false])
    func resets(withToken: Bool) throws {
        let auth = try codes.makeHarness()
        let john = try auth.register()
        for _ in 1...6 { _ = try auth.login("john@example.com", "wrong-password") }
        #expect(try forgot(auth).status == 202)
        let (event, text) = try #require(try codes.sent(auth))
        #expect(event.channel == "email" && event.to == "john@example.com" && event.expiresAt == auth.shard.now + .minutes(15))
        let proof = withToken ? ["token": try #require(text.token)] : ["email": "", "login": "JOHN@example.com", "code": text.code]
        try auth.shard.markSeen()
        let done = try reset(auth, proof)
        #expect(done.status == 204 && done.body.isEmpty)
        #expect(try auth.shard.publishedTypes() == ["auth.password-changed.v1", "auth.session-revoked.v1"])
        #expect(try auth.refresh(try #require(john.json["refreshToken"]?.string)).slug == "session-revoked")
        #expect(try auth.login("john@example.com", "another-sunset-28").status == 200)
        #expect(try reset(auth, proof).slug == "invalid-code", "used up")
        #expect(try reset(auth, ["email": "john@example.com", "code": text.code]).slug == "invalid-code", "token and code are one")
    }

    @Test("A password that is a fact of the account is refused, by the code and by the link; wrong codes and links tell nothing of it",
          arguments: [true, false])
    func facts(withToken: Bool) throws {
        let auth = try codes.makeHarness()
        try auth.register("john@example.com", ["phone": .string(OneTimeCodeTests.phone)])
        _ = try forgot(auth)
        let text = try #require(try codes.sent(auth)).text
        let proof = withToken ? ["token": try #require(text.token)] : ["email": "john@example.com", "code": text.code]
        for fact in ["JOHN@example.com", "john okello", OneTimeCodeTests.phone] {
            #expect(try reset(auth, proof, password: fact).failingFields == ["password"], "\(fact)")
        }
        let other = withToken ? ["token": "made-up"] : ["email": "john@example.com", "code": codes.another(than: text.code)]
        #expect(try reset(auth, other, password: "john okello").slug == "invalid-code")
        #expect(try reset(auth, proof).status == 204)
    }

    @Test("Wrong, expired and exhausted codes and unknown people get one answer")
    func refusals() throws {
        let auth = try codes.makeHarness()
        try auth.register()
        #expect(try forgot(auth, "nobody@example.com") == forgot(auth))
        let code = try #require(try codes.sent(auth)).text.code
        let wrong = try reset(auth, ["email": "john@example.com", "code": codes.another(than: code)])
        #expect(wrong.status == 422 && wrong.slug == "invalid-code")
        #expect(try reset(auth, ["email": "nobody@example.com", "code": "123456"]) == wrong)
        #expect(try reset(auth, ["token": "made-up"]) == wrong)
        for _ in 1...4 { _ = try reset(auth, ["email": "john@example.com", "code": codes.another(than: code)]) }
        #expect(try reset(auth, ["email": "john@example.com", "code": code]) == wrong)
        try auth.shard.advance(by: .minutes(2))
        _ = try forgot(auth)
        let second = try #require(try codes.sent(auth)).text.code
        try auth.shard.advance(by: .minutes(15))
        #expect(try reset(auth, ["email": "john@example.com", "code": second]) == wrong)
        #expect(try auth.login().status == 200)
    }

    @Test("Only who has the code learns that a password is one of the account's facts")
    func factsStayPrivate() throws {
        let auth = try codes.makeHarness()
        try auth.register("john@example.com", ["phone": .string("+256772000001")])
        _ = try forgot(auth)
        let code = try #require(try codes.sent(auth)).text.code
        func reset(_ email: String, _ code: String) throws -> Reply {
            try self.reset(auth, ["email": email, "code": code], password: "+256772000001")
        }
        #expect(try reset("john@example.com", codes.another(than: code)) == reset("nobody@example.com", "123456"))
        #expect(try reset("john@example.com", code).failingFields == ["password"])
    }

    @Test("An empty token beside a code is as none")
    func emptyToken() throws {
        let auth = try codes.makeHarness()
        try auth.register()
        _ = try forgot(auth)
        let code = try #require(try codes.sent(auth)).text.code
        #expect(try reset(auth, ["token": "", "email": "john@example.com"]).failingFields == ["code"])
        #expect(try reset(auth, ["token": " ", "email": "john@example.com", "code": code]).status == 204)
    }

    @Test("The new password obeys the rules, and all fields are named")
    func rules() throws {
        let auth = try codes.makeHarness()
        #expect(try reset(auth, [:], password: "password123").failingFields == ["code", "email", "password"])
    }

    @Test("An address is verified by a code sent to it, unless it was changed meanwhile")
    func contact() throws {
        let auth = try codes.makeHarness()
        let john = try auth.principal(try auth.register())
        func ask() throws -> Reply {
            try auth.shard.markSeen()
            return try #require(try auth.shard.send(raw: #"{"contact":"email"}"#, type: RequestContactCode.type, as: john))
        }
        func prove(_ code: String) throws -> Reply {
            try #require(try auth.shard.sendThroughPreprocessor(OpenContactCode.self, ["contact": "email", "code": auth.sealed(code)],
                                                                as: john))
        }
        #expect(try auth.shard.send(raw: #"{"contact":"phone"}"#, type: RequestContactCode.type, as: john)?.failingFields == ["phone"])
        #expect(try auth.shard.send(raw: #"{"contact":"fax"}"#, type: RequestContactCode.type, as: john)?.status == 404)
        #expect(try ask().status == 202)
        let first = try #require(try codes.sent(auth)).text.code
        _ = try auth.profile(["email": "j@example.com"], as: john)
        #expect(try prove(first).slug == "invalid-code")
        try auth.shard.advance(by: .minutes(1))
        _ = try ask()
        let code = try #require(try codes.sent(auth)).text.code
        #expect(try prove(codes.another(than: code)).slug == "invalid-code")
        #expect(try prove(code).json["emailVerified"] == true)
        #expect(try auth.shard.published(ContactVerified.self).map(\.address) == ["j@example.com"])
        #expect(try ask().slug == "already-verified")
    }

    @Test("A request that is sent again under its id gets its first answer, although its address is taken now")
    func repeated() throws {
        let auth = try AuthHarness()
        let first = try auth.register("john@example.com", id: "one-request")
        #expect(first.status == 201)
        #expect(try auth.register("john@example.com", id: "one-request") == first)
    }
}
