import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukPlatform
import SoukTool
import Testing

@Suite("Help and legal texts as files")
struct ContentFileTests {
    private static let definition = TenantDefinition(tenant: "kino", name: "Kino", currency: .eur, languages: ["de", "en"])
    private func read(_ text: String) throws -> ContentFile {
        try ContentFile.read(YAMLFile(path: "c.yml", text: text), of: Self.definition)
    }

    @Test("EventPass has 24 questions, 12 articles of all kinds, and the legal texts that its file puts in force")
    func eventpass() throws {
        let path = "\(repository)/deploy/tenants/eventpass.yml"
        let definition = try #require(try TenantFile.load(paths: [path], catalogue: InstalledServices.catalogue).first?.definition)
        let messages = try ["help.yml", "legal.yml"].flatMap {
            try ContentFile.read(YAMLFile(path: "\(repository)/deploy/demo/eventpass/\($0)"), of: definition).messages(of: definition)
        }
        let help = try #require(messages.lazy.compactMap { $0.message as? ImportHelp }.first)
        #expect(help.faqs.count == 24 && Set(help.faqs.map(\.id)).count == 24 && help.articles.count == 12 && help.language == "en")
        #expect(Set(help.articles.map(\.kind)) == ["guide", "feature", "troubleshooting", "security"])
        let texts = messages.compactMap { $0.message as? ImportLegalText }
        let versions = try definition.shared(LegalVersions.self, in: "catalog")
        let inForce = ["terms": versions.terms, "privacy": versions.privacy, "organizer-terms": versions.organizerTerms]
        #expect(Dictionary(texts.map { ($0.kind, $0.version) }) { _, last in last } == inForce)
        #expect(messages.count == 4)
    }

    @Test("A file speaks one language, the app's first unless it says another")
    func language() throws {
        let german = try read("faqs:\n  - { id: a, category: b, question: Wann?, answer: Bald. }\n").messages(of: Self.definition)
        #expect(german.map(\.name) == ["help/de"] && (german[0].message as? ImportHelp)?.language == "de")
        let english = try read("""
            language: en
            texts:
              - { kind: terms, version: "2", effectiveFrom: 2027-01-01, body: Be kind. }
            """).messages(of: Self.definition)
        #expect(english.map(\.name) == ["legal/terms/2/en"] && (english[0].message as? ImportLegalText)?.language == "en")
    }

    @Test("Mistakes are named with their line", arguments: [
        ("language: fr\nfaqs: []\n", "c.yml:1: kino has no language 'fr'"),
        ("faqs:\n  - { id: a, category: b, question: Why? }\n", "c.yml:2: 'answer' is missing"),
        ("texts:\n  - kind: terms\n    version: \"1\"\n    effectiveFrom: soon\n    body: x\n",
         "c.yml:4: 'effectiveFrom' must be a day: 2026-11-01"),
        ("articles:\n  - slug: a\n    kind: poem\n    title: T\n    body: B\n",
         "c.yml:3: 'kind' must be one of guide, feature, troubleshooting, security"),
        ("texts:\n  - { kind: imprint, version: \"1\", effectiveFrom: 2027-01-01, body: x }\n",
         "c.yml:2: 'kind' must be one of terms, privacy, organizer-terms"),
        ("faqs:\n  - { id: a, category: b, question: Why?, answer: So. }\n  - { id: a, category: b, question: Why?, answer: So. }\n",
         "c.yml:2: 'a' comes twice"),
    ])
    func mistakes(_ text: String, _ complaint: String) throws {
        let problems = #expect(throws: FileProblems.self) { try read(text) }
        #expect(try #require(problems).problems.map(\.description) == [complaint])
    }
}
