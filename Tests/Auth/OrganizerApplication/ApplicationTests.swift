import AuthAccounts
import AuthOrganizerApplication
import AuthService
import Contracts
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Becoming an organizer")
struct ApplicationTests {
    private static func keys(_ application: JSONValue, done: Bool) -> [String] {
        (application["steps"]?.array ?? []).filter { $0["done"] == .bool(done) }.compactMap { $0["key"]?.string }
    }

    @Test("Five steps, a verified address and a verified identity make an organizer, and everybody concerned hears of it")
    func approved() throws {
        let it = try ReviewHarness()
        let start = try it.application()
        #expect(start["status"] == "in-progress" && start["missing"] == ["profile", "identity", "contact", "payout", "terms"])
        #expect(Self.keys(start, done: false) == ["profile", "identity", "contact", "payout", "terms"])
        #expect(try it.submit().json["members"]?["missing"] == ["profile", "identity", "contact", "payout", "terms"])
        for reply in [try it.profile(), try it.contact(), try it.payout(), try it.terms()] { #expect(reply.status == 200) }
        #expect(try it.submit().slug == "application-incomplete")
        _ = try it.identity()
        #expect(try it.submit().slug == "contact-not-verified")
        try it.verifyEmail()
        let submitted = try it.submit()
        #expect(submitted.status == 200 && submitted.json["status"] == "in-review" && submitted.json["submittedAt"]?.string != nil)
        #expect(try it.me()["organizerStatus"] == "in-review")
        for reply in [try it.submit(), try it.profile(), try it.contact(), try it.payout(), try it.terms()] {
            #expect(reply.slug == "application-state" && reply.json["members"]?["currentStatus"] == "in-review")
        }
        try it.shard.markSeen()
        try it.shard.advance(by: .seconds(5))
        let now = try it.application()
        #expect(now["status"] == "approved" && now["decision"]?["reason"] == "identity-verified" && now["approvedAt"]?.string != nil)
        #expect(try it.me()["roles"] == ["attendee", "organizer"])
        #expect(try it.me()["organizerStatus"] == "approved")
        #expect(try it.shard.published(RolesChanged.self) == [RolesChanged(userId: it.john.userID, roles: ["attendee", "organizer"])])
        #expect(try it.shard.published(OrganizerApplicationDecided.self).map(\.status) == ["approved"])
        let shown = try #require(try it.shard.published(OrganizerUpdated.self).last)
        #expect(shown.isVerified && !shown.isSuspended && shown.name == "John Live" && shown.contact == nil)
        let opened = try #require(try it.shard.published(OpenPayoutAccount.self).first)
        #expect(try it.shard.opened(opened.number) == "9030001234567")
        #expect(opened.accountType == "bank" && opened.bankName == "Stanbic" && opened.accountName == "John Okello")
    }

    @Test("A person with a verified identity is approved with the submission, whose answer is still in-review")
    func atOnce() throws {
        let it = try ReviewHarness()
        _ = try it.identity()
        try it.shard.advance(by: .seconds(5))
        try it.fill()
        #expect(try it.submit().json["status"] == "in-review")
        #expect(try it.application()["status"] == "approved")
    }

    @Test("A rejected identity asks for changes and opens the step again; the next submission is decided by the next document")
    func rejectedIdentity() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity("CM90012345A9XZ")
        #expect(try it.submit().status == 200)
        try it.shard.advance(by: .seconds(5))
        let asked = try it.application()
        #expect(asked["status"] == "needs-changes" && asked["decision"]?["reason"] == "identity-rejected"
            && asked["missing"] == ["identity"])
        #expect(try it.submit().json["members"]?["missing"] == ["identity"])
        _ = try it.identity()
        let again = try it.submit()
        #expect(again.json["status"] == "in-review" && again.json["decision"] == nil)
        try it.shard.advance(by: .seconds(5))
        #expect(try it.me()["organizerStatus"] == "approved")
    }

    @Test("After a moderator said no, nothing is approved without one")
    func moderated() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity("CM90012345A9XY")
        _ = try it.submit()
        #expect(try it.decide("approve", as: it.john).status == 403)
        #expect(try it.decide("approve", "no").failingFields == ["reason"])
        #expect(try it.decide("approve", of: "nobody").status == 404)
        #expect(try it.decide("approve", of: "mod").slug == "own-roles")
        #expect(try it.decide("suspend").slug == "application-state")
        let changed = try it.decide("request-changes", "Tell us more about your events.")
        #expect(changed.json["status"] == "needs-changes" && changed.json["decision"]?["message"] == "Tell us more about your events."
            && changed.json["decision"]?["reason"] == "moderator" && changed.json["name"] == "John Okello")
        _ = try it.submit()
        #expect(try it.decideIdentity("verify", of: it.john.userID).status == 200)
        #expect(try it.application()["status"] == "in-review")
        #expect(try it.decide("reject").json["status"] == "rejected")
        _ = try it.submit()
        #expect(try it.application()["status"] == "in-review")
        #expect(try it.decide("approve").json["status"] == "approved")
        #expect(try it.shard.published(OrganizerUpdated.self).last?.isVerified == true)
    }

    @Test("A decision that is sent again is not answered with the application of an erased person")
    func erasedApplicant() throws {
        let it = try ReviewHarness(review: "moderator")
        try it.fill()
        _ = try it.identity()
        _ = try it.submit()
        let reject: JSONValue = ["userId": .string(it.john.userID.rawValue), "decision": "reject", "reason": "We looked at it."]
        func decide(_ id: String? = nil) throws -> Reply? {
            try it.shard.send(raw: String(decoding: JSON.encode(reject), as: UTF8.self), type: DecideApplication.type,
                              as: ReviewHarness.moderator, id: id)
        }
        #expect(try decide("reject")?.json["contact"]?["email"] == "live@example.com")
        #expect(try it.shard.send(raw: "{}", type: EraseAccount.type, as: it.john)?.status == 204)
        // "Try again": the gateway sends it anew.
        #expect(try decide("reject")?.status == 503 && decide()?.status == 404)
    }

    @Test("A moderator approves without a verified identity; what the check says later changes the mark, not the approval")
    func unverified() throws {
        let it = try ReviewHarness(review: "moderator")
        try it.fill()
        _ = try it.identity("CM90012345A9XY")
        _ = try it.submit()
        #expect(try it.decide("approve").json["status"] == "approved")
        #expect(try it.shard.published(OrganizerUpdated.self).last?.isVerified == false)
        #expect(try it.decideIdentity("verify", of: it.john.userID).status == 200)
        #expect(try it.shard.published(OrganizerUpdated.self).last?.isVerified == true)
        #expect(try it.shard.published(OrganizerApplicationDecided.self).count == 1)
    }

    @Test("A suspended organizer keeps the role, reads everything, changes nothing, and goes on when reinstated")
    func suspended() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity()
        _ = try it.submit()
        try it.shard.advance(by: .seconds(5))
        #expect(try it.decide("suspend", "Tickets were sold twice.").json["status"] == "suspended")
        #expect(try it.me()["roles"] == ["attendee", "organizer"])
        #expect(try it.me()["organizerStatus"] == "suspended")
        let told = try #require(try it.shard.published(OrganizerUpdated.self).last)
        #expect(told.isSuspended && !told.isVerified)
        #expect(try it.profile().slug == "application-state")
        #expect(try it.submit().slug == "application-state")
        #expect(try it.decide("reinstate").json["status"] == "approved")
        #expect(try it.shard.published(OrganizerUpdated.self).last?.isVerified == true)
    }

    @Test("A suspension survives the loss of the role: sales stay closed, and only a moderator gives the role back")
    func suspendedAndDismissed() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity()
        _ = try it.submit()
        try it.shard.advance(by: .seconds(5))
        _ = try it.decide("suspend", "Tickets were sold twice.")
        let body = #"{"userId":"\#(it.john.userID.rawValue)","roles":["attendee"]}"#
        #expect(try it.shard.send(raw: body, type: ChangeRoles.type, as: ReviewHarness.moderator)?.status == 200)
        #expect(try it.application()["status"] == "in-progress")
        #expect(try it.shard.published(OrganizerUpdated.self).last?.isSuspended == true)
        #expect(try it.submit().json["status"] == "in-review")
        #expect(try it.application()["status"] == "in-review" && it.me()["roles"] == ["attendee"])
    }

    @Test("The catalog's moderation suspends approved organizers, once, and nobody else")
    func suspendedByCatalog() throws {
        let it = try ReviewHarness()
        try it.shard.receive(SuspendOrganizer(userId: it.john.userID, reason: "Fraud.", by: "mod"))
        #expect(try it.me()["organizerStatus"] == "in-progress")
        try it.shard.receive(ImportAccount(id: "bob", name: "Bob", email: "bob@events.com", roles: ["organizer"],
                                           profile: ["organizerStatus": "approved"]))
        for _ in 1...2 { try it.shard.receive(SuspendOrganizer(userId: "bob", reason: "Fraud.", by: "mod")) }
        let told = try it.shard.published(OrganizerApplicationDecided.self)
        #expect(told.map(\.userId) == ["bob"] && told.first?.message == "Fraud." && told.first?.decision == "suspend")
    }

    @Test("After the approval profile, contact and payout change at once; payments gets each new account")
    func changed() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity()
        _ = try it.submit()
        try it.shard.advance(by: .seconds(5))
        try it.shard.markSeen()
        #expect(try it.profile("John Festivals").json["profile"]?["organizationName"] == "John Festivals")
        _ = try it.contact(isPublic: true)
        let payout = try it.payout(["type": "mtn_momo", "phone": try it.auth.sealed("0772 000 000"), "accountName": "John"])
        #expect(payout.json["payout"] == ["type": "mtn_momo", "last4": "0000", "accountName": "John"])
        let shown = try #require(try it.shard.published(OrganizerUpdated.self).last)
        #expect(shown.name == "John Festivals" && shown.contact == .init(email: "live@example.com", phone: "+256772123456"))
        let opened = try it.shard.published(OpenPayoutAccount.self)
        #expect(try opened.map { try it.shard.opened($0.number) } == ["+256772000000"])
    }

    @Test("A role that a moderator gives approves, one taken away opens the application again, with its steps")
    func roles() throws {
        let it = try ReviewHarness()
        try it.fill()
        func roles(_ roles: String) throws {
            let body = #"{"userId":"\#(it.john.userID.rawValue)","roles":\#(roles)}"#
            #expect(try it.shard.send(raw: body, type: ChangeRoles.type, as: ReviewHarness.moderator)?.status == 200)
        }
        try roles(#"["attendee","organizer"]"#)
        #expect(try it.application()["status"] == "approved")
        #expect(try it.shard.published(OpenPayoutAccount.self).count == 1)
        try roles(#"["attendee"]"#)
        let open = try it.application()
        #expect(open["status"] == "in-progress" && open["approvedAt"] == nil && open["missing"] == ["identity"])
        #expect(try it.me()["organizerStatus"] == "in-progress")
    }
}
