import AuthAccounts
import AuthCodes
import AuthService
import AuthSessions
import AuthSignIn
import Contracts
import Kernel
import Messaging
import Testing
import TestKit

/// The refused cases of OWASP ASVS 5.0, chapter 7. What the gateway decides about access tokens is in `TokenVerificationTests` (7.2.1).
@Suite("ASVS 7: sessions") struct ASVSSessionTests {
    private func refreshToken(_ reply: Reply) throws -> String { try #require(reply.json["refreshToken"]?.string) }

    @Test("""
        ASVS 7.2.2, 7.2.3, 7.2.4: every sign-in makes a session of its own, and its refresh token cannot be made without the service's key
        """)
    func unique() throws {
        let auth = try AuthHarness()
        let all = [try auth.register(), try auth.login(), try auth.login()]
        #expect(Set(try all.map { try auth.principal($0).sessionID }).count == 3)
        let parts = try refreshToken(all[0]).split(separator: ".").map(String.init)
        let otherParts = try refreshToken(all[1]).split(separator: ".").map(String.init)
        // 256 bits of HMAC, and one that belongs to this session and generation.
        #expect(Base64URL.decode(parts[2])?.count == 32)
        for forged in ["\(parts[0]).2.\(parts[2])", "\(otherParts[0]).1.\(parts[2])",
                       "\(parts[0]).1." + Base64URL.encode([UInt8](repeating: 0, count: 32))] {
            #expect(try auth.refresh(forged).slug == "invalid-credentials")
        }
    }

    @Test("ASVS 7.3.1: a session nobody uses ends")
    func inactivity() throws {
        let auth = try AuthHarness(["sessionDays": 10])
        let token = try refreshToken(try auth.register())
        try auth.shard.advance(by: .days(10))
        #expect(try auth.refresh(token).slug == "token-expired")
    }

    @Test("ASVS 7.3.2: a session ends on its last day, however often it is used")
    func absolute() throws {
        let auth = try AuthHarness(["sessionDays": 10, "sessionDaysMax": 25])
        var token = try refreshToken(try auth.register())
        for _ in 1...3 {
            try auth.shard.advance(by: .days(8))
            token = try refreshToken(auth.refresh(token))
        }
        try auth.shard.advance(by: .hours(25))
        #expect(try auth.refresh(token).slug == "token-expired")
        #expect(try auth.login().status == 200)
    }

    @Test("ASVS 7.4.1: after signing out neither token does anything, and the gateway is told")
    func logout() throws {
        let auth = try AuthHarness()
        let reply = try auth.register()
        let john = try auth.principal(reply)
        #expect(try auth.shard.send(raw: "{}", type: LogOut.type, as: john)?.status == 204)
        #expect(try auth.refresh(refreshToken(reply)).slug == "session-revoked")
        #expect(try auth.shard.send(raw: #"{"fcmToken":"x"}"#, type: SetPushToken.type, as: john)?.slug == "session-revoked")
        #expect(try auth.shard.published(SessionRevoked.self).map(\.sessionId) == [john.sessionID])
    }

    @Test("ASVS 7.4.2: an erased account has no session left")
    func erased() throws {
        let auth = try AuthHarness()
        let replies = [try auth.register(), try auth.login()]
        let john = try auth.principal(replies[0])
        _ = try auth.shard.send(raw: "{}", type: EraseAccount.type, as: john)
        for reply in replies { #expect(try auth.refresh(refreshToken(reply)).slug == "session-revoked") }
        #expect(try auth.shard.published(SessionRevoked.self).count == 2)
        #expect(try auth.me(as: john).status == 401)
    }

    @Test("ASVS 7.4.3: a new password signs out the others; a reset signs out all")
    func passwordChange() throws {
        let codes = OneTimeCodeTests()
        let auth = try codes.makeHarness()
        let phone = try auth.register(), thief = try auth.login()
        let john = try auth.principal(phone)
        let change: JSONValue = ["password": try auth.sealed("another-sunset-28"), "currentPassword": try auth.sealed(AuthHarness.password)]
        #expect(try auth.profile(change, as: john).status == 200)
        #expect(try auth.refresh(refreshToken(thief)).slug == "session-revoked")
        let kept = try auth.refresh(refreshToken(phone))
        #expect(kept.status == 200)
        try auth.shard.markSeen()
        _ = try auth.shard.send(raw: #"{"email":"john@example.com"}"#, type: RequestPasswordReset.type)
        let token = try #require(try codes.sent(auth)?.text.token)
        let reset: JSONValue = ["token": try auth.sealed(token), "password": try auth.sealed("third-sunset-29")]
        #expect(try auth.shard.sendThroughPreprocessor(PreparePasswordReset.self, reset)?.status == 204)
        #expect(try auth.refresh(refreshToken(kept)).slug == "session-revoked")
        #expect(try auth.shard.sendThroughPreprocessor(PreparePasswordReset.self, reset)?.slug == "invalid-code", "a link works once")
    }

    @Test("ASVS 7.4.5: an administrator signs somebody out everywhere; nobody else may")
    func administrator() throws {
        let auth = try AuthHarness()
        let replies = [try auth.register(), try auth.login()]
        let john = try auth.principal(replies[0])
        let body = #"{"userId":"\#(john.userID)"}"#
        #expect(try auth.shard.send(raw: body, type: EndSessionsOfUser.type, as: john)?.status == 403)
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        let moderator = Principal.user("mod", roles: ["moderator"])
        #expect(try auth.shard.send(raw: #"{"userId":"nobody"}"#, type: EndSessionsOfUser.type, as: moderator)?.status == 404)
        #expect(try auth.shard.send(raw: body, type: EndSessionsOfUser.type, as: moderator)?.status == 204)
        for reply in replies { #expect(try auth.refresh(refreshToken(reply)).slug == "session-revoked") }
        #expect(try auth.shard.published(SessionRevoked.self).map(\.reason) == ["ended-by-administrator", "ended-by-administrator"])
    }

    @Test("ASVS 7.5.1: where the app asks for it, a new address needs the password; the same address and other fields do not")
    func contacts() throws {
        let auth = try AuthHarness(["contactChangeNeedsPassword": true])
        let john = try auth.principal(try auth.register("john@example.com", ["phone": "0772123456"]))
        #expect(try auth.profile(["email": "thief@example.com"], as: john).failingFields == ["currentPassword"])
        #expect(try auth.profile(["phone": nil], as: john).failingFields == ["currentPassword"])
        #expect(try auth.profile(["email": "thief@example.com", "currentPassword": auth.sealed("guess-12345")], as: john).failingFields
            == ["currentPassword"])
        #expect(try auth.profile(["name": "Johnny", "email": "JOHN@example.com", "phone": "+256 772 123456"], as: john).status == 200)
        let right = try auth.profile(["email": "j@example.com", "currentPassword": auth.sealed(AuthHarness.password)], as: john)
        #expect(right.status == 200 && right.json["email"] == "j@example.com" && right.json["emailVerified"] == false)
    }

    @Test("ASVS 7.5.2: people see their sessions and end one or all others, never somebody else's")
    func own() throws {
        let auth = try AuthHarness()
        let phone = try auth.register(), tablet = try auth.login(), laptop = try auth.login()
        let jane = try auth.register("jane@example.com")
        let john = try auth.principal(phone)
        let foreign = #"{"sessionId":"\#(try auth.principal(jane).sessionID)"}"#
        #expect(try auth.shard.send(raw: foreign, type: EndSession.type, as: john)?.status == 404)
        #expect(try auth.shard.ask(MySessions.self, as: john).json["meta"]?["total"] == 3)
        #expect(try auth.shard.send(raw: "{}", type: EndOtherSessions.type, as: john)?.status == 204)
        for other in [tablet, laptop] { #expect(try auth.refresh(refreshToken(other)).slug == "session-revoked") }
        for kept in [phone, jane] { #expect(try auth.refresh(refreshToken(kept)).status == 200) }
    }

    @Test("ASVS 7.6.1, 7.6.2: another issuer's word opens a session of ours, which lives and ends like any other")
    func federated() throws {
        let issuer = SocialSignInTests.Issuer()
        let auth = try AuthHarness(issuer.settings.merging(["sessionDays": 10]) { _, new in new })
        let token = try issuer.token(auth.shard.now)
        let reply =
            try #require(try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, ["provider": "google", "idToken": auth.sealed(token)]))
        try auth.shard.advance(by: .days(9))
        let refreshed = try auth.refresh(refreshToken(reply))
        #expect(refreshed.status == 200, "the issuer's token ended long ago")
        try auth.shard.advance(by: .days(10))
        #expect(try auth.refresh(refreshToken(refreshed)).slug == "token-expired")
    }

    @Test("A thief who copied a refresh token and the owner take turns: the first who comes late ends it for both, and the owner is told")
    func theft() throws {
        let auth = try AuthHarness()
        let stolen = try refreshToken(try auth.register())
        let thief = try refreshToken(auth.refresh(stolen))
        // The owner's app does not know, and is answered as if it had lost the reply: both hold the second token now.
        let owner = try refreshToken(auth.refresh(stolen))
        #expect(owner == thief)
        let thiefAgain = try refreshToken(auth.refresh(thief))
        #expect(try auth.refresh(thiefAgain).status == 200)
        #expect(try auth.refresh(owner).slug == "session-revoked", "two behind: somebody else went on")
        #expect(try auth.refresh(thiefAgain).slug == "session-revoked")
        #expect(try auth.shard.published(SessionRevoked.self).map(\.reason) == ["refresh-reuse"])
        #expect(try auth.login().status == 200)
    }

    @Test("Refreshing twenty times at once with one token makes one new pair")
    func race() throws {
        let auth = try AuthHarness()
        let token = try refreshToken(try auth.register())
        let pairs = try (1...20).map { _ in try refreshToken(auth.refresh(token)) }
        #expect(Set(pairs).count == 1)
        #expect(try auth.shard.published(SessionRefreshed.self).count == 1)
        #expect(try auth.refresh(pairs[0]).status == 200)
    }
}
