import AuthAccounts
import AuthService
import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Fields of an app") struct ProfileFieldTests {
    private func me(_ auth: AuthHarness, _ principal: Principal) throws -> JSONValue { try auth.me(as: principal).json }

    @Test("A list of objects is checked member by member, replaced as a whole, and gets ids that stay")
    func lists() throws {
        let auth = try AuthHarness(["profile": AppProfiles.sofra])
        let home: [String: JSONValue] = ["label": " Home ", "line": "King Fahd Road 1", "location": ["lat": 24.7, "lng": 46]]
        let layla = try auth.principal(try auth.register("layla@example.com", ["addresses": [.object(home)], "photoId": "p-1"]))
        let first = try me(auth, layla)
        let id = try #require(first["addresses"]?.array?.first?["id"]?.string)
        #expect(first["addresses"] == [.object(home.merging(["label": "Home", "id": .string(id)]) { _, new in new })])
        #expect(first["photoId"] == "p-1")
        let two: JSONValue = [.object(home.merging(["id": .string(id), "details": "2nd floor"]) { _, new in new }), .object(home)]
        let changed = try #require(try auth.profile(["addresses": two], as: layla).json["addresses"]?.array)
        #expect(changed.count == 2 && changed[0]["id"]?.string == id && changed[1]["id"]?.string != id)
        #expect(changed[0]["details"] == "2nd floor")
        let bad: JSONValue = ["addresses": [["label": "", "line": 7, "location": ["lat": 91]]], "photoId": .null]
        #expect(try auth.profile(bad, as: layla).failingFields
            == ["addresses.0.label", "addresses.0.line", "addresses.0.location.lat", "addresses.0.location.lng"])
        #expect(try auth.profile(["addresses": .array(Array(repeating: .object(home), count: 11))], as: layla).failingFields
            == ["addresses"])
        #expect(try auth.profile(["addresses": .array(Array(repeating: .object(home), count: 10))], as: layla).status == 200)
        let cleared = try auth.profile(["photoId": .null, "addresses": []], as: layla).json
        #expect(cleared["photoId"] == .null && cleared["addresses"] == [])
    }

    @Test("A value that nobody sent is the declared one, also in events; null and absence keep what is there")
    func defaults() throws {
        let auth = try AuthHarness(["profile": AppProfiles.autoFill])
        let ann = try auth.principal(try auth.register("ann@example.com"))
        #expect(try me(auth, ann)["marketingOptIn"] == false)
        #expect(try auth.shard.published(UserRegistered.self).map { $0.profile["marketingOptIn"] } == [false])
        #expect(try auth.profile(["marketingOptIn": true], as: ann).json["marketingOptIn"] == true)
        #expect(try auth.profile(["marketingOptIn": .null, "name": "Ann L."], as: ann).json["marketingOptIn"] == true)
        let wrong = try auth.profile(["marketingOptIn": "yes"], as: ann)
        #expect(wrong.json["errors"] == ["marketingOptIn": ["must be true or false"]])
        #expect(try auth.shard.published(UserUpdated.self).map { $0.profile["marketingOptIn"] } == [true, true])
        #expect(try auth.register("bob@example.com", ["marketingOptIn": true]).json["user"]?["marketingOptIn"] == true)
    }

    @Test("A number outside another setting's list is refused in the app's own words")
    func choices() throws {
        var definition = AuthHarness.definition(["profile": AppProfiles.peez])
        definition.settings["catalog"] = ["shops": ["neighborhoods": [["id": 1], ["id": 2]]]]
        let shard = try ShardHarness(Auth.self, definition: definition)
        func register(_ value: JSONValue) throws -> Reply {
            let body: JSONValue = ["name": "Samir Benali", "email": "s@example.com", "password": try shard.sealed(AuthHarness.password),
                "neighborhoodId": value]
            return try #require(try shard.sendThroughPreprocessor(PrepareRegistration.self, body))
        }
        #expect(try register(3).json["errors"] == ["neighborhoodId": ["is not a neighbourhood of this app"]])
        #expect(try register("2").json["errors"] == ["neighborhoodId": ["must be a whole number"]])
        #expect(try register(2).json["user"]?["neighborhoodId"] == 2)
    }

    @Test("A field is asked for, seen and changed by whom its declaration names")
    func rights() throws {
        let auth = try AuthHarness(["profile": [
            ["name": "nickname", "required": true, "max": 12, "edited": "registration"],
            ["name": "note", "seenBy": ["managers"], "edited": "never"],
            ["name": "secret", "seenBy": ["owner"], "pattern": "[a-z]+"],
        ]])
        #expect(try auth.register().json["errors"] == ["nickname": ["is required"]])
        #expect(try auth.register("j@example.com", ["nickname": "Joe", "secret": "A1"]).json["errors"]
            == ["secret": ["does not have the right form"]])
        let john = try auth.principal(try auth.register("john@example.com", ["nickname": "Joe", "note": "vip", "secret": "abc"]))
        #expect(try auth.profile(["nickname": "Jim"], as: john).json["nickname"] == "Joe")
        let own = try me(auth, john)
        #expect(own["note"] == nil && own["secret"] == "abc")
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"],
            profile: ["note": "staff", "shoeSize": 42]))
        let seen = try auth.shard.ask(UserList.self, ["search": "mod@"], as: .user("mod", roles: ["moderator"])).json["data"]?.array?.first
        #expect(seen?["note"] == "staff" && seen?["secret"] == nil && seen?["shoeSize"] == nil)
    }

    @Test("Erasing removes the fields; only what says nothing about a person may stay")
    func erasure() throws {
        let auth = try AuthHarness(["profile": [["name": "nickname"], ["name": "source", "personal": false, "erased": "kept"]]])
        let john = try auth.principal(try auth.register("john@example.com", ["nickname": "Joe", "source": "poster"]))
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: john)?.status == 204)
        #expect(try auth.shard.file.pool.read { try String.fetchAll($0, sql: "SELECT profile FROM account") } == [#"{"source":"poster"}"#])
        let check = try #require(Auth.contents.plugins.first { $0.name == "password" }).check
        let definition = AuthHarness.definition(["profile": [["name": "nickname", "erased": "kept"]]])
        #expect(check(definition.settings["auth"] ?? nil, definition).map(\.path) == ["profile.0.erased"])
    }

    @Test("Mistakes in a declaration are named where they are", arguments: [
        (["name": "email"], "profile.0.name"), (["name": "shoe_size"], "profile.0.name"),
        (["name": "a", "kind": "given", "prefix": "X"], "profile.0.prefix"),
        (["name": "a", "kind": "counted", "prefix": "x"], "profile.0.prefix"),
        (["name": "a", "kind": "applied", "states": ["x", "y"]], "profile.0.roles"),
        (["name": "a", "kind": "reviewed"], "profile.0.states"), (["name": "a", "kind": "account"], "profile.0.fact"),
        (["name": "a", "kind": "account", "fact": "age"], "profile"), (["name": "a", "type": "integer", "oneOf": ["x"]], "profile.0.oneOf"),
        (["name": "a", "oneOf": ["setting": "catalog.nothing", "member": "id"]], "profile.0.oneOf"),
        (["name": "a", "pattern": "("], "profile.0.pattern"),
        (["name": "a", "type": "list"], "profile.0.items"), (["name": "a", "type": "object"], "profile.0.fields"),
        (["name": "a", "type": "boolean", "default": "no"], "profile.0.default"), (["name": "a", "min": 3, "max": 2], "profile.0.max"),
        (["name": "a", "type": "date", "birthDate": true, "published": true], "profile.0.published"),
        (["name": "a", "lockedBy": ["field": "b", "value": "x", "message": "No."]], "profile.0.lockedBy"),
    ] as [(JSONValue, String)])
    func mistakes(_ field: JSONValue, _ path: String) throws {
        let check = try #require(Auth.contents.plugins.first { $0.name == "password" }).check
        let definition = AuthHarness.definition(["profile": [field]])
        #expect(check(definition.settings["auth"] ?? nil, definition).map(\.path).contains(path))
    }

    @Test("The fields of the five apps are good declarations, and say what their routes take and answer")
    func schemas() throws {
        let password = try #require(Auth.contents.plugins.first { $0.name == "password" })
        for profile in [AppProfiles.eventPass, AppProfiles.peez, AppProfiles.sofra, AppProfiles.autoFill, []] {
            var definition = AuthHarness.definition(["profile": profile])
            definition.settings["catalog"] = ["shops": ["neighborhoods": [["id": 1]]]]
            #expect(password.check(definition.settings["auth"] ?? nil, definition).map(\.message) == [])
            #expect(password.fields(definition)["auth.user"]?.count == profile.array?.count)
        }
        var definition = AuthHarness.definition(["profile": AppProfiles.peez])
        definition.fields = password.fields(definition).mapValues { .object($0.mapValues(\.json)) }
        func body(_ path: String) throws -> JSONValue? {
            try #require(Auth.contents.routes.first { $0.path == path }).body?.withFields(of: definition).json["properties"]
        }
        #expect(try body("/auth/register")?["neighborhoodId"] == ["type": "integer"])
        #expect(try body("/auth/profile")?["neighborhoodId"] == ["type": ["integer", "null"]])
        #expect(try body("/auth/register")?["membershipId"] == nil)
        let answer = try #require(Auth.contents.routes.first { $0.path == "/auth/register" }).answer
        let user = answer?.withFields(of: definition).json["properties"]?["user"]
        #expect(user?["properties"]?["memberSince"] == ["type": "string", "format": "date"] && user?["x-souk-fields"] == nil)
    }
}
