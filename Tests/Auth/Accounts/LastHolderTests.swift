import AuthAccounts
import AuthService
import Contracts
import Kernel
import Messaging
import Testing
import TestKit

@Suite("Roles that somebody must always have")
struct LastHolderTests {
    private let auth: AuthHarness

    init() throws {
        var definition = AuthHarness.definition([
            "lastHolders": ["developer"], "rolesThatKeepAccount": [],
            "grantableRoles": ["admin": ["organizer"], "developer": ["organizer", "admin", "developer"]],
        ])
        definition.roles["admin"] = ["users:manage"]
        definition.roles["developer"] = ["users:manage"]
        definition.roles["support"] = ["users:read"]
        auth = try AuthHarness(definition)
        for (id, role) in [("dev", "developer"), ("boss", "admin"), ("sue", "support"), ("john", "attendee")] {
            try auth.shard.receive(ImportAccount(id: User.ID(id), name: id, email: "\(id)@example.com", roles: [role]))
        }
    }
    private func put(_ user: String, _ roles: [String], as who: String, _ role: String) throws -> Reply {
        let list = String(decoding: try JSON.encode(roles), as: UTF8.self)
        return try #require(try auth.shard.send(raw: #"{"userId":"\#(user)","roles":\#(list)}"#, type: ChangeRoles.type,
                                                as: .user(who, roles: [role])))
    }

    @Test("The last one keeps it, for every caller; with a second one it can be taken, and the second is the last then")
    func last() throws {
        #expect(try put("dev", ["attendee"], as: "dev", "developer").slug == "last-developer", "before own-roles")
        #expect(try put("dev", ["developer", "attendee"], as: "dev", "developer").slug == "own-roles")
        #expect(try put("dev", ["attendee"], as: "boss", "admin").status == 403, "who may not take it is told that")
        #expect(try put("john", ["developer"], as: "boss", "admin").status == 403)
        #expect(try put("john", ["attendee", "developer"], as: "dev", "developer").status == 200)
        #expect(try put("dev", ["attendee"], as: "dev", "developer").slug == "own-roles")
        #expect(try put("dev", ["attendee"], as: "john", "developer").status == 200)
        #expect(try put("john", ["attendee"], as: "john", "developer").slug == "last-developer")
    }

    @Test("The last one cannot leave either")
    func erasure() throws {
        let kept = try #require(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: .user("dev", roles: ["developer"])))
        #expect(kept.status == 409 && kept.slug == "last-developer")
        #expect(try put("john", ["attendee", "developer"], as: "dev", "developer").status == 200)
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: .user("dev", roles: ["developer"]))?.status == 204)
        #expect(try auth.shard.send(raw: "{}", type: EraseAccount.type, as: .user("john", roles: ["developer"]))?.slug == "last-developer")
    }

    @Test("Where an app has users:read, its holders list accounts and change none")
    func reading() throws {
        let sue = Principal.user("sue", roles: ["support"])
        #expect(try auth.shard.ask(UserList.self, as: sue).json["meta"]?["total"] == 4)
        #expect(try put("john", ["organizer"], as: "sue", "support").status == 403)
        #expect(try auth.shard.ask(UserList.self, as: .user("john", roles: ["attendee"])).status == 403)
    }
}
