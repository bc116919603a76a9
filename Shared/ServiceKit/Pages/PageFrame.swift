/// The frame of every page: language, title, style sheet, and a link preview that names only the business.
public struct PageFrame: Sendable {
    public let language: String
    public let title: String
    public let description: String
    /// Languages that run from right to left (of those that pages speak, and their neighbours).
    private static let rightToLeft: Set = ["ar", "fa", "he", "ur"]
    /// What a page has besides the common style; `PageStyle.headers(style:script:)` admits exactly these.
    private let style, script: String
    public init(language: String, title: String, description: String = "", style: String = "", script: String = "") {
        (self.language, self.title, self.description) = (language, title, description)
        (self.style, self.script) = (style, script)
    }

    public func page(_ content: Markup) -> Markup {
        """
        <!doctype html>
        <html lang="\(language)"\(direction)><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, \
        initial-scale=1">
        <title>\(title)</title><meta property="og:title" content="\(title)"><meta property="og:description" content="\(description)">
        <meta name="robots" content="noindex"><style>\(Markup(stringLiteral: PageStyle.css))</style>\(inline("style", style))</head>
        <body><main>\(content)</main>\(inline("script", script))</body></html>

        """
    }

    /// A hash covers the text between the tags, so nothing is added to it.
    private func inline(_ tag: String, _ text: String) -> Markup {
        text.isEmpty ? .empty : Markup(stringLiteral: "<\(tag)>\(text)</\(tag)>")
    }
    private var direction: Markup { Self.rightToLeft.contains(language) ? " dir=\"rtl\"" : .empty }

    /// The errors, first on the page, announced by screen readers, with links to the fields. An empty field name has no link.
    public static func alert(_ heading: String, _ problems: [(field: String, text: String)]) -> Markup {
        guard !problems.isEmpty else { return .empty }
        let items = problems.map { problem -> Markup in
            problem.field.isEmpty ? "<li>\(problem.text)</li>" : "<li><a href=\"#\(problem.field)\">\(problem.text)</a></li>"
        }
        return "<div class=\"alert\" role=\"alert\"><h2>\(heading)</h2><ul>\(items)</ul></div>"
    }
    /// A page with nothing but a message.
    public static func notice(language: String, title: String, text: String) -> Markup {
        PageFrame(language: language, title: title).page("<h1>\(title)</h1><p>\(text)</p>")
    }
}
