import HTTPTypes
import Kernel
import ServiceKit

extension Gateway {
    /// A browser that sent a form shows the response, so every error is a page. A client that asks for JSON gets the
    /// problem.
    func shown(_ response: EdgeResponse, on route: MountedRoute, _ key: String?, _ call: EdgeCall,
               _ tenant: MountedTenant) -> EdgeResponse {
        guard route.route.takesForms == true, response.status >= 400, response.fields[.contentType] == "application/problem+json",
            call.headers.accept?.contains("json") != true,
            // A route that reads `Accept` answers programs with JSON: only a client that names HTML is a browser.
            route.headers.contains(where: { $0.0 == .accept })
                ? call.headers.accept?.contains("text/html") == true : call.headers.accepts("text/html")
        else { return response }
        let languages = tenant.definition.languages
        let wanted = call.target.query.last { $0.name == "lang" }?.value
        let language = wanted.flatMap { languages.contains($0) ? $0 : nil } ?? LanguageChoice.choose(call.headers.acceptLanguage,
            among: languages)
        var page = response
        page.fields[.contentType] = "text/html; charset=utf-8"
        page.fields[.contentLanguage] = language
        page.body = Array(ProblemPage(problem: response.body, language: language, back: Self.page(of: key, in: call)).markup.html.utf8)
        return page
    }

    /// The path of the page with the form ends with its key, and the form's action follows:
    /// `/page/{key}/photos`.
    private static func page(of key: String?, in call: EdgeCall) -> String? {
        guard let key, let found = call.target.path.range(of: "/\(key)") else { return nil }
        return String(call.target.path[..<found.upperBound])
    }
}

/// A problem as a page: one sentence, the wrong fields, and a link back.
struct ProblemPage {
    /// The problem document, in the client's language.
    let problem: [UInt8]
    let language: String
    /// Path of the page with the form.
    let back: String?

    var markup: Markup {
        let document = (try? JSON.decode(JSONValue.self, from: problem)) ?? .null
        let slug = document["slug"]?.string ?? ""
        let message = GenericMessages.message(slug, language) ?? document["message"]?.string ?? ""
        let fields = (document["errors"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { field in
            (field.value.array ?? []).compactMap(\.string).map { (field: "", text: "\(field.key): \($0)") }
        }
        let limit: Markup = slug == "payload-too-large" ? Self.limit(in: document["detail"]?.string ?? "", language) : .empty
        let alert = PageFrame.alert(message, fields.isEmpty ? [(field: "", text: message)] : fields)
        let link: Markup = back.map { "<p><a href=\"\($0)\">\(Self.backWords[String(language.prefix(2))] ?? "Back")</a></p>" } ?? .empty
        return PageFrame(language: language, title: message).page("<h1>\(message)</h1>\(alert)\(limit)\(link)")
    }
    /// The sentence of a limit has its bytes as the only number; people read larger units, in their language.
    private static func limit(in detail: String, _ language: String) -> Markup {
        guard let bytes = detail.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else { return .empty }
        let isLarge = bytes >= 1 << 20, number = isLarge ? bytes >> 20 : bytes >> 10
        let words = limits[String(language.prefix(2))] ?? limits["en"] ?? ("%", "%")
        return "<p>\((isLarge ? words.mega : words.kilo).replacing("%", with: String(number)))</p>"
    }
    private static let limits: [String: (mega: String, kilo: String)] = [
        "en": ("At most % MB.", "At most % kB."), "es": ("Como máximo % MB.", "Como máximo % kB."),
        "fr": ("% Mo au plus.", "% ko au plus."), "ar": ("% ميغابايت على الأكثر.", "% كيلوبايت على الأكثر."),
    ]
    private static let backWords = ["en": "Back", "es": "Volver", "fr": "Retour", "ar": "رجوع"]
}
