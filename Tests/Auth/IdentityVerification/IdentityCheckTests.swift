import AuthAccounts
import AuthIdentityVerification
import AuthOrganizerApplication
import AuthService
import Contracts
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Proving who one is")
struct IdentityCheckTests {
    @Test("The sandbox verifies a document after five seconds, and the account, its owner and other services see it")
    func verified() throws {
        let it = try ReviewHarness()
        #expect(try it.myIdentity() == ["documentType": .null, "last4": .null, "status": "unverified"])
        let sent = try it.identity()
        #expect(sent.status == 200 && sent.json == ["documentType": "national_id", "last4": "A9XK", "status": "pending"])
        #expect(try it.me()["identityStatus"] == "pending")
        #expect(try it.identity().slug == "identity-pending")
        try it.shard.advance(by: .seconds(4))
        #expect(try it.myIdentity()["status"] == "pending")
        try it.shard.advance(by: .seconds(1))
        #expect(try it.myIdentity() == ["documentType": "national_id", "last4": "A9XK", "status": "verified"])
        #expect(try it.me()["identityStatus"] == "verified")
        #expect(try it.identity().slug == "already-verified")
        let told = try it.shard.published(IdentityDecided.self)
        #expect(told.map(\.status) == ["verified"] && told.first?.reason == nil)
        #expect(try it.shard.timers().isEmpty)
    }

