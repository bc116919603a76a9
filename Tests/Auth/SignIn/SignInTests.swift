import AuthService
import AuthSignIn
import Contracts
import GRDB
import Kernel
import Messaging
import Testing
import TestKit

@Suite("Signing in") struct SignInTests {
    @Test("E-mail address, phone number or either, in any spelling")
    func identifiers() throws {
        let auth = try AuthHarness()
        try auth.register("john@example.com", ["phone": "0772123456"])
        for typed in ["john@example.com", "JOHN@Example.com", "0772 123 456", "+256772123456"] {
            #expect(try auth.login(typed).status == 200, "\(typed)")
        }
        for field in ["email", "phone", "login"] {
            #expect(
                try auth.shard.sendThroughPreprocessor(VerifyPassword.self,
                                                       [field: "0772123456", "password": auth.sealed(AuthHarness.password)])?.status == 200)
        }
        let password = try auth.sealed(AuthHarness.password)
        for form in [["email": "", "phone": " ", "login": "john@example.com"], ["email": " ", "phone": "0772123456"]] {
            let body = form.mapValues { JSONValue.string($0) }.merging(["password": password]) { $1 }
            #expect(try auth.shard.sendThroughPreprocessor(VerifyPassword.self, .object(body))?.status == 200, "an empty field is as none")
        }
        #expect(try auth.shard.sendThroughPreprocessor(VerifyPassword.self, [:])?.failingFields == ["email", "password"])
        #expect(try auth.shard.sendThroughPreprocessor(VerifyPassword.self, ["phone": ""])?.failingFields == ["password", "phone"])
    }

    @Test("The access token is signed with the published key, names tenant, session and roles, and lives 15 minutes of the tenant's time")
    func accessToken() throws {
        let auth = try AuthHarness()
        let token = try #require(try auth.register().json["token"]?.string)
        let payload = try CompactJWS.verify(token, typ: "JWT") { kid in
            // The seed a harness gives the service: what the gateway would have from `platform.keys`.
            guard kid == "auth-access-token-1" else { return nil }
            return try? CompactJWS.publicKey(ofSeed: ServiceSecret(Array(repeating: 7, count: 32)).derive("service-key", "access-token"))
        }
        let claims = try JSON.decode(AccessClaims.self, from: payload)
        #expect(claims.tid == "eventpass" && claims.roles == ["attendee"])
        #expect(claims.iat == auth.shard.now.secondsSinceEpoch && claims.exp == claims.iat + 900)
    }

    @Test("A wrong password, an unknown person and a person without a password get the same answer")
    func enumeration() throws {
        let auth = try AuthHarness()
        try auth.register()
        try auth.shard.receive(ImportAccount(id: "u-otp", name: "Peter", phone: "+256700123456", roles: ["attendee"]))
        let wrong = try auth.login("john@example.com", "not-the-password")
        #expect(wrong.status == 401 && wrong.slug == "invalid-credentials")
        #expect(try auth.login("nobody@example.com", "not-the-password") == wrong)
        #expect(try auth.login("no address at all", "not-the-password") == wrong)
        #expect(try auth.login("+256700123456", "not-the-password") == wrong)
    }

    @Test("After five failures the right password waits, too, and longer with every try; another identifier does not; success resets")
    func lockout() throws {
        let auth = try AuthHarness()
        try auth.register("john@example.com", ["phone": "0772123456"])
        for _ in 1...4 { #expect(try auth.login("john@example.com", "wrong-password").status == 401) }
        #expect(try auth.login().status == 200, "success resets")
        for _ in 1...5 { #expect(try auth.login("John@example.com", "wrong-password").status == 401) }
        let first = try auth.login(), second = try auth.login()
        #expect(first.status == 429 && first.slug == "too-many-requests")
        let waits = [first, second].compactMap { $0.json["retryAfterSeconds"]?.int }
        #expect(waits.count == 2 && waits[0] < waits[1])
        #expect(try auth.login("0772123456").status == 200)
        try auth.shard.advance(by: .seconds(waits[1]))
        #expect(try auth.login().status == 200)
        #expect(try auth.login("john@example.com", "wrong-password").status == 401, "counting starts anew")
    }

    @Test("A locked identifier is refused before anything is hashed, and each try makes the wait longer (12.F21)")
    func lockedIsNotHashed() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        for _ in 1...5 {
            #expect(try auth.login("john@example.com", "wrong-password").status == 401)
            #expect(try auth.profile(["password": auth.sealed("another-sunset-28"), "currentPassword": auth.sealed("wrong-password")],
                                     as: john).status == 422)
        }
        // Comparing a password with this hash takes a gigabyte and several minutes.
        let dear = "$scrypt$ln=20,r=8,p=16$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        auth.shard.hasRowsPastTheLog = true
        try auth.shard.file.pool.write { try $0.execute(sql: "UPDATE account SET password_hash = ?", arguments: [dear]) }
        let began = ContinuousClock.now
        let replies = [try auth.login(), try auth.login("john@example.com", "wrong-password")]
        let profile = try auth.profile(["password": auth.sealed("another-sunset-28"), "currentPassword": auth.sealed(AuthHarness.password)],
                                       as: john)
        #expect(replies.map(\.status) == [429, 429] && profile.status == 429)
        let waits = replies.compactMap { $0.json["retryAfterSeconds"]?.int }
        #expect(waits.count == 2 && waits[0] < waits[1])
        #expect(ContinuousClock.now - began < .seconds(30))
    }

    @Test("Somebody who has no account is locked out the same way")
    func unknownLockout() throws {
        let auth = try AuthHarness()
        for _ in 1...5 { #expect(try auth.login("nobody@example.com").status == 401) }
        #expect(try auth.login("nobody@example.com").status == 429)
    }

    @Test("A password that was changed while the old one was being compared does not sign in")
    func staleComparison() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        let stale = SignInMessage(identifier: "email:john@example.com", userId: john.userID, credentialVersion: 1, matched: true)
        let changed = try auth.profile(["password": auth.sealed("another-sunset-28"), "currentPassword": auth.sealed(AuthHarness.password)],
                                       as: john)
        #expect(changed.status == 200)
        #expect(try auth.shard.send(stale)?.status == 401)
        #expect(try auth.login("john@example.com", "another-sunset-28").status == 200)
    }
    /// `auth.sign-in.v1` as a preprocessor writes it.
    struct SignInMessage: Message {
        static let type = SignIn.type
        let identifier: String, userId: User.ID, credentialVersion: Int, matched: Bool
    }

    @Test("Whoever opens one session too many loses the oldest")
    func sessionLimit() throws {
        let auth = try AuthHarness(["sessionsPerUserMax": 2])
        let first = try auth.register()
        try auth.shard.advance(by: .seconds(1))
        _ = try auth.login()
        #expect(try auth.shard.published(SessionRevoked.self).isEmpty)
        _ = try auth.login()
        let revoked = try auth.shard.published(SessionRevoked.self)
        #expect(revoked.map(\.sessionId) == [try auth.principal(first).sessionID] && revoked.map(\.reason) == ["too-many-sessions"])
    }
}
