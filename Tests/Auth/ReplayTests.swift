import AuthAccounts
import AuthCodes
import AuthService
import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Replay and shape") struct ReplayTests {
    @Test("The same log gives the same rows, answers included")
    func replay() throws {
        let auth = try AuthHarness()
        try auth.shard.know(sealingKeyOf: "notifications")
        let john = try auth.register("john@example.com", ["fcmToken": "device-1", "role": "organizer"])
        _ = try auth.shard.send(raw: #"{"phone":"0772123456"}"#, type: RequestSignInCode.type)
        _ = try auth.shard.send(raw: #"{"email":"john@example.com"}"#, type: RequestPasswordReset.type)
        _ = try auth.refresh(try #require(john.json["refreshToken"]?.string))
        for _ in 1...6 { _ = try auth.login("john@example.com", "wrong-password") }
        _ = try auth.profile(["name": "Johnny", "dateOfBirth": "1995-04-12"], as: auth.principal(john))
        try auth.shard.receive(ImportAccount(id: "u2", name: "Jane", email: "jane@example.com", roles: ["attendee"]))
        try auth.shard.advance(by: .hours(1))
        _ = try auth.shard.send(raw: "{}", type: EraseAccount.type, as: auth.principal(john))
        let again = try AuthHarness()
        for record in auth.shard.log { try again.shard.deliver(try Envelope(record)) }
        #expect(try again.shard.fingerprint() == auth.shard.fingerprint())
    }

    @Test("Hot questions use an index")
    func plans() throws {
        let auth = try AuthHarness()
        let queries = [
            "SELECT 1 FROM account WHERE tenant = 't' AND id = 'x' AND erased_at IS NULL",
            "SELECT 1 FROM account WHERE tenant = 't' AND email = 'x' COLLATE NOCASE",
            "SELECT 1 FROM account WHERE tenant = 't' AND phone = 'x'",
            "SELECT 1 FROM session WHERE tenant = 't' AND user_id = 'x' AND ended_at IS NULL ORDER BY created_at",
            "SELECT 1 FROM session WHERE tenant = 't' AND push_token = 'x'", "DELETE FROM session WHERE tenant = 't' AND expires_at < 1",
            "DELETE FROM sign_in_attempt WHERE tenant = 't' AND updated_at < 1",
        ]
        for sql in queries {
            let plan = try auth.shard.file.pool.read {
                try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
            }
            #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") && !$0.hasSuffix("(tenant=?)") }, "\(sql): \(plan)")
        }
    }

    @Test("Every table belongs to tenants")
    func tenants() throws {
        let auth = try AuthHarness()
        try auth.shard.file.pool.read { db in
            let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            let tables = names.filter { name in !["souk_", "sqlite_", "grdb_"].contains { name.hasPrefix($0) } }
            #expect(tables.count >= 8)
            for table in tables { #expect(try db.primaryKey(table).columns.first == "tenant", "\(table)") }
        }
    }

    @Test("Every route names a message this service handles, and what it must say to people")
    func routes() {
        let table = Auth.handlerTable()
        for route in Auth.contents.routes {
            switch route.kind {
            case .command, .upload: #expect(table.handlers[route.message] != nil, "\(route.path)")
            case .query, .download: #expect(table.readers[route.message] != nil, "\(route.path)")
            case .intake: #expect(table.preparers[route.message] != nil, "\(route.path)")
            }
            #expect(route.success == 204 || route.kind == .download || route.answer != nil, "\(route.path)")
        }
    }

    @Test("The settings of the tenant file are checked, mistakes named by their path")
    func settings() throws {
        let check = try #require(Auth.contents.plugins.first { $0.name == "password" }).check
        func paths(_ changes: [String: JSONValue]) -> [String] {
            let definition = AuthHarness.definition(changes)
            return check(definition.settings["auth"] ?? nil, definition).map(\.path).sorted()
        }
        #expect(paths([:]).isEmpty)
        let problems = ["defaultRole", "fixedCodes", "fixedCodes", "scrypt"]
        #expect(paths(["defaultRole": "king", "scrypt": ["logN": 40, "r": 8, "p": 1], "fixedCodes": ["0700": "12"]]) == problems)
        #expect(paths(["profile": [["name": "shoeSize", "type": "leather"]]]) == ["profile.0.type"])
    }
}