    @Test("A number that ends with Z is rejected, and another document may be sent")
    func mismatch() throws {
        let it = try ReviewHarness()
        _ = try it.identity("CM90012345A9XZ")
        try it.shard.advance(by: .seconds(5))
        #expect(try it.myIdentity() == ["documentType": "national_id", "last4": "A9XZ", "status": "rejected",
                                        "reason": "document-mismatch"])
        #expect(try it.identity().json["status"] == "pending")
        #expect(try it.myIdentity()["reason"] == nil)
        try it.shard.advance(by: .seconds(5))
        #expect(try it.me()["identityStatus"] == "verified")
        #expect(try it.shard.published(IdentityDecided.self).map(\.reason) == ["document-mismatch", nil])
    }

    @Test("One number belongs to the account that was verified first, until that account is gone")
    func inUse() throws {
        let it = try ReviewHarness()
        let jane = try it.auth.principal(try it.auth.register("jane@example.com"))
        _ = try it.identity()
        try it.shard.advance(by: .seconds(3))
        _ = try it.identity(as: jane)
        try it.shard.advance(by: .seconds(5))
        #expect(try it.me()["identityStatus"] == "verified")
        #expect(try it.myIdentity(jane)["reason"] == "identity-in-use")
        #expect(try it.shard.send(raw: "{}", type: EraseAccount.type, as: it.john)?.status == 204)
        _ = try it.identity(as: jane)
        try it.shard.advance(by: .seconds(5))
        #expect(try it.myIdentity(jane)["status"] == "verified")
        #expect(try it.shard.count(of: "identity_check") == 1)
    }

    @Test("A number that ends with Y waits for a moderator, who verifies one of two accounts with it, or says why not")
    func moderated() throws {
        let it = try ReviewHarness()
        let jane = try it.auth.principal(try it.auth.register("jane@example.com"))
        for user in [it.john, jane] { _ = try it.identity("CF90012345A9XY", as: user) }
        try it.shard.advance(by: .days(3))
        #expect(try it.myIdentity()["status"] == "pending")
        #expect(try it.decideIdentity("verify", of: it.john.userID, as: jane).status == 403)
        #expect(try it.decideIdentity("reject", of: it.john.userID).failingFields == ["reason"])
        #expect(try it.decideIdentity("verify", of: "nobody").status == 404)
        #expect(try it.decideIdentity("verify", of: "mod").slug == "own-roles", "it could approve an application")
        let kim = try it.auth.principal(try it.auth.register("kim@example.com"))
        #expect(try it.decideIdentity("verify", of: kim.userID).slug == "identity-state")
        let verified = try it.decideIdentity("verify", of: it.john.userID)
        #expect(verified.status == 200 && verified.json == ["userId": .string(it.john.userID.rawValue), "status": "verified"])
        #expect(try it.decideIdentity("verify", of: it.john.userID).slug == "identity-state")
        #expect(try it.decideIdentity("verify", of: jane.userID).slug == "identity-in-use")
        #expect(try it.myIdentity(jane)["status"] == "pending")
        let rejected = try it.decideIdentity("reject", reason: "Another name is on it.", of: jane.userID)
        #expect(rejected.json["reason"] == "Another name is on it.")
        #expect(try it.myIdentity(jane)["reason"] == "Another name is on it.")
    }

    @Test("A moderator who is faster than the check decides")
    func faster() throws {
        let it = try ReviewHarness()
        _ = try it.identity("CM90012345A9XZ")
        #expect(try it.decideIdentity("verify", of: it.john.userID).status == 200)
        try it.shard.advance(by: .minutes(1))
        #expect(try it.myIdentity()["status"] == "verified")
        #expect(try it.shard.published(IdentityDecided.self).count == 1)
    }

    @Test("What does not look like a document is refused with every field that failed", arguments: [
        "cm90012345a9xk", "CM9001234", "CX90012345A9XK", "CM90012345A9XKK", "", "CM90012345A9X'",
    ])
    func invalid(_ number: String) throws {
        let it = try ReviewHarness()
        #expect(try it.identity(number, type: "passport", name: "J").failingFields == ["documentNumber", "documentType", "fullName"])
        #expect(try it.identity(number, name: "J").failingFields == ["documentNumber", "fullName"])
        #expect(try it.identity(type: "passport", name: "J").failingFields == ["documentType", "fullName"])
        #expect(try it.shard.count(of: "identity_check") == 0)
    }

    @Test("Neither a topic nor a table holds the number of a document or the name on it; another tenant's digest differs")
    func secret() throws {
        let it = try ReviewHarness()
        _ = try it.identity(name: "Johannes Secretus Okello")
        try it.shard.advance(by: .seconds(5))
        #expect(try it.shard.columns(holding: ReviewHarness.number).isEmpty)
        #expect(try it.shard.columns(holding: "Secretus").isEmpty)
        let list = try it.shard.ask(ApplicationList.self, as: ReviewHarness.moderator).json["data"]?.array
        #expect(list?.first?["identity"]?["fullName"] == "Johannes Secretus Okello")
    }

    @Test("Where money is real, no document is verified by its letters: a moderator looks at each")
    func realMoney() throws {
        var definition = ReviewHarness.definition()
        definition.sandbox = false
        let auth = try AuthHarness(definition)
        let john = try auth.principal(try auth.register())
        let body: JSONValue = ["documentType": "national_id", "documentNumber": try auth.sealed(ReviewHarness.number),
                               "fullName": try auth.sealed("John Okello")]
        #expect(try auth.shard.sendThroughPreprocessor(PrepareIdentity.self, body, as: john)?.json["status"] == "pending")
        #expect(try auth.shard.timers().isEmpty)
    }

    @Test("A verified person may say the date of birth once, and change it no more")
    func birthDate() throws {
        let it = try ReviewHarness()
        #expect(try it.auth.profile(["dateOfBirth": "1995-04-11"], as: it.john).status == 200)
        let jane = try it.auth.principal(try it.auth.register("jane@example.com"))
        _ = try it.identity()
        _ = try it.identity("CF90012345A9XK", as: jane)
        try it.shard.advance(by: .seconds(5))
        #expect(try it.auth.profile(["dateOfBirth": "1995-04-12"], as: it.john).slug == "date-of-birth-locked")
        #expect(try it.auth.profile(["dateOfBirth": "1996-04-12"], as: jane).json["dateOfBirth"] == "1996-04-12")
        #expect(try it.auth.profile(["dateOfBirth": "1996-04-13"], as: jane).slug == "date-of-birth-locked")
    }

    @Test("An account that is imported as verified stays so")
    func imported() throws {
        let it = try ReviewHarness()
        try it.shard.receive(ImportAccount(id: "bob", name: "Bob", email: "bob@events.com", roles: ["attendee", "organizer"],
                                           profile: ["identityStatus": "verified", "organizerStatus": "approved"]))
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        #expect(try it.myIdentity(bob)["status"] == "verified")
        #expect(try it.identity(as: bob).slug == "already-verified")
        #expect(try it.application(bob)["status"] == "approved")
        #expect(try it.shard.published(OrganizerUpdated.self) == [OrganizerUpdated(userId: "bob", isSuspended: false, isVerified: true)])
    }
}
