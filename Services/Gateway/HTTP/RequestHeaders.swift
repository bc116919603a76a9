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
            // Two balancers may write two lines, which together are one list (RFC 9110 §5.3).
            case "x-forwarded-for": forwardedFor = forwardedFor.map { $0 + "," + field.value } ?? field.value
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

    /// Whether the client takes this type (RFC 9110 §12.5.1); without `Accept` it takes everything.
    func accepts(_ type: String) -> Bool {
        guard let accept, !accept.isEmpty else { return true }
        let wanted = type.prefix { $0 != ";" }.lowercased().split(separator: "/")
        guard wanted.count == 2 else { return true }
        // The most exact range decides.
        var best = (rank: -1, isTaken: false)
        for part in accept.lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let range = pieces.first?.split(separator: "/"), range.count == 2 else { continue }
            let rank: Int
            switch (range[0], range[1]) {
            case ("*", "*"): rank = 0
            case (wanted[0], "*"): rank = 1
            case (wanted[0], wanted[1]): rank = 2
            // A client that takes problem documents, or JSON of some kind, takes JSON.
            case (wanted[0], let sub) where wanted[1] == "json" && sub.hasSuffix("+json"): rank = 2
            default: continue
            }
            let isTaken = !pieces.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            if rank > best.rank { best = (rank, isTaken) }
        }
        return best.isTaken
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
        return (type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json")))
            && (charset ?? "utf-8") == "utf-8"
    }

    /// What a browser sends for a form.
    var isForm: Bool {
        contentType?.prefix { $0 != ";" && $0 != " " }.lowercased() == "application/x-www-form-urlencoded"
    }

    /// What the client prefers.
    var preference: Preference { Preference(prefer) }
}

/// `Prefer` (RFC 7240): `wait=N` lowers the wait, `respond-async` asks for none, both together for an answer within N seconds, else 202.
package struct Preference: Equatable, Sendable {
    package private(set) var waitSeconds: Int64?
    package private(set) var respondsAsync = false

    /// Several headers are one list; of a preference that is said twice the first counts; what cannot be read is as if it were not said.
    package init(_ headers: [String]) {
        var isTranslated: Set<String> = []
        for part in headers.joined(separator: ",").split(separator: ",") {
            let pair = part.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map {
                $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
            }
            guard let name = pair.first, isTranslated.insert(name).inserted else { continue }
            if name == "respond-async" { respondsAsync = true }
            if name == "wait", pair.count == 2, let seconds = Int64(pair[1]), seconds >= 0 { waitSeconds = min(seconds, 3600) }
        }
    }

    package func waitMilliseconds(atMost seconds: Int) -> Int64 {
        if let waitSeconds { return min(Int64(seconds), waitSeconds) * 1000 }
        return respondsAsync ? 0 : Int64(seconds) * 1000
    }

    /// `Preference-Applied`; nil: nothing was asked for.
    package var applied: String? {
        let words = (respondsAsync ? ["respond-async"] : []) + (waitSeconds.map { ["wait=\($0)"] } ?? [])
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
