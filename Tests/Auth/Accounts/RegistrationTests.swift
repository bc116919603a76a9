import AuthAccounts
import AuthService
import Contracts
import Kernel
import Messaging
import Testing
import TestKit

@Suite("Registration") struct RegistrationTests {
    @Test("Registering makes an account, signs in and tells the other services")
    func registers() throws {
        let auth = try AuthHarness()
        let reply = try auth.register("John@Example.com", ["phone": "0772 123 456", "dateOfBirth": "1995-04-12", "locale": "en"])
        #expect(reply.status == 201)
        #expect(reply.isSecret)
        let user = reply.json["user"]
        #expect(user?["email"] == "John@Example.com")
        #expect(user?["phone"] == "+256772123456")
        #expect(user?["role"] == "attendee")
        #expect(user?["emailVerified"] == false)
        #expect(user?["age"] == 31)
        #expect(user?["avatarUrl"] == .null)
        #expect(user?["organizerStatus"] == "not-started")
        #expect(reply.json["expiresIn"] == 900)
        let registered = try #require(try auth.shard.published(UserRegistered.self).first)
        #expect(registered.email == "John@Example.com" && registered.roles == ["attendee"])
        #expect(try auth.shard.published(SessionStarted.self).map(\.method) == ["register"])
        #expect(try auth.me(as: auth.principal(reply)).json["id"] == user?["id"])
    }

    @Test("Every failing field is named at once")
    func allErrors() throws {
        let auth = try AuthHarness()
        let reply = try auth.register("nobody", [
            "name": "J", "phone": "12", "password": try auth.sealed("password123"), "passwordConfirmation": try auth.sealed("password124"),
            "role": "operator", "dateOfBirth": "1899-12-31", "locale": "xx", "timezone": "Mars",
        ])
        #expect(reply.status == 422)
        #expect(reply.slug == "validation-failed")
        #expect(reply.failingFields == ["dateOfBirth", "email", "locale", "name", "passwordConfirmation", "password", "phone", "role",
                                        "timezone"].sorted())
        #expect(try auth.shard.sendThroughPreprocessor(PrepareRegistration.self, [:])?.failingFields == ["email", "name", "password"])
    }

    @Test("A field of another JSON type is named beside those that are wrong otherwise, and says nothing else")
    func otherTypes() throws {
        let auth = try AuthHarness()
        let reply = try auth.register("nobody", ["name": 5, "phone": true, "password": false, "dateOfBirth": 1995, "locale": ["en"]])
        #expect(reply.failingFields == ["dateOfBirth", "email", "locale", "name", "password", "phone"])
        #expect(reply.json["errors"]?["name"] == ["must be text"] && reply.json["errors"]?["password"] == ["must be text"])
        let either = try AuthHarness(["required": [], "registrationRoles": []])
        let odd: JSONValue = ["name": "Ann Lee", "email": 5, "role": 7, "password": try either.sealed(AuthHarness.password)]
        #expect(try either.shard.sendThroughPreprocessor(PrepareRegistration.self, odd)?.failingFields == ["email"])
        let named: JSONValue = ["name": "Ann Lee", "email": "ann@example.com", "role": 7,
                                "password": try either.sealed(AuthHarness.password)]
        #expect(try either.shard.sendThroughPreprocessor(PrepareRegistration.self, named)?.status == 201)
    }

    @Test("An e-mail address belongs to one person, in any case; so does a phone number, in any spelling")
    func unique() throws {
        let auth = try AuthHarness()
        try auth.register("john@example.com", ["phone": "0772123456"])
        let reply = try auth.register("JOHN@example.COM", ["phone": "+256 772 123456", "name": ""])
        #expect(reply.status == 422)
        #expect(reply.failingFields == ["email", "name", "phone"])
    }

    @Test("Two registrations that were checked at the same time: the second is refused in the log")
    func race() throws {
        let auth = try AuthHarness()
        let body: [String: JSONValue] = ["name": "John Okello", "email": "john@example.com",
                                         "passwordHash": "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA"]
        let value = String(decoding: try JSON.encode(JSONValue.object(body)), as: UTF8.self)
        let first = try auth.shard.send(raw: value, type: RegisterAccount.type)
        let second = try auth.shard.send(raw: value, type: RegisterAccount.type)
        #expect(first?.status == 201)
        #expect(second?.status == 422 && second?.failingFields == ["email"])
    }

    @Test("Asking for the organizer role starts an application and grants nothing")
    func organizer() throws {
        let auth = try AuthHarness()
        let reply = try auth.register("bob@events.com", ["role": "organizer"])
        #expect(reply.json["user"]?["roles"] == ["attendee"])
        #expect(reply.json["user"]?["organizerStatus"] == "in-progress")
    }

    @Test("A tenant decides which contacts it needs, and whether anybody may register")
    func settings() throws {
        let both = try AuthHarness(["required": ["email", "phone"], "passwordConfirmationRequired": true])
        #expect(try both.register().failingFields == ["passwordConfirmation", "phone"])
        let either = try AuthHarness(["required": []])
        let neither: JSONValue = ["name": "Ann Lee", "password": try either.sealed(AuthHarness.password)]
        #expect(try either.shard.sendThroughPreprocessor(PrepareRegistration.self, neither)?.failingFields == ["email", "phone"])
        let closed = try AuthHarness(["registrationOpen": false])
        #expect(try closed.register().slug == "registration-closed")
    }

    @Test("No password and no token is ever in the log")
    func secrets() throws {
        let auth = try AuthHarness()
        let reply = try auth.register()
        let token = try #require(reply.json["token"]?.string), refresh = try #require(reply.json["refreshToken"]?.string)
        _ = try auth.refresh(refresh)
        for record in auth.shard.log {
            let text = String(decoding: record.value ?? [], as: UTF8.self)
            for secret in [AuthHarness.password, token, refresh] { #expect(!text.contains(secret)) }
        }
    }
}
