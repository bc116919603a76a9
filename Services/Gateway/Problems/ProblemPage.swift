import HTTPTypes
import Kernel
import ServiceKit

extension Gateway {
    /// A browser that sent a form shows what it gets: a page, whatever went wrong. A client that asks for JSON gets the problem.
    func shown(_ response: EdgeResponse, on route: MountedRoute, _ key: String?, _ call: EdgeCall, _ tenant: MountedTenant) -> EdgeResponse {
        guard route.route.takesForms == true, response.status >= 400, response.fields[.contentType] == "application/problem+json",
            call.headers.accept?.contains("json") != true, call.headers.accepts("text/html")
        else { return response }
        let languages = tenant.definition.languages
        let wanted = call.target.query.last { $0.name == "lang" }?.value
        let language = wanted.flatMap { languages.contains($0) ? $0 : nil } ?? LanguageChoice.choose(call.headers.acceptLanguage, among: languages)
        var page = response
        page.fields[.contentType] = "text/html; charset=utf-8"
        page.fields[.contentLanguage] = language
        page.body = Array(ProblemPage(problem: response.body, language: language, back: Self.page(of: key, in: call)).markup.html.utf8)
        return page
    }

    /// The page a form stands on is named by its key, and what the form does comes after it: `/appointment/{key}/photos`.
    private static func page(of key: String?, in call: EdgeCall) -> String? {
        guard let key, let found = call.target.path.range(of: "/\(key)") else { return nil }
        return String(call.target.path[..<found.upperBound])
    }
}

/// A problem as a page: one sentence, what is wrong with which field, and the way back.
struct ProblemPage {
    /// The problem document, in the language of the asker.
    let problem: [UInt8]
    let language: String
    /// Path of the page the form stood on.
    let back: String?

    var markup: Markup {
        let document = (try? JSON.decode(JSONValue.self, from: problem)) ?? .null
        let slug = document["slug"]?.string ?? ""
        let message = GenericMessages.message(slug, language) ?? document["message"]?.string ?? ""
        let fields = (document["errors"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { field in
            (field.value.array ?? []).compactMap(\.string).map { (field: "", text: "\(field.key): \($0)") }
        }
        let wait: Markup = slug == "payload-too-large" ? "<p>\(document["detail"]?.string ?? "")</p>" : .empty
        let alert = PageFrame.alert(message, fields.isEmpty ? [(field: "", text: message)] : fields)
        let link: Markup = back.map { "<p><a href=\"\($0)\">\(Self.backWords[String(language.prefix(2))] ?? "Back")</a></p>" } ?? .empty
        return PageFrame(language: language, title: message).page("<h1>\(message)</h1>\(alert)\(wait)\(link)")
    }
    private static let backWords = ["en": "Back", "es": "Volver", "fr": "Retour", "ar": "رجوع"]
}
