import CatalogEvents
import CatalogLegal
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Legal texts: the version in force")
struct LegalTests {
    private func bring(_ it: CatalogFixture, _ kind: String, _ version: String, body: String = "Text") throws -> Reply? {
        let day = try #require(CalendarDate("2026-11-01"))
        return try it.shard.send(ImportLegalText(kind: kind, version: version, language: "en", effectiveFrom: day, body: body))
    }
    private func text(_ it: CatalogFixture, _ kind: String) throws -> Reply {
        try it.shard.ask(LegalTextDetails.self, ["kind": .string(kind)])
    }

    @Test("The text has the version that the configuration names")
    func inForce() throws {
        let it = try CatalogFixture(withSummit: false)
        #expect(LegalKind.allCases.map(\.rawValue) == ImportLegalText.kinds)
        for kind in ImportLegalText.kinds { #expect(try bring(it, kind, "1", body: "# \(kind)")?.status == 204) }
        #expect(try bring(it, "terms", "2", body: "Later")?.status == 204)
        #expect(try text(it, "terms").json == [
            "kind": "terms", "title": "terms", "version": "1", "effectiveFrom": "2026-11-01", "effectiveDate": "2026-11-01",
            "body": "# terms",
        ])
        let legal = try it.shard.ask(AppConfig.self).json["legal"]
        #expect(try legal?["organizerTerms"] == text(it, "organizer-terms").json["version"])
        #expect(try legal?["privacy"] == text(it, "privacy").json["version"])
        #expect(try text(it, "imprint").status == 404)
    }

    @Test("What people accepted never changes, and an unknown kind is refused")
    func kept() throws {
        let it = try CatalogFixture(withSummit: false)
        #expect(try text(it, "terms").status == 404)
        _ = try bring(it, "terms", "1", body: "As accepted")
        _ = try bring(it, "terms", "1", body: "Quietly changed")
        #expect(try text(it, "terms").json["body"] == "As accepted")
        #expect(try bring(it, "imprint", "1")?.status == 422)
    }
}
