import HTTPTypes

/// The headers the edge itself reads, found in one pass.
struct RequestHeaders: Sendable {
    var authorization: String?
    var contentType: String?
    var contentLength: Int?
    var hasBody = false
    var acceptLanguage: String?
    var acceptsGzip = false
    var prefer: [String] = []
    var idempotencyKey: String?
    var requestID: String?
    var traceparent: String?
    var ifNoneMatch: String?
    var origin: String?
    var forwardedFor: String?
    var preflightHeaders: String?
    var isPreflight = false
    var expectsContinue = false
    var accept: String?
    var lastEventID: String?
    var range: String?
    var ifRange: String?
    var upgrade: String?

    init(_ fields: HTTPFields) {
        for field in fields {
            switch field.name.canonicalName {
            case "authorization": authorization = field.value
            case "content-type": contentType = field.value
            case "content-length":
                contentLength = Int(field.value)
                hasBody = hasBody || contentLength ?? 1 > 0
            case "transfer-encoding": hasBody = true
            case "accept-language": acceptLanguage = field.value
            case "accept-encoding": acceptsGzip = Self.accepts("gzip", field.value)
            case "prefer": prefer.append(field.value)
            case "idempotency-key": idempotencyKey = field.value
            case "x-request-id": requestID = field.value
            case "traceparent": traceparent = field.value
            case "if-none-match": ifNoneMatch = field.value
            case "origin": origin = field.value
            case "x-forwarded-for": forwardedFor = field.value
            case "access-control-request-method": isPreflight = true
            case "access-control-request-headers": preflightHeaders = field.value
            case "accept": accept = accept.map { $0 + "," + field.value } ?? field.value
            case "last-event-id": lastEventID = field.value
            case "range": range = field.value
            case "if-range": ifRange = field.value
            case "upgrade": upgrade = field.value.lowercased()
            case "expect": expectsContinue = field.value.lowercased() == "100-continue"
            default: break  // Somebody else's header.
            }
        }
    }

    private static func accepts(_ coding: String, _ header: String) -> Bool {
        header.split(separator: ",").contains { part in
            let pieces = part.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
            guard pieces.first?.prefix(while: { $0 != " " }).lowercased() == coding else { return false }
            return !pieces.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
        }
    }

    /// The client asks for server-sent events and nothing else.
    var wantsEvents: Bool { accept.map { $0.lowercased().hasPrefix("text/event-stream") } ?? false }

    /// True for JSON, with or without a charset of UTF-8, and where nothing is said.
    var isJSON: Bool {
        guard let contentType else { return true }
        if contentType == "application/json" { return true }
        let pieces = contentType.split(separator: ";").map { $0.trimmingPrefix { $0 == " " }.lowercased() }
        guard let type = pieces.first?.prefix(while: { $0 != " " }) else { return false }
        let charset = pieces.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8).filter { $0 != "\"" && $0 != " " }
        return (type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))) && (charset ?? "utf-8") == "utf-8"
    }

    /// `Prefer: wait=N` lowers the wait, `respond-async` asks for none (RFC 7240). Milliseconds.
    func waitMilliseconds(atMost seconds: Int) -> Int64 {
        var wait = Int64(seconds) * 1000
        for part in prefer.joined(separator: ",").split(separator: ",") {
            let preference = part.trimmingPrefix { $0 == " " }.prefix { $0 != ";" && $0 != " " }.lowercased()
            if preference == "respond-async" { return 0 }
            if preference.hasPrefix("wait="), let asked = Int64(preference.dropFirst(5).filter { $0 != "\"" }), asked >= 0 {
                wait = min(wait, min(asked, 3600) * 1000)
            }
        }
        return wait
    }
}
