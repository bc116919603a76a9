import CatalogService
import CatalogSupport
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Help: frequent questions and articles")
struct HelpTests {
    private func fixture() throws -> CatalogFixture {
        let it = try CatalogFixture(withSummit: false)
        try it.shard.receive(ImportHelp(language: "en", faqs: [
            .init(id: "late", category: "payment", question: "When is my refund there?", answer: "A card needs ten days."),
            .init(id: "card", category: "payment", question: "Which card can I use?", answer: "Visa, in every Café."),
            .init(id: "gate", category: "tickets", question: "What do I show at the gate?", answer: "Your code."),
        ], articles: [
            .init(slug: "first-ticket", kind: "guide", title: "Your first ticket", body: "# Hello"),
            .init(slug: "stay-safe", kind: "security", title: "Stay safe", body: "Tell nobody."),
        ]))
        return it
    }
    private func found(_ it: CatalogFixture, _ parameters: JSONValue = .object([:])) throws -> [String] {
        try it.shard.ask(FrequentQuestions.self, parameters).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test("All words, the last one as a prefix, without case and accents; words of the question count more")
    func search() throws {
        let it = try fixture()
        #expect(try found(it) == ["late", "card", "gate"])
        #expect(try found(it, ["search": "CARD"]) == ["card", "late"])
        #expect(try found(it, ["search": "cafe"]) == ["card"] && found(it, ["search": "ref"]) == ["late"])
        #expect(try found(it, ["search": "ref card"]).isEmpty && found(it, ["search": "refund car"]) == ["late"])
        #expect(try found(it, ["search": "card", "category": "tickets"]).isEmpty)
        #expect(try found(it, ["search": "!?"]).isEmpty)
    }

    @Test("An unknown category is empty, an unknown kind an error, an unknown article not there")
    func unknown() throws {
        let it = try fixture()
        #expect(try found(it, ["category": "tickets"]) == ["gate"] && found(it, ["category": "weather"]).isEmpty)
        let page = try it.shard.ask(FrequentQuestions.self, ["perPage": 2, "page": 2]).json
        #expect(page["data"]?.array?.count == 1 && page["meta"]?["total"] == 3 && page["meta"]?["lastPage"] == 2)
        let guides = try it.shard.ask(HelpArticles.self, ["kind": "guide"]).json["data"]?.array
        #expect(guides?.compactMap { $0["slug"]?.string } == ["first-ticket"])
        #expect(try it.shard.ask(HelpArticles.self).json["meta"]?["total"] == 2)
        #expect(try it.shard.ask(HelpArticles.self, ["kind": "poem"]).json["errors"]?["kind"] != nil)
        let article = try it.shard.ask(HelpArticleDetails.self, ["slug": "stay-safe"]).json
        #expect(article == ["slug": "stay-safe", "kind": "security", "title": "Stay safe", "body": "Tell nobody."])
        #expect(try it.shard.ask(HelpArticleDetails.self, ["slug": "nothing"]).status == 404)
    }

    @Test("The kinds of articles are those that files of content may name")
    func kinds() { #expect(HelpArticleKind.allCases.map(\.rawValue) == ImportHelp.Article.kinds) }

    @Test("A new import replaces the help of its language; a wrong one changes nothing")
    func replaced() throws {
        let it = try fixture()
        let twice = ImportHelp.Question(id: "new", category: "a", question: "Why?", answer: "So.")
        try it.shard.receive(ImportHelp(language: "en", faqs: [twice], articles: []))
        #expect(try found(it) == ["new"] && it.shard.count(of: "help_article") == 0)
        #expect(try it.shard.send(ImportHelp(language: "en", faqs: [twice, twice], articles: []))?.status == 422)
        #expect(try it.shard.send(ImportHelp(language: "fr", faqs: [twice], articles: []))?.status == 422)
        #expect(try found(it) == ["new"])
    }
}
