import AuthAccounts
import AuthService
import AuthSessions
import AuthSignIn
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

/// The EventPass tenant with passwords that hash fast, and the calls a phone makes.
struct AuthHarness {
    let shard: ShardHarness<Auth>
    static let password = "kampala-sunset-27"

    static func definition(_ changes: [String: JSONValue] = [:]) -> TenantDefinition {
        let settings: [String: JSONValue] = [
            "required": ["email"], "defaultRole": "attendee", "registrationRoles": ["attendee", "organizer"],
            "grantableRoles": ["moderator": ["organizer"]], "rolesThatKeepAccount": ["organizer"], "profile": AppProfiles.eventPass,
            "scrypt": ["logN": 4, "r": 8, "p": 1], "oneTimeCodes": ["createsAccounts": true], "fixedCodes": ["+256700123456": "123456"],
        ]
        return TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", phonePrefix: "+256",
                                sandbox: true,
                                roles: ["attendee": [], "organizer": [], "moderator": ["users:manage", "organizers:review"],
                                        "operator": ["platform:operate"]],
                                settings: ["auth": .object(settings.merging(changes) { _, new in new })])
    }

    init(_ changes: [String: JSONValue] = [:]) throws { shard = try ShardHarness(Auth.self, definition: Self.definition(changes)) }

    init(_ definition: TenantDefinition) throws { shard = try ShardHarness(Auth.self, definition: definition) }

    func sealed(_ text: String) throws -> JSONValue { try shard.sealed(text) }

    @discardableResult
    func register(_ email: String = "john@example.com", _ more: [String: JSONValue] = [:], id: String? = nil) throws -> Reply {
        let body: [String: JSONValue] = ["name": "John Okello", "email": .string(email), "password": try sealed(Self.password)]
        return try #require(try shard.sendThroughPreprocessor(PrepareRegistration.self, .object(body.merging(more) { _, new in new }),
                                                        id: id, attributes: ["user-agent": "EventPassUG/2.1 iOS"]))
    }

    func login(_ identifier: String = "john@example.com", _ password: String = Self.password, push: String? = nil) throws -> Reply {
        var body: [String: JSONValue] = ["login": .string(identifier), "password": try sealed(password)]
        if let push { body["fcmToken"] = .string(push) }
        return try #require(try shard.sendThroughPreprocessor(VerifyPassword.self, .object(body), attributes: ["user-agent": "Pixel 9"]))
    }

    func refresh(_ token: String) throws -> Reply {
        try #require(try shard.sendThroughPreprocessor(OpenRefreshToken.self, ["refreshToken": try sealed(token)]))
    }

    func profile(_ change: JSONValue, as principal: Principal) throws -> Reply {
        try #require(try shard.sendThroughPreprocessor(PrepareProfile.self, change, as: principal))
    }

    func me(as principal: Principal) throws -> Reply { try shard.ask(MyAccount.self, as: principal) }

    /// Whom an access token makes of its bearer, as the gateway reads it.
    func principal(_ signedIn: Reply) throws -> Principal {
        let token = try #require(signedIn.json["token"]?.string)
        let claims = try AuthHarness.claims(token)
        return Principal(userID: User.ID(claims.sub), roles: claims.roles, sessionID: claims.sid)
    }

    /// The payload of a token; the signature is checked where a test is about it.
    static func claims(_ token: String) throws -> AccessClaims {
        let parts = token.split(separator: ".")
        return try JSON.decode(AccessClaims.self, from: try #require(Base64URL.decode(parts[1])))
    }
}

extension ShardHarness {
    /// Everything that went to a public topic, as text.
    func events() throws -> [String] {
        try file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT value FROM souk_outbox WHERE topic = ? ORDER BY position",
                             arguments: [Topics.events(Service.name)])
                .map { String(decoding: $0[0] as Data, as: UTF8.self) }
        }
    }
}

extension Reply {
    var slug: String? { json["slug"]?.string }
    /// Names of the failing fields of a 422, sorted.
    var failingFields: [String] { (json["errors"]?.object ?? [:]).keys.sorted() }
}
