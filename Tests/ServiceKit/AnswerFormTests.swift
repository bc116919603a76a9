import ServiceKit
import Testing

@Suite("The form of an answer: JSON, a table, a page or a sheet")
struct AnswerFormTests {
    private static let forms = ["application/pdf", "text/html"]

    @Test("What the caller likes best is answered; JSON to who names neither page nor sheet", arguments: [
        (nil, nil), ("", nil), ("*/*", nil), ("application/json", nil), ("image/png", nil), ("text/html", "text/html"),
        ("application/pdf", "application/pdf"), ("TEXT/HTML", "text/html"), ("text/html, application/json", "text/html"),
        ("application/json, text/html", "text/html"), ("text/html;q=0.5, application/json", nil), ("text/html; q=0.5, */*", nil),
        ("text/html;q=0", nil), ("text/html;q=0, */*", nil), ("application/pdf;q=0.4, text/html;q=0.6", "text/html"),
        ("text/html, application/pdf", "application/pdf"), ("application/json;q=0.1, text/html;q=0.2", "text/html"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "text/html"), ("text/html;q=x", "text/html"),
    ] as [(String?, String?)])
    func chosen(accept: String?, form: String?) {
        #expect(AnswerForm.chosen(accept, among: Self.forms) == form)
    }

    @Test("A table is for who names it and does not like JSON better", arguments: [
        ("text/csv", true), ("Text/CSV; charset=utf-8", true), ("text/csv, */*;q=0.1", true), ("application/json, text/csv", true),
        ("application/json, text/csv;q=0.5", false), ("text/csv;q=0.1, application/json", false), ("text/csv;q=0, */*", false),
        ("text/csv-schema", false), ("*/*", false),
    ])
    func table(accept: String, isTable: Bool) {
        #expect(AnswerForm.isTable(accept) == isTable)
    }

    @Test("A page is for a browser", arguments: [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true), ("application/json, text/html;q=0.5", false),
        ("text/html;q=0", false), ("*/*", false),
    ])
    func page(accept: String, isPage: Bool) {
        #expect(AnswerForm.isPage(accept) == isPage)
    }
}
