import AuthAccounts
import AuthOrganizerApplication
import AuthService
import Contracts
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Steps and lists of applications")
struct ApplicationStepTests {
    @Test("The first step starts an application that nobody asked for at registration")
    func started() throws {
        let it = try ReviewHarness()
        let jane = try it.auth.principal(try it.auth.register("jane@example.com"))
        #expect(try it.application(jane)["status"] == "not-started")
        #expect(try it.submit(jane).slug == "application-incomplete")
        #expect(try it.profile(as: jane).json["status"] == "in-progress")
        #expect(try it.me(jane)["organizerStatus"] == "in-progress")
    }

    @Test("A profile has a name, a text and perhaps an https address and the account's own picture")
    func profile() throws {
        let it = try ReviewHarness()
        func fields(_ body: JSONValue) throws -> [String] { try it.step(KeepApplicationProfile.type, body).failingFields }
        #expect(try fields([:]) == ["bio", "organizationName"])
        #expect(try fields(["organizationName": "J", "bio": "Too short", "website": "http://example.com"])
            == ["bio", "organizationName", "website"])
        let bio: JSONValue = "Concerts and fairs in Kampala."
        for address in ["https://", "https://localhost", "https://a@b.com/", "https://exa mple.com", "javascript:alert(1)"] {
            #expect(try fields(["organizationName": "Jo", "bio": bio, "website": .string(address)]) == ["website"], "\(address)")
        }
        #expect(try fields(["organizationName": "Jo", "bio": bio, "avatarMediaId": "not-mine"]) == ["avatarMediaId"])
        #expect(try it.application()["profile"] == nil)
    }

    @Test("Contact needs an e-mail address and a phone number, and is not public by itself")
    func contact() throws {
        let it = try ReviewHarness()
        #expect(try it.step(KeepApplicationContact.type, ["email": "nobody"]).failingFields == ["email", "phone"])
        let kept = try it.step(KeepApplicationContact.type, ["email": "live@example.com", "phone": "0772 123 456"])
        #expect(kept.json["contact"] == ["email": "live@example.com", "phone": "+256772123456", "publicContact": false])
    }

    @Test("A payout account is a bank's or a mounted network's; its number is shown by its end and stands nowhere in clear")
    func payout() throws {
        let it = try ReviewHarness()
        #expect(try it.payout(["type": "bank"]).failingFields == ["accountName", "accountNumber", "bankName"])
        #expect(try it.payout(["type": "bank", "bankName": "S.", "accountNumber": try it.auth.sealed("12345a"), "accountName": "Jo"])
            .failingFields == ["accountNumber"])
        #expect(try it.payout(["type": "mtn_momo", "accountName": "Jo"]).failingFields == ["phone"])
        #expect(try it.payout(["type": "paypal", "accountName": "Jo"]).failingFields == ["type"])
        #expect(try it.payout().json["payout"]
            == ["type": "bank", "last4": "4567", "bankName": "Stanbic", "accountName": "John Okello"])
        #expect(try it.shard.columns(holding: "9030001234567").isEmpty)
        #expect(try it.shard.published(OpenPayoutAccount.self).isEmpty)
    }

    @Test("Terms are accepted in the version in force")
    func terms() throws {
        let it = try ReviewHarness()
        #expect(try it.terms(accepted: false).failingFields == ["accepted"])
        #expect(try it.step(AcceptTerms.type, [:]).failingFields == ["accepted", "version"])
        let outdated = try it.terms("1")
        #expect(outdated.slug == "terms-outdated" && outdated.json["members"]?["currentVersion"] == "2")
        #expect(try it.terms().json["terms"]?["version"] == "2")
    }

    @Test("Moderators see applications, oldest submission first, by status and in pages")
    func list() throws {
        let it = try ReviewHarness()
        for (id, status) in [("a", "approved"), ("b", "in-progress"), ("c", "rejected")] {
            try it.shard.receive(ImportAccount(id: User.ID(id), name: "User \(id)", email: "\(id)@example.com",
                                               roles: status == "approved" ? ["organizer"] : ["attendee"],
                                               profile: ["organizerStatus": .string(status)]))
        }
        try it.fill()
        _ = try it.identity("CM90012345A9XY")
        _ = try it.submit()
        func list(_ parameters: JSONValue) throws -> Reply {
            try it.shard.ask(ApplicationList.self, parameters, as: ReviewHarness.moderator)
        }
        func ids(_ parameters: JSONValue) throws -> [String] {
            try list(parameters).json["data"]?.array?.compactMap { $0["userId"]?.string } ?? []
        }
        #expect(try ids([:]) == [it.john.userID.rawValue, "a", "b", "c"])
        #expect(try ids(["status": "in-progress"]) == ["b"])
        #expect(try ids(["status": "not-started"]).isEmpty)
        #expect(try ids(["perPage": 1, "page": 2]) == ["a"])
        #expect(try list(["perPage": 1]).json["meta"]?["total"] == 4)
        #expect(try list(["status": "lost"]).failingFields == ["status"])
        let first = try list(["status": "in-review"]).json["data"]?.array?.first
        #expect(first?["name"] == "John Okello" && first?["identity"]?["last4"] == "A9XY" && first?["missing"] == [])
        #expect(try it.shard.ask(ApplicationList.self, as: it.john).status == 403)
    }

    @Test("Erasing an account deletes its application")
    func erased() throws {
        let it = try ReviewHarness()
        try it.fill()
        _ = try it.identity()
        #expect(try it.shard.send(raw: "{}", type: EraseAccount.type, as: it.john)?.status == 204)
        try it.shard.advance(by: .minutes(1))
        #expect(try it.shard.count(of: "organizer_application") == 0 && it.shard.count(of: "identity_check") == 0)
        for text in ["live@example.com", "772123456", "Stanbic"] { #expect(try it.shard.columns(holding: text).isEmpty, "\(text)") }
    }

    @Test("A tenant file must declare the role, the fields with all states, and both plugins")
    func settings() throws {
        func problems(_ change: (inout TenantDefinition) -> Void) -> [String] {
            var definition = ReviewHarness.definition()
            change(&definition)
            let settings = definition.settings["auth"] ?? .null
            return Auth.contents.plugins.filter { definition.plugins["auth"]?.contains($0.name) == true }
                .flatMap { $0.check(settings, definition) }.map(\.path).sorted()
        }
        #expect(problems { _ in }.isEmpty)
        #expect(problems { $0.roles["organizer"] = nil }.contains("organizerApplication.role"))
        #expect(problems { $0.plugins["auth"] = ["organizer-application"] } == ["organizerApplication"])
        let other = AuthHarness.definition(["identityVerification": ["field": "organizerStatus", "documents": [], "checkSeconds": -1]])
        #expect(problems { $0.settings["auth"] = other.settings["auth"] }
            == ["identityVerification.checkSeconds", "identityVerification.documents", "identityVerification.field",
                "organizerApplication.role"])
    }
}
