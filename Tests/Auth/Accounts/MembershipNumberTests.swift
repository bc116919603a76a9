import AuthAccounts
import AuthService
import AuthSignIn
import Contracts
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Members")
struct MembershipNumberTests {
    private static let settings: [String: JSONValue] = [
        "required": ["email", "phone"], "registrationRoles": [], "passwordConfirmationRequired": true,
        "phonePattern": "\\+213[567][0-9]{8}", "profile": AppProfiles.peez,
        "tokenProfile": ["membershipId", "registeredAt", "name", "email", "phone"], "defaultRole": "member",
        "scrypt": ["logN": 4, "r": 8, "p": 1],
        "lockout": ["failuresMax": 5, "windowSeconds": 900, "firstWaitSeconds": 30, "longestWaitSeconds": 900],
    ]
    private static let definition = TenantDefinition(
        tenant: "peez", name: "PEEZ", json: .snakeCase, currency: .dzd, timezone: "Africa/Algiers", languages: ["fr", "ar"],
        phonePrefix: "+213", sandbox: true,
        roles: ["member": [], "vendor": []], plugins: ["auth": ["password"]],
        settings: ["auth": .object(settings), "catalog": ["shops": ["neighborhoods": [["id": 1], ["id": 2], ["id": 3]]]]])
    private let shard: ShardHarness<Auth>
    init() throws {
        shard = try ShardHarness(Auth.self, definition: Self.definition, now: Timestamp("2026-11-21T23:30:00Z") ?? .distantPast)
    }

    private func register(_ email: String, _ phone: String, _ more: [String: JSONValue] = [:]) throws -> Reply {
        let password = try shard.sealed("oran-31-corniche")
        let body: [String: JSONValue] = ["name": "Samir Benali", "email": .string(email), "phone": .string(phone), "password": password,
                                         "passwordConfirmation": password]
        return try #require(try shard.sendThroughPreprocessor(PrepareRegistration.self, .object(body.merging(more) { _, new in new })))
    }

    @Test("Numbers count registrations under the local date, and are never given again")
    func numbers() throws {
        let first = try register("samir@example.com", "0661 20 30 40", ["neighborhoodId": 2, "termsAccepted": true, "role": "vendor"])
        #expect(first.status == 201)
        let user = try #require(first.json["user"])
        #expect((user["membershipId"], user["memberSince"], user["phone"], user["neighborhoodId"]) == ("PEEZ-20261122-00001", "2026-11-22",
            "+213661203040", 2))
        #expect((user["uuid"], user["role"]) == (user["id"], "member"))
        let token = try AuthHarness.claims(try #require(first.json["token"]?.string))
        #expect(token.profile?["membershipId"] == "PEEZ-20261122-00001")
        #expect(token.profile?["email"] == "samir@example.com")
        let told = try #require(try shard.published(UserRegistered.self).first)
        #expect((told.profile["membershipId"], told.profile["neighborhoodId"], told.registeredAt?.description)
            == ("PEEZ-20261122-00001", 2, "2026-11-21T23:30:00Z"))
        let principal = Principal(userID: told.userId, roles: ["member"], sessionID: token.sid)
        #expect(try shard.send(raw: "{}", type: EraseAccount.type, as: principal)?.status == 204)
        #expect(try register("lina@example.com", "+213 7.70-(10)20 30").json["user"]?["membershipId"] == "PEEZ-20261122-00002")
        #expect(try register("lina@example.com", "0770102030").failingFields == ["email", "phone"])
    }

    @Test("A number of another country, a landline or half a number is refused", arguments: [
        "+33612345678", "0412345678", "066120304", "06612030401", "661203040", "abc", "+2130661203040",
    ])
    func phones(_ phone: String) throws { #expect(try register("x@example.com", phone).failingFields == ["phone"]) }

    @Test("Ways to write one number are one number",
          arguments: ["0661203040", "+213661203040", "00213661203040", "0661.20.30.40", "(0661) 20-30-40", "+213 661 20 30 40"])
    func spellings(_ phone: String) throws { #expect(try register("x@example.com", phone).json["user"]?["phone"] == "+213661203040") }

    @Test("Terms that are sent must be accepted, a neighbourhood must exist, the password is said twice")
    func forms() throws {
        #expect(try register("x@example.com", "0661203040", ["termsAccepted": false, "neighborhoodId": 4, "passwordConfirmation": .null])
            .failingFields
                == ["neighborhoodId", "passwordConfirmation", "termsAccepted"])
        let common = try shard.sealed("password123")
        #expect(try register("x@example.com", "0661203040", ["password": common, "passwordConfirmation": common]).failingFields
            == ["password"])
    }

    @Test("A neighbourhood can be changed and cleared")
    func neighborhood() throws {
        let signedIn = try register("x@example.com", "0661203040", ["neighborhoodId": 1])
        let claims = try AuthHarness.claims(try #require(signedIn.json["token"]?.string))
        let principal = Principal(userID: User.ID(claims.sub), roles: ["member"], sessionID: claims.sid)
        func change(_ value: JSONValue) throws -> Reply {
            try #require(try shard.sendThroughPreprocessor(PrepareProfile.self, ["neighborhoodId": value], as: principal))
        }
        #expect(try change(3).json["neighborhoodId"] == 3)
        #expect(try change(9).failingFields == ["neighborhoodId"])
        #expect(try change(.null).json["neighborhoodId"] == .null)
        #expect(try shard.published(UserUpdated.self).map { $0.profile["neighborhoodId"] } == [3, nil])
    }

    @Test("A phone number signs in through the field for e-mail addresses")
    func login() throws {
        _ = try register("x@example.com", "0661203040")
        let body: JSONValue = ["email": "0661 20 30 40", "password": try shard.sealed("oran-31-corniche")]
        #expect(try shard.sendThroughPreprocessor(VerifyPassword.self, body)?.status == 200)
    }

    @Test("An imported account keeps its number; a taken one gets the next")
    func imported() throws {
        for (id, number) in [("a", 2), ("b", 2), ("c", 1)] {
            try shard.receive(ImportAccount(id: User.ID(id), name: "Ahmed", email: "\(id)@example.com", roles: ["member"],
                                            registrationNumber: number, createdAt: Timestamp("2025-11-03T09:00:00Z")))
        }
        #expect(try shard.published(UserRegistered.self).map { $0.profile["membershipId"] }
            == ["PEEZ-20251103-00002", "PEEZ-20251103-00003", "PEEZ-20251103-00001"])
    }
}
