import HTTPTypes
import Kernel

/// A response before it is written.
struct EdgeResponse: Sendable {
    var status: Int
    var fields = HTTPFields()
    var body: [UInt8] = []
    /// Text that may be sent smaller. Never set for answers with secrets: compression can betray them (BREACH).
    var isCompressible = false
    /// An answer to a balancer or an orchestrator; metrics do not count it as traffic.
    var isProbe = false
    /// What follows the head instead of `body`.
    var takeover: Takeover?

    enum Takeover: Sendable {
        case webSocket(WebSocketStart)
        case events(EventStreamSink)
        case file(FileSending)
    }

    init(_ status: Int, _ contentType: String? = nil, _ body: [UInt8] = []) {
        (self.status, self.body) = (status, body)
        if let contentType { fields.add(.contentType, contentType) }
    }
    static func json(_ body: [UInt8], status: Int = 200) -> EdgeResponse {
        var response = EdgeResponse(status, "application/json", body)
        response.isCompressible = true
        return response
    }
    init(_ problem: Problem, requestID: String, language: String, snakeCase: Bool) {
        self.init(problem.status, "application/problem+json", problem.body(requestID: requestID, language: language, snakeCase: snakeCase))
        if let seconds = problem.retryAfterSeconds { fields[.retryAfter] = String(max(0, seconds)) }
        if problem.status == 401 { fields[.wwwAuthenticate] = problem.challenge ?? "Bearer" }
        if !problem.allow.isEmpty { fields[.allow] = Self.methods(problem.allow) }
        fields[.contentLanguage] = language
    }

    /// HEAD comes with GET, OPTIONS with everything.
    static func methods(_ methods: [String]) -> String {
        (methods.contains("GET") ? methods + ["HEAD", "OPTIONS"] : methods + ["OPTIONS"]).sorted().joined(separator: ", ")
    }
}
