import AuthAccounts
import AuthService
import AuthSessions
import Contracts
import Kernel
import Messaging
import Testing
import TestKit

@Suite("Sessions") struct SessionTests {
    func refreshToken(_ reply: Reply) throws -> String { try #require(reply.json["refreshToken"]?.string) }

    @Test("A refresh token gives the next pair; one step behind gives the current pair again; with the new roles")
    func rotates() throws {
        let auth = try AuthHarness()
        let signedIn = try auth.register()
        let one = try refreshToken(signedIn)
        let id = try auth.principal(signedIn).userID
        try auth.shard.receive(ImportAccount(id: "u-mod", name: "Mod", email: "mod@example.com", roles: ["moderator"]))
        _ = try auth.shard.send(raw: #"{"userId":"\#(id)","roles":["attendee","organizer"]}"#, type: ChangeRoles.type,
                                as: .user("u-mod", roles: ["moderator"]))
        let second = try auth.refresh(one)
        #expect(second.status == 200 && second.isSecret)
        let two = try refreshToken(second)
        #expect(two != one)
        #expect(try auth.principal(second).roles == ["attendee", "organizer"])
        #expect(try refreshToken(auth.refresh(one)) == two, "the answer was lost")
        #expect(try refreshToken(auth.refresh(one)) == two)
        let three = try refreshToken(auth.refresh(two))
        #expect(try refreshToken(auth.refresh(two)) == three)
        #expect(try auth.shard.published(SessionRefreshed.self).count == 2)
    }

    @Test("An older token was stolen or kept by a thief: the session ends, for both")
    func theft() throws {
        let auth = try AuthHarness()
        let one = try refreshToken(try auth.register())
        let two = try refreshToken(auth.refresh(one))
        let three = try refreshToken(auth.refresh(two))
        let reuse = try auth.refresh(one)
        #expect(reuse.status == 401 && reuse.slug == "session-revoked")
        #expect(try auth.shard.published(SessionRevoked.self).map(\.reason) == ["refresh-reuse"])
        #expect(try auth.refresh(three).slug == "session-revoked")
    }

    @Test("A forged or foreign token is refused and ends nobody's session")
    func forged() throws {
        let auth = try AuthHarness()
        let good = try refreshToken(try auth.register())
        let parts = good.split(separator: ".")
        let key = ServiceSecret(Array(repeating: 7, count: 32)).derive("service-key", "refresh-token")
        let other = RefreshToken(sessionID: String(parts[0]), generation: 1).text(tenant: "quartier", key: key)
        for bad in ["", "x", "\(parts[0]).1.AAAA", "\(parts[0]).0.\(parts[2])", "\(parts[0]).01.\(parts[2])", good + "A",
                    good.dropLast().description, other] {
            let reply = try auth.refresh(bad)
            #expect(reply.status == 401 && reply.slug == "invalid-credentials", "\(bad)")
        }
        #expect(try auth.refresh(good).status == 200)
    }

    @Test("A session nobody refreshed in time ends; each refresh gives it a new life")
    func expiry() throws {
        let auth = try AuthHarness(["sessionDays": 10])
        let one = try refreshToken(try auth.register())
        try auth.shard.advance(by: .days(9))
        let two = try refreshToken(auth.refresh(one))
        try auth.shard.advance(by: .days(9))
        let three = try refreshToken(auth.refresh(two))
        try auth.shard.advance(by: .days(10))
        #expect(try auth.refresh(three).slug == "token-expired")
    }

    @Test("Signing out ends this session alone, takes its push token, and its refresh token is dead")
    func logout() throws {
        let auth = try AuthHarness()
        let phone = try auth.register("john@example.com", ["fcmToken": "device-1"])
        let tablet = try auth.login()
        try auth.shard.markSeen()
        #expect(try auth.shard.send(raw: "{}", type: LogOut.type, as: auth.principal(phone))?.status == 204)
        #expect(try auth.shard.publishedTypes() == ["auth.push-token-changed.v1", "auth.session-revoked.v1"])
        #expect(try auth.refresh(refreshToken(phone)).slug == "session-revoked")
        #expect(try auth.shard.send(raw: "{}", type: LogOut.type, as: auth.principal(phone))?.slug == "session-revoked")
        #expect(try auth.refresh(refreshToken(tablet)).status == 200)
    }

    @Test("Devices are listed newest first, whichever was used last; one is ended from another, a stranger's is not there")
    func list() throws {
        let auth = try AuthHarness()
        let phone = try auth.register()
        try auth.shard.advance(by: .minutes(5))
        let tablet = try auth.login()
        let jane = try auth.principal(try auth.register("jane@example.com"))
        let john = try auth.principal(phone)
        try auth.shard.advance(by: .minutes(5))
        #expect(try auth.refresh(refreshToken(phone)).status == 200)
        let list = try auth.shard.ask(MySessions.self, as: john).json
        #expect(list["meta"]?["total"] == 2)
        #expect(list["data"]?.array?.map { $0["device"] } == ["Pixel 9", "EventPassUG/2.1 iOS"])
        #expect(list["data"]?.array?.map { $0["current"] } == [false, true])
        let tabletID = try auth.principal(tablet).sessionID
        let ending = #"{"sessionId":"\#(tabletID)"}"#
        #expect(try auth.shard.send(raw: ending, type: EndSession.type, as: jane)?.status == 404)
        #expect(try auth.shard.send(raw: ending, type: EndSession.type, as: john)?.status == 204)
        #expect(try auth.shard.send(raw: ending, type: EndSession.type, as: john)?.status == 404)
        #expect(try auth.refresh(refreshToken(tablet)).slug == "session-revoked")
    }

    @Test("A device's push token moves to whoever signs in on it last")
    func pushToken() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        let jane = try auth.principal(try auth.register("jane@example.com"))
        #expect(try auth.shard.send(raw: #"{"fcmToken":"device-1"}"#, type: SetPushToken.type, as: john)?.status == 204)
        try auth.shard.markSeen()
        #expect(try auth.shard.send(raw: #"{"pushToken":"device-1","platform":"apns"}"#, type: SetPushToken.type, as: jane)?.json == [:])
        #expect(try auth.shard.published(PushTokenChanged.self) == [
            PushTokenChanged(sessionId: jane.sessionID, userId: jane.userID, pushToken: "device-1"),
            PushTokenChanged(sessionId: john.sessionID, userId: john.userID, pushToken: nil),
        ], "no moment without it for somebody who signs in again")
        try auth.shard.markSeen()
        _ = try auth.shard.send(raw: #"{"pushToken":"device-1"}"#, type: SetPushToken.type, as: jane)
        #expect(try auth.shard.publishedTypes().isEmpty, "telling it again changes nothing")
        #expect(try auth.shard.send(raw: #"{"pushToken":""}"#, type: SetPushToken.type, as: jane)?.failingFields == ["pushToken"])
        #expect(try auth.shard.send(raw: #"{"pushToken":"a b","platform":"pager"}"#, type: SetPushToken.type, as: jane)?.failingFields
            == ["platform", "pushToken"])
    }

    @Test("The device of a session that is forgotten gets no more pushes")
    func forgottenSession() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        _ = try auth.shard.send(raw: #"{"fcmToken":"device-1"}"#, type: SetPushToken.type, as: john)
        try auth.shard.advance(by: .days(61))
        try auth.shard.markSeen()
        try auth.register("jane@example.com")
        #expect(try auth.shard.published(PushTokenChanged.self)
            == [PushTokenChanged(sessionId: john.sessionID, userId: john.userID, pushToken: nil)])
    }

    @Test("A device the push provider does not know any more loses its token; a newer token of the same person stays")
    func rejectedToken() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register())
        _ = try auth.shard.send(raw: #"{"pushToken":"device-1"}"#, type: SetPushToken.type, as: john)
        try auth.shard.markSeen()
        try auth.shard.receive(PushTokenRejected(userId: john.userID, pushToken: "device-1", code: "UNREGISTERED"))
        #expect(try auth.shard.published(PushTokenChanged.self)
            == [PushTokenChanged(sessionId: john.sessionID, userId: john.userID, pushToken: nil)])
        _ = try auth.shard.send(raw: #"{"pushToken":"device-2"}"#, type: SetPushToken.type, as: john)
        try auth.shard.markSeen()
        try auth.shard.receive(PushTokenRejected(userId: john.userID, pushToken: "device-1", code: "UNREGISTERED"))
        #expect(try auth.shard.publishedTypes().isEmpty)
    }
}
