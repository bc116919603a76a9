import Kernel
import Messaging

/// A problem document (RFC 9457) as common §1 fixes it.
struct Problem: Sendable {
    var status: Int
    var slug: String
    var detail: String
    var errors: [String: [String]] = [:]
    var members: [String: JSONValue] = [:]
    var retryAfterSeconds: Int?
    /// `WWW-Authenticate` of a 401.
    var challenge: String?
    var allow: [String] = []
    /// The tenant's own sentence, in the asker's language.
    var sentence: String?

    init(_ status: Int, _ slug: String, _ detail: String, errors: [String: [String]] = [:], members: [String: JSONValue] = [:],
         retryAfterSeconds: Int? = nil)
    {
        (self.status, self.slug, self.detail, self.errors, self.members, self.retryAfterSeconds) =
            (status, slug, detail, errors, members, retryAfterSeconds)
    }
    init(_ rejection: Rejection) {
        self.init(
            rejection.status, rejection.slug, rejection.detail, errors: rejection.errors, members: rejection.members,
            retryAfterSeconds: rejection.retryAfter.map { Int($0.wholeSeconds) })
    }
    /// A refused reply of a service. A body that is no refusal is a defect over there: nothing of it is shown.
    init(status: Int, refusal body: [UInt8]) {
        guard status < 500 || status == 503, let refusal = try? JSON.decode(Refusal.self, from: body) else {
            self.init(status >= 500 ? status : 500, "internal-error", "Something went wrong on our side.")
            return
        }
        self.init(status, refusal.slug, refusal.detail, errors: refusal.errors, members: refusal.members,
                  retryAfterSeconds: refusal.retryAfterSeconds)
    }

    static let notFound = Problem(404, "not-found", "There is nothing here that you can see.")
    static func malformed(_ detail: String) -> Problem { Problem(400, "malformed-request", detail) }
    static func invalid(_ errors: [String: [String]]) -> Problem {
        Problem(422, "validation-failed", "Some fields are not valid.", errors: errors)
    }
    static let keyReused = Problem(422, "idempotency-key-reused", "This Idempotency-Key was used for another request.")
    static func unavailable(_ detail: String, retryAfterSeconds: Int = 1) -> Problem {
        Problem(503, "service-unavailable", detail, retryAfterSeconds: retryAfterSeconds)
    }
    static func notAcceptable(_ type: String) -> Problem { Problem(406, "not-acceptable", "This is offered as \(type).") }
    static let starting = unavailable("The platform is still starting.")
    static func notAllowed(_ methods: [String]) -> Problem {
        var problem = Problem(405, "method-not-allowed", "This path does not take this method.")
        problem.allow = methods
        return problem
    }

    /// The document. Reserved members cannot be overridden by those of a refusal.
    func body(requestID: String, language: String, snakeCase: Bool) -> [UInt8] {
        var document = members
        document["type"] = .string("https://souk.dev/problems/\(slug)")
        document["title"] = .string(title)
        document["status"] = .int(status)
        document["detail"] = .string(detail)
        document["slug"] = .string(slug)
        document["message"] = .string(message(language))
        document["requestId"] = .string(requestID)
        if !errors.isEmpty {
            let named = snakeCase ? Dictionary(errors.map { (KeyStyle.snakeCase($0.key), $0.value) }) { $0 + $1 } : errors
            document["errors"] = .object(named.mapValues { .array($0.map { .string($0) }) })
        }
        let json = (try? JSON.encode(JSONValue.object(document))) ?? Array("{}".utf8)
        return snakeCase ? KeyStyle.snakeCase(json) : json
    }

    /// A name of an app says more than the generic sentence, so its own detail is the message.
    private func message(_ language: String) -> String { sentence ?? GenericMessages.message(slug, language) ?? detail }

    /// The same for people: the tenant's words (language → sentence) for the whole, the language's for the fields. A
    /// field that was refused with the sentence of the whole gets the new one, too.
    func localized(in sentences: [String: String]?, _ language: String, _ translations: Translations) -> Problem {
        let whole = sentences?[language] ?? translations.message(slug, language)
        var problem = self
        if let whole { problem.sentence = whole }
        problem.errors = errors.mapValues { $0.map { $0 == detail ? whole ?? $0 : translations.fields.localized($0, in: language) } }
        return problem
    }
    /// The same problem with field names in the app's style.
    func naming(_ names: FieldNames) -> Problem {
        var problem = self
        (problem.detail, problem.sentence) = (names.inSnakeCase(detail), sentence.map(names.inSnakeCase))
        problem.errors = errors.mapValues { $0.map(names.inSnakeCase) }
        return problem
    }
    private var title: String {
        let words = slug.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
