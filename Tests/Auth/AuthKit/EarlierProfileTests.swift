import AuthAccounts
import AuthService
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Testing
import TestKit

@Suite("Fields of an app, from before they were declared") struct EarlierProfileTests {
    /// Settings that an earlier release wrote into logs and onto `platform.tenants`.
    private static let settings: JSONValue = [
        "required": ["email"], "defaultRole": "attendee", "registrationRoles": ["attendee", "organizer"],
        "rolesByApplication": ["organizer"],
        "profileFields": ["dateOfBirth", "age", "avatarUrl", "activeRole", "identityStatus", "organizerStatus", "membershipId",
            "neighborhoodId"],
        "membershipNumbers": ["prefix": "OLD"], "scrypt": ["logN": 4, "r": 8, "p": 1],
    ]

    @Test("A definition of an earlier release means what it meant; as a file it is refused with the new place")
    func definitions() throws {
        var definition = AuthHarness.definition()
        definition.settings = ["auth": Self.settings, "catalog": ["shops": ["neighborhoods": [["id": 1]]]]]
        let shard = try ShardHarness(Auth.self, definition: definition)
        let body: JSONValue = ["name": "Bob Events", "email": "bob@example.com", "password": try shard.sealed(AuthHarness.password),
            "role": "organizer",
                               "dateOfBirth": "1995-04-12", "neighborhoodId": 1]
        let user = try #require(try shard.sendThroughPreprocessor(PrepareRegistration.self, body)?.json["user"])
        #expect((user["dateOfBirth"], user["age"], user["neighborhoodId"]) == ("1995-04-12", 31, 1))
        #expect((user["identityStatus"], user["organizerStatus"], user["membershipId"])
            == ("unverified", "in-progress", "OLD-20261121-00001"))
        let event = try #require(try shard.published(UserRegistered.self).first)
        #expect(event.profile == ["membershipId": "OLD-20261121-00001", "neighborhoodId": 1])
        let check = try #require(Auth.contents.plugins.first { $0.name == "password" }).check
        #expect(check(Self.settings, definition).map(\.path) == ["profileFields", "membershipNumbers", "rolesByApplication"])
    }

    @Test("Rows of an earlier release keep what their columns said; the columns say it no more")
    func rows() throws {
        let folder = NSTemporaryDirectory() + "souk-profile-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = Auth.contents.migrations
        let old = try ShardFile(path: folder + "/p0.sqlite", migrations: Array(migrations.prefix { $0.name != "0007_MoveProfileFields" }))
        try old.pool.write { db in
            try db.execute(sql: """
                INSERT INTO account (tenant, id, name, credential_version, created_at, date_of_birth, registration_number, membership_id,
                    neighborhood_id)
                VALUES ('t', 'a', 'Ann', 1, 1, '1995-04-12', 7, 'OLD-7', 3), ('t', 'b', 'Bob', 1, 1, NULL, NULL, NULL, NULL);
                INSERT INTO identity_check VALUES ('t', 'a', 'verified');
                INSERT INTO organizer_application VALUES ('t', 'b', 'in-review');
                """)
        }
        old.close()
        let new = try ShardFile(path: folder + "/p0.sqlite", migrations: migrations)
        defer { new.close() }
        let texts = try new.pool.read { try String.fetchAll($0, sql: "SELECT profile FROM account ORDER BY id") }
        let profiles = try texts.map { try JSON.decode(JSONValue.self, from: $0.utf8) }
        #expect(profiles == [
            ["dateOfBirth": "1995-04-12", "membershipId": "OLD-7", "neighborhoodId": 3, "identityStatus": "verified"],
            ["organizerStatus": "in-review"],
        ])
        #expect(try new.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account WHERE date_of_birth IS NOT NULL") } == 0)
        #expect(try new.pool.read { try Int.fetchOne($0, sql: "SELECT registration_number FROM account WHERE id = 'a'") } == 7)
        let columns = try new.pool.read { try $0.columns(in: "account").map(\.name) }
        #expect(columns.filter { ["membership_id", "neighborhood_id"].contains($0) } == [])
        let checks = try new.pool.read { try String.fetchAll($0, sql: "SELECT user_id || ' ' || status FROM identity_check") }
        let applications = try new.pool.read {
            try String.fetchAll($0, sql: "SELECT user_id || ' ' || status || ' ' || submitted_at FROM organizer_application")
        }
        #expect(checks == ["a verified"] && applications == ["b in-review 1"])
    }

    @Test("Commands of an earlier release that are still in a log are read as they were written")
    func commands() throws {
        let auth = try AuthHarness()
        let register = #"""
            {"name":"John Okello","email":"john@example.com","dateOfBirth":"1995-04-12",
             "passwordHash":"$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA"}
            """#
        let reply = try #require(try auth.shard.send(raw: register, type: RegisterAccount.type))
        #expect(reply.json["user"]?["dateOfBirth"] == "1995-04-12")
        let john = try auth.principal(reply)
        #expect(try auth.shard.send(raw: #"{"cleared":["phone"],"dateOfBirth":"1996-04-12"}"#, type: UpdateProfile.type,
            as: john)?.json["dateOfBirth"] == "1996-04-12")
        let text = #"{"dateOfBirth":"1990-01-01","emailVerified":true,"id":"u9","identityStatus":"verified","name":"Ann","#
            + #""phoneVerified":true,"roles":["attendee"]}"#
        let message = try JSON.decode(ImportAccount.self, from: text.utf8)
        #expect(String(decoding: try JSON.encode(message), as: UTF8.self) == text)
        try auth.shard.receive(message)
        #expect(try auth.me(as: .user("u9")).json["identityStatus"] == "verified")
    }
}
