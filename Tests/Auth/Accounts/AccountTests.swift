import AuthAccounts
import AuthService
import AuthSessions
import Contracts
import GRDB
import Kernel
import Messaging
import PasswordHash
import Testing
import TestKit

@Suite("Accounts") struct AccountTests {
    @Test("A profile keeps what is not sent; a new address is unverified, the same in other letters is not new")
    func profile() throws {
        let auth = try AuthHarness()
        try auth.shard.receive(
            ImportAccount(id: "u1", name: "John", email: "john@example.com", phone: "+256772123456", roles: ["attendee"]))
        let john = Principal.user("u1")
        try auth.shard.markSeen()
        let same = try auth.profile(["email": "JOHN@example.com", "dateOfBirth": "1995-04-12"], as: john)
        #expect(same.json["emailVerified"] == true && same.json["dateOfBirth"] == "1995-04-12" && same.json["name"] == "John")
        let moved = try auth.profile(["email": "j@example.com", "phone": nil], as: john)
        #expect(moved.json["emailVerified"] == false && moved.json["phone"] == .null)
        #expect(try auth.shard.published(UserUpdated.self).map(\.email) == ["JOHN@example.com", "j@example.com"])
        #expect(try auth.profile(["email": nil], as: john).failingFields == ["email"])
        let bad: JSONValue = ["name": "", "email": "x", "activeRole": "organizer", "timezone": "Mars"]
        #expect(try auth.profile(bad, as: john).failingFields == ["activeRole", "email", "name", "timezone"])
        // Foundation knows these, the tz database of today does not.
        for zone in ["SystemV/EST5", "US/Pacific-New", "Canada/East-Saskatchewan"] {
            #expect(try auth.profile(["timezone": .string(zone)], as: john).failingFields == ["timezone"], "\(zone)")
        }
        #expect(try auth.profile(["timezone": "America/Argentina/Buenos_Aires"], as: john).status == 200)
        #expect(try auth.profile(["name": "\u{200B}\u{200B}"], as: john).failingFields == ["name"])
        let odd: JSONValue = ["name": 5, "email": "x", "locale": ["en"], "password": false, "dateOfBirth": true]
        #expect(try auth.profile(odd, as: john).failingFields
            == ["currentPassword", "dateOfBirth", "email", "locale", "name", "password"])
    }

    @Test("Where either contact is enough, the last one stays: the refusal names what was cleared, beside every other field")
    func lastContact() throws {
        let auth = try AuthHarness(["required": []])
        try auth.shard.receive(ImportAccount(id: "u1", name: "Ann", email: nil, phone: "+256772123456", roles: ["attendee"]))
        try auth.shard.receive(ImportAccount(id: "u2", name: "Ben", email: "b@example.com", phone: "+256772123457", roles: ["attendee"]))
        let ann = Principal.user("u1"), ben = Principal.user("u2")
        #expect(try auth.profile(["phone": nil, "name": "x"], as: ann).failingFields == ["name", "phone"])
        #expect(try auth.profile(["phone": nil, "email": "nobody"], as: ann).failingFields == ["email"])
        #expect(try auth.profile(["phone": nil, "email": nil], as: ben).failingFields == ["email", "phone"])
        #expect(try auth.profile(["phone": nil], as: ben).json["phone"] == .null)
        #expect(try auth.profile(["phone": nil, "email": "ann@example.com"], as: ann).json["email"] == "ann@example.com")
    }

    @Test("Null for a contact that the account never had changes nothing, also where the app requires one")
    func absentContact() throws {
        let auth = try AuthHarness(["contactChangeNeedsPassword": true])
        try auth.shard.receive(ImportAccount(id: "u1", name: "Peter", email: nil, phone: "+256772123456", roles: ["attendee"]))
        let peter = Principal.user("u1")
        let read = try auth.me(as: peter).json
        #expect(read["email"] == .null)
        #expect(try auth.profile(read, as: peter).json == read, "what an app has read may be sent back")
        #expect(try auth.profile(["email": nil, "phone": nil], as: peter).failingFields.contains("phone"), "the number is the last contact")
    }

    @Test("A new password needs the current one, ends the other sessions, and wrong guesses are counted")
    func password() throws {
        let auth = try AuthHarness()
        let phone = try auth.register(), tablet = try auth.login()
        let john = try auth.principal(phone)
        #expect(try auth.profile(["password": auth.sealed("another-sunset-28")], as: john).failingFields == ["currentPassword"])
        let common: JSONValue = ["password": try auth.sealed("password123"), "currentPassword": try auth.sealed(AuthHarness.password)]
        #expect(try auth.profile(common, as: john).failingFields == ["password"])
        let wrong: JSONValue = ["name": "Johnny", "password": try auth.sealed("another-sunset-28"),
                                "currentPassword": try auth.sealed("not-this-one")]
        for _ in 1...5 { #expect(try auth.profile(wrong, as: john).failingFields == ["currentPassword"]) }
        #expect(try auth.profile(wrong, as: john).status == 429)
        #expect(try auth.me(as: john).json["name"] == "John Okello", "all or nothing")
        try auth.shard.advance(by: .minutes(20))
        try auth.shard.markSeen()
        #expect(try auth.profile(["password": auth.sealed("another-sunset-28"), "currentPassword": auth.sealed(AuthHarness.password)],
                                 as: john).status == 200)
        #expect(try auth.shard.published(SessionRevoked.self).map(\.sessionId) == [try auth.principal(tablet).sessionID])
        #expect(try auth.shard.published(PasswordChanged.self).count == 1)
        #expect(try auth.login().status == 401)
        #expect(try auth.login("john@example.com", "another-sunset-28").status == 200)
    }

    @Test("A verified identity fixes the date of birth")
    func birthLocked() throws {
        let auth = try AuthHarness()
        try auth.shard.receive(ImportAccount(id: "u1", name: "John", email: "john@example.com", roles: ["attendee"],
                                             profile: ["dateOfBirth": "1995-04-12", "identityStatus": "verified"]))
        let john = Principal.user("u1")
        #expect(try auth.profile(["dateOfBirth": "1995-04-12"], as: john).status == 200)
        let reply = try auth.profile(["dateOfBirth": "1990-01-01"], as: john)
        #expect(reply.status == 409 && reply.slug == "date-of-birth-locked")
        #expect(try auth.me(as: john).json["identityStatus"] == "verified")
    }

    @Test("Roles are given in full by those who may, known ones only; a shown role that is gone is shown no more")
    func roles() throws {
        let auth = try AuthHarness()
        try auth.shard.receive(ImportAccount(id: "bob", name: "Bob", email: "bob@events.com", roles: ["attendee", "organizer"],
                                             activeRole: "organizer", profile: ["organizerStatus": "approved"]))
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        let moderator = Principal.user("mod", roles: ["moderator"])
        #expect(try auth.me(as: .user("bob")).json["role"] == "organizer")
        func put(_ roles: String, as principal: Principal) throws -> Reply? {
            try auth.shard.send(raw: #"{"userId":"bob","roles":\#(roles)}"#, type: ChangeRoles.type, as: principal)
        }
        #expect(try put(#"["attendee"]"#, as: .user("bob", roles: ["organizer"]))?.status == 403)
        #expect(try put(#"["attendee","king"]"#, as: moderator)?.failingFields == ["roles"])
        #expect(try put("[]", as: moderator)?.failingFields == ["roles"])
        try auth.shard.markSeen()
        #expect(try put(#"["attendee","attendee"]"#, as: moderator)?.json["roles"] == ["attendee"])
        #expect(try auth.shard.published(RolesChanged.self) == [RolesChanged(userId: "bob", roles: ["attendee"])])
        #expect(try auth.shard.published(UserUpdated.self).isEmpty, "nobody need know him who did not before")
        #expect(try auth.me(as: .user("bob")).json["role"] == "attendee")
        #expect(try put(#"["attendee","organizer"]"#, as: moderator)?.status == 200)
        #expect(try auth.shard.published(UserUpdated.self).map(\.name) == ["Bob"])
        #expect(try auth.shard.send(raw: #"{"userId":"nobody","roles":["attendee"]}"#, type: ChangeRoles.type, as: moderator)?.status
            == 404)
    }

    @Test("""
        Whoever may give roles gives those the app lets him give, nobody's own, and by the roles he has now, whatever his token says \
        (12.F30, 12.F36)
        """)
    func grantingRoles() throws {
        let auth = try AuthHarness()
        for (id, roles) in [("mod", ["attendee", "moderator"]), ("mod2", ["moderator"]), ("bob", ["attendee"]),
                            ("op", ["attendee", "operator"])] {
            try auth.shard.receive(ImportAccount(id: User.ID(id), name: "Somebody", email: "\(id)@example.com", roles: roles))
        }
        func put(_ user: String, _ roles: [String], as principal: Principal) throws -> Reply {
            let body: JSONValue = ["userId": .string(user), "roles": .array(roles.map { .string($0) })]
            return try #require(try auth.shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: ChangeRoles.type,
                                                    as: principal))
        }
        let moderator = Principal.user("mod", roles: ["attendee", "moderator"])
        #expect(try put("mod", ["attendee", "moderator", "organizer"], as: moderator).slug == "own-roles")
        // A role that moderators cannot give is refused before the account is looked at.
        for user in ["mod", "nobody"] {
            #expect(try put(user, ["attendee", "moderator", "operator"], as: moderator).json["members"]?["role"]
                == (user == "mod" ? "operator" : "moderator"))
        }
        #expect(try put("nobody", ["attendee", "organizer"], as: moderator).status == 404)
        #expect(try put("mod", ["attendee", "moderator"], as: moderator).status == 409)
        for roles in [["attendee", "operator"], ["moderator"], ["organizer", "operator"]] {
            let refused = try put("bob", roles, as: moderator)
            #expect(refused.status == 403 && refused.slug == "forbidden")
        }
        // A moderator can't take away a role that they can't give; such a role may stay.
        #expect(try put("op", ["attendee"], as: moderator).status == 403)
        #expect(try put("op", ["attendee", "operator", "organizer"], as: moderator).status == 200)
        #expect(try put("mod2", ["attendee"], as: moderator).status == 403)
        // The same holds for the default role, which every user manager may restore (review).
        #expect(try put("bob", ["organizer"], as: moderator).json["members"]?["role"] == "attendee")
        try auth.shard.receive(ImportAccount(id: "ann", name: "Ann", email: "ann@example.com", roles: ["organizer"]))
        #expect(try put("ann", ["attendee"], as: moderator).json["roles"] == ["attendee"])
        #expect(try put("bob", ["attendee", "organizer"], as: moderator).json["roles"] == ["attendee", "organizer"])
        // A token from before the role was lost or given: the account's current roles count.
        #expect(try put("op", ["attendee", "operator"], as: .user("bob", roles: ["moderator"])).status == 403)
        #expect(try auth.shard.ask(UserList.self, as: .user("bob", roles: ["moderator"])).json["members"]?["requiredPermission"]
            == "users:manage")
        #expect(try auth.shard.send(raw: #"{"userId":"op"}"#, type: EndSessionsOfUser.type, as: .user("bob", roles: ["moderator"]))?.status
            == 403)
        #expect(try put("op", ["attendee", "operator"], as: .user("gone", roles: ["moderator"])).status == 401)
    }

    @Test("Wrong fields are named before an unknown user, or after it where the app says so", arguments: [false, true])
    func unknownUser(isFirst: Bool) throws {
        let auth = try AuthHarness(["unknownFirst": .bool(isFirst)])
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        func put(_ user: String, _ roles: String) throws -> Reply? {
            try auth.shard.send(raw: #"{"userId":"\#(user)","roles":\#(roles)}"#, type: ChangeRoles.type,
                                as: .user("mod", roles: ["moderator"]))
        }
        for roles in ["7", "[]", #"["king"]"#, "null"] { #expect(try put("nobody", roles)?.status == (isFirst ? 404 : 422)) }
        #expect(try put("nobody", #"["attendee"]"#)?.status == 404)
        #expect(try put("mod", #"[5,"attendee"]"#)?.failingFields == ["roles.0"])
    }

    @Test("Whoever is given the role that people apply for is approved, and without it may go on with the application (12.F40)")
    func standingFollowsRole() throws {
        let auth = try AuthHarness()
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        try auth.shard.receive(ImportAccount(id: "bob", name: "Bob", email: "bob@events.com", roles: ["attendee"]))
        let moderator = Principal.user("mod", roles: ["moderator"])
        func status(after roles: String) throws -> JSONValue? {
            let answer = try auth.shard.send(raw: #"{"userId":"bob","roles":\#(roles)}"#, type: ChangeRoles.type, as: moderator)
            let mine = try auth.me(as: .user("bob")).json["organizerStatus"]
            return answer?.json["organizerStatus"] == mine ? mine : "differs"
        }
        #expect(try auth.me(as: .user("bob")).json["organizerStatus"] == "not-started")
        #expect(try status(after: #"["attendee","organizer"]"#) == "approved")
        #expect(try status(after: #"["organizer","attendee"]"#) == "approved")
        #expect(try status(after: #"["attendee"]"#) == "in-progress")
    }

    @Test("The list of users is for administrators, is paged, and finds by role, name, address and number without wildcards")
    func users() throws {
        let auth = try AuthHarness()
        for (n, name) in ["Ann_Lee", "Annalee", "Bob"].enumerated() {
            try auth.shard.receive(
                ImportAccount(id: User.ID("u\(n)"), name: name, email: "u\(n)@example.com", roles: n == 2 ? ["organizer"] : ["attendee"]))
        }
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        let moderator = Principal.user("mod", roles: ["moderator"])
        #expect(try auth.shard.ask(UserList.self, as: .user("u0", roles: ["attendee"])).status == 403)
        func names(_ parameters: JSONValue) throws -> [JSONValue?] {
            try auth.shard.ask(UserList.self, parameters, as: moderator).json["data"]?.array?.map { $0["name"] } ?? []
        }
        #expect(try names(["search": "ann_"]) == ["Ann_Lee"])
        #expect(try names(["search": "U2@EX"]) == ["Bob"])
        #expect(try names(["role": "organizer"]) == ["Bob"])
        let page = try auth.shard.ask(UserList.self, ["perPage": 2, "page": 2], as: moderator).json
        #expect(page["meta"]?["total"] == 4 && page["meta"]?["lastPage"] == 2 && page["data"]?.array?.count == 2)
        #expect(try auth.shard.ask(UserList.self, ["role": "wizard"], as: moderator).failingFields == ["role"])
        _ = try auth.register("john@example.com", ["name": "John Okello", "phone": "0772123456"])
        for number in ["0772 123 456", "٠٧٧٢١٢٣٤٥٦", "٢٣٤٥٦", "+256772123456"] {
            #expect(try names(["search": .string(number)]) == ["John Okello"], "\(number)")
        }
        try auth.shard.receive(ImportAccount(id: "u9", name: "Émilie Hébert", email: "eh@example.com", roles: ["attendee"]))
        for spelling in ["émilie", "ÉMILIE HÉ", "hébert", "Émilie"] {
            #expect(try names(["search": .string(spelling)]) == ["Émilie Hébert"], "\(spelling)")
        }
    }

    @Test("Erasing forgets the person here and tells every service; the address is free again, an organizer settles first")
    func erasure() throws {
        let auth = try AuthHarness()
        let reply = try auth.register("john@example.com", ["phone": "0772123456", "fcmToken": "device-1"])
        let john = try auth.principal(reply)
        try auth.shard.markSeen()
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: john)?.status == 204)
        #expect(try auth.shard.publishedTypes() == ["auth.push-token-changed.v1", "auth.session-revoked.v1", "auth.user-erased.v1"])
        #expect(try auth.me(as: john).status == 401)
        #expect(try auth.refresh(try #require(reply.json["refreshToken"]?.string)).slug == "session-revoked")
        #expect(try auth.login().status == 401)
        let rows = try auth.shard.file.pool.read {
            try String.fetchAll($0, sql: "SELECT name || coalesce(email, '') || coalesce(phone, '') FROM account")
        }
        #expect(rows == [""])
        #expect(try auth.register().status == 201)
        try auth.shard.receive(ImportAccount(id: "bob", name: "Bob", email: "bob@events.com", roles: ["attendee", "organizer"]))
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: .user("bob"))?.slug == "organizer-account")
    }

    @Test("Stored answers to guests who signed in are forgotten with the account; the same request is judged anew then")
    func erasedAnswers() throws {
        let auth = try AuthHarness()
        func storedSecrets() throws -> Int? {
            try auth.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_inbox WHERE reply_secret = 1") }
        }
        let first = try auth.register(id: "with-key")
        let john = try auth.principal(first)
        #expect(try auth.login().status == 200)
        #expect(try auth.refresh(try #require(first.json["refreshToken"]?.string)).status == 200)
        #expect(try auth.register("ann@example.com", ["name": "Ann Lee"]).status == 201)
        #expect(try storedSecrets() == 4)
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: john)?.status == 204)
        #expect(try storedSecrets() == 1, "Ann's")
        // "Try again" makes the gateway send the request under the next id.
        let again = try auth.register(id: "with-key")
        #expect(again.status == 503 && again.json["slug"] == "service-unavailable")
        let anew = try auth.register(id: "with-key-2")
        #expect(try anew.status == 201 && auth.principal(anew).userID != john.userID)
    }

    @Test("A stored answer to somebody who changed a person's roles is forgotten with that person's account")
    func erasedAnswersOfOthers() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(auth.register())
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        func give() throws -> Reply? {
            try auth.shard.send(raw: #"{"userId":"\#(john.userID)","roles":["attendee"]}"#, type: ChangeRoles.type,
                                as: .user("mod", roles: ["moderator"]), id: "with-key")
        }
        #expect(try give()?.json["email"] == "john@example.com" && give()?.json["email"] == "john@example.com")
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: john)?.status == 204)
        #expect(try give()?.status == 503)
    }

    @Test("An imported account signs in with the password it came with; importing again changes nothing")
    func imports() throws {
        let auth = try AuthHarness()
        let hash = try PasswordHash(of: "password123", cost: .init(logN: 5, r: 8, p: 2)).description
        let john = ImportAccount(id: "00000000-0000-4000-8000-00000a000001", name: "John Okello", email: "john@example.com",
                                 passwordHash: hash, roles: ["attendee"], profile: ["dateOfBirth": "1995-04-12"])
        try auth.shard.receive(john)
        #expect(try auth.shard.published(UserRegistered.self).map(\.userId) == [john.id])
        #expect(try auth.login("john@example.com", "password123").json["user"]?["id"]?.string == john.id.rawValue)
        _ = try auth.profile(["name": "Johnny"], as: .user(john.id.rawValue))
        try auth.shard.receive(john)
        #expect(try auth.me(as: .user(john.id.rawValue)).json["name"] == "Johnny")
        #expect(try auth.shard.deadLetters().isEmpty)
        try auth.shard.receive(ImportAccount(id: "u2", name: "Thief", email: "JOHN@example.com", roles: ["king"]))
        #expect(try auth.shard.deadLetters().count == 1)
    }
}
