import AuthAccounts
import AuthCodes
import AuthService
import Contracts
import GRDB
import Kernel
import Messaging
import Testing
import TestKit

/// The refused cases of OWASP ASVS 5.0, chapter 2, that accounts have.
@Suite("ASVS 2: validation and business logic") struct ASVSValidationTests {
    private let codes = OneTimeCodeTests()

    @Test("ASVS 2.1.1, 2.2.1: what is not a name, an address, a number, a date, a language, a zone or a role is refused by its field",
          arguments: [
              ("name", "J"), ("name", String(repeating: "x", count: 101)), ("name", "John\u{0}"), ("name", "John\u{1B}[2J"),
              ("email", "john"), ("email", "a@b@c.de"),
              ("email", "john@example.com\r\nBcc: all@example.com"), ("email", String(repeating: "a", count: 65) + "@example.com"),
              ("phone", "12"),
              ("phone", "+2567721234567890"), ("phone", "call me"), ("dateOfBirth", "1899-12-31"), ("dateOfBirth", "2999-01-01"),
              ("dateOfBirth", "2001-02-29"),
              ("dateOfBirth", "12/04/1995"), ("locale", "xx"), ("locale", "../en"), ("timezone", "Mars/Base"),
              ("timezone", "../../etc/passwd"), ("role", "moderator"),
              ("role", "operator"), ("fcmToken", String(repeating: "x", count: 4097)),
          ])
    func fields(_ field: String, _ value: String) throws {
        let auth = try AuthHarness()
        let reply = try auth.register("john@example.com", [field: .string(value)])
        #expect(reply.status == 422 && reply.failingFields == [field])
        #expect(try auth.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") } == 0)
    }

    @Test("ASVS 2.2.2: what passed the edge is checked again where it is written: taken addresses, roles, permissions")
    func trustedLayer() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        let hash = "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA"
        let again = #"{"name":"Thief","email":"JOHN@example.com","passwordHash":"\#(hash)"}"#
        #expect(try auth.shard.send(raw: again, type: RegisterAccount.type)?.failingFields == ["email"])
        let promoted = #"{"userId":"\#(john.userID)","roles":["moderator"]}"#
        #expect(try auth.shard.send(raw: promoted, type: ChangeRoles.type, as: john)?.status == 403)
        let unproved = #"{"cleared":[],"passwordHash":"\#(hash)"}"#
        #expect(try auth.shard.send(raw: unproved, type: UpdateProfile.type, as: john)?.failingFields == ["currentPassword"])
        #expect(try auth.login().status == 200)
    }

    @Test("""
        ASVS 2.1.2, 2.2.3: fields that belong together must fit: both passwords, a role and the roles one has, an address that must stay
        """)
    func combinations() throws {
        let auth = try AuthHarness()
        #expect(try auth.register("a@example.com", ["passwordConfirmation": auth.sealed("another-sunset")]).failingFields
            == ["passwordConfirmation"])
        let john = try auth.principal(try auth.register())
        #expect(try auth.profile(["activeRole": "moderator"], as: john).failingFields == ["activeRole"])
        #expect(try auth.profile(["email": nil], as: john).failingFields == ["email"])
    }

    @Test("ASVS 2.3.1: no step can be taken before the one it follows")
    func order() throws {
        let auth = try codes.makeHarness(["lockout": ["failuresMax": 50]])
        let john = try auth.principal(try auth.register("john@example.com", ["phone": .string(OneTimeCodeTests.phone)]))
        #expect(try codes.verify(auth, "123456").slug == "invalid-credentials", "no code was asked for")
        let reset: JSONValue = ["email": "john@example.com", "code": try auth.sealed("123456"),
                                "password": try auth.sealed("another-sunset-28")]
        #expect(try auth.shard.sendThroughPreprocessor(PreparePasswordReset.self, reset)?.slug == "invalid-code")
        let contact: JSONValue = ["contact": "phone", "code": try auth.sealed("123456")]
        #expect(try auth.shard.sendThroughPreprocessor(OpenContactCode.self, contact, as: john)?.slug == "invalid-code")
        #expect(try auth.login().status == 200)
    }

    @Test("ASVS 2.1.3, 2.3.2: limits hold: sessions of a person, codes an hour, tries a code")
    func limits() throws {
        let auth = try codes.makeHarness(["sessionsPerUserMax": 3])
        try auth.register()
        for _ in 1...5 { _ = try auth.login() }
        #expect(try auth.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM session WHERE ended_at IS NULL") } == 3)
        for _ in 1...5 {
            #expect(try codes.request(auth).status == 202)
            try auth.shard.advance(by: .seconds(61))
        }
        #expect(try codes.request(auth).status == 429)
    }

    @Test("ASVS 2.3.3: a form with one wrong field changes nothing")
    func allOrNothing() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        let before = try auth.me(as: john)
        let wrong: JSONValue = [
            "name": "Johnny", "email": "j@example.com", "password": try auth.sealed("another-sunset-28"),
            "currentPassword": try auth.sealed("guessed-it-99"),
        ]
        #expect(try auth.profile(wrong, as: john).status == 422)
        #expect(try auth.profile(["name": "Johnny", "timezone": "Mars"], as: john).status == 422)
        #expect(try auth.me(as: john) == before && auth.login().status == 200)
    }

    @Test("ASVS 2.4.1: machines are slowed down: one code a minute, waits after wrong tries, also for what nobody owns")
    func automation() throws {
        let auth = try codes.makeHarness()
        #expect(try codes.request(auth).status == 202 && codes.request(auth).status == 429)
        func forgot() throws -> Int? {
            try auth.shard.send(raw: #"{"email":"nobody@example.com"}"#, type: RequestPasswordReset.type)?.status
        }
        #expect(try forgot() == 202 && forgot() == 429)
        for _ in 1...5 { _ = try auth.login("nobody@example.com", "x") }
        #expect(try auth.login("nobody@example.com", "x").status == 429)
    }
}
