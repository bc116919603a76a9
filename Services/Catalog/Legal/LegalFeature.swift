import Contracts
import ServiceKit

extension Feature {
    /// Terms and privacy, in the version that is in force.
    package static let legal = Feature(
        "legal",
        migrations: [CreateLegalTexts.self],
        commands: [ImportLegalText.self],
        queries: [LegalTextDetails.self],
        routes: [
            .get("/legal/{kind}", LegalTextDetails.self, access: .guest, plugin: LegalKind.declaration.name,
                 headers: ["accept-language"], summary: "A legal text in force: terms, privacy, organizer-terms", answer: LegalText.schema,
                 example: ["kind": "terms", "title": "Terms of use", "version": "1", "effectiveFrom": "2026-11-01",
                           "effectiveDate": "2026-11-01", "body": "# Terms of use\n…"]),
        ],
        plugins: [LegalKind.declaration])
}
