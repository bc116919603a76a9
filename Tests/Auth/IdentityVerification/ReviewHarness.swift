import AuthCodes
import AuthIdentityVerification
import AuthOrganizerApplication
import AuthService
import Contracts
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

/// The EventPass tenant with documents and applications, John who applies and a moderator.
struct ReviewHarness {
    let auth: AuthHarness
    let john: Principal
    static let moderator = Principal.user("mod", roles: ["moderator"])
    static let number = "CM90012345A9XK"

    static func definition(review: String = "auto", terms: String = "2") -> TenantDefinition {
        var definition = AuthHarness.definition([
            "identityVerification": ["field": "identityStatus",
                                     "documents": [["type": "national_id", "pattern": "C[MF][0-9]{2}[0-9A-Z]{10}"]], "checkSeconds": 5],
            "organizerApplication": ["role": "organizer", "review": .string(review)],
        ])
        definition.settings["catalog"] = ["legal": ["organizerTerms": .string(terms)]]
        definition.plugins = ["auth": ["identity-verification", "organizer-application"], "payments-stub": ["mtn_momo", "airtel_money"]]
        return definition
    }

    init(review: String = "auto") throws {
        auth = try AuthHarness(Self.definition(review: review))
        try auth.shard.know(sealingKeyOf: "payments-stub")
        try auth.shard.receive(ImportAccount(id: "mod", name: "Mod", email: "mod@eventpass.ug", roles: ["moderator"]))
        john = try auth.principal(try auth.register("john@example.com", ["role": "organizer"]))
        try auth.shard.markSeen()
    }

    var shard: ShardHarness<Auth> { auth.shard }

    func identity(_ number: String = number, type: String = "national_id", name: String = "John Okello",
                  as user: Principal? = nil) throws -> Reply {
        let body: JSONValue = ["documentType": .string(type), "documentNumber": try auth.sealed(number), "fullName": try auth.sealed(name)]
        return try #require(try shard.sendThroughPreprocessor(PrepareIdentity.self, body, as: user ?? john))
    }
    func myIdentity(_ user: Principal? = nil) throws -> JSONValue { try shard.ask(MyIdentity.self, as: user ?? john).json }
    func decideIdentity(_ decision: String, reason: String? = nil, of user: User.ID, as who: Principal = moderator) throws -> Reply {
        var body: [String: JSONValue] = ["userId": .string(user.rawValue), "decision": .string(decision)]
        if let reason { body["reason"] = .string(reason) }
        return try send(DecideIdentity.type, .object(body), as: who)
    }

    func step(_ type: MessageType, _ body: JSONValue, as user: Principal? = nil) throws -> Reply { try send(type, body, as: user ?? john) }
    func profile(_ name: String = "John Live", as user: Principal? = nil) throws -> Reply {
        try step(KeepApplicationProfile.type, ["organizationName": .string(name), "bio": "Concerts and fairs in Kampala since 2015.",
                                               "website": "https://john.example.com/live"], as: user)
    }
    func contact(isPublic: Bool = false, as user: Principal? = nil) throws -> Reply {
        try step(KeepApplicationContact.type,
                 ["email": "live@example.com", "phone": "0772 123 456", "publicContact": .bool(isPublic)], as: user)
    }
    func payout(_ body: [String: JSONValue]? = nil, as user: Principal? = nil) throws -> Reply {
        let usual: [String: JSONValue] = ["type": "bank", "bankName": "Stanbic", "accountNumber": try auth.sealed("9030001234567"),
                                          "accountName": "John Okello"]
        return try #require(try shard.sendThroughPreprocessor(PrepareApplicationPayout.self, .object(body ?? usual), as: user ?? john))
    }
    func terms(_ version: String = "2", accepted: Bool = true, as user: Principal? = nil) throws -> Reply {
        try step(AcceptTerms.type, ["accepted": .bool(accepted), "version": .string(version)], as: user)
    }
    func submit(_ user: Principal? = nil) throws -> Reply { try send(SubmitApplication.type, [:], as: user ?? john) }
    func decide(_ decision: String, _ reason: String = "We looked at it.", of user: User.ID? = nil,
                as who: Principal = moderator) throws -> Reply {
        try send(DecideApplication.type, ["userId": .string((user ?? john.userID).rawValue), "decision": .string(decision),
                                          "reason": .string(reason)], as: who)
    }
    func application(_ user: Principal? = nil) throws -> JSONValue { try shard.ask(MyApplication.self, as: user ?? john).json }
    func me(_ user: Principal? = nil) throws -> JSONValue { try auth.me(as: user ?? john).json }

    /// Every step but the identity, and an e-mail address that is John's.
    func fill() throws {
        for reply in [try profile(), try contact(), try payout(), try terms()] { #expect(reply.status == 200, "\(reply.json)") }
        try verifyEmail()
    }
    func verifyEmail() throws {
        try shard.know(sealingKeyOf: "notifications")
        _ = try send(RequestContactCode.type, ["contact": "email"], as: john)
        let issued = try #require(try shard.published(OneTimeCodeIssued.self).last)
        let text = try JSON.decode(OneTimeCodeText.self, from: Array(try shard.opened(issued.sealed).utf8))
        let proved = try shard.sendThroughPreprocessor(
            OpenContactCode.self, ["contact": "email", "code": try auth.sealed(text.code)], as: john)
        #expect(proved?.json["emailVerified"] == true)
    }

    private func send(_ type: MessageType, _ body: JSONValue, as user: Principal) throws -> Reply {
        try #require(try shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: user))
    }
}
