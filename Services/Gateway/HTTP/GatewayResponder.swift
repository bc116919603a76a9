import HTTPTypes
import HummingbirdCore
import Kernel
import Messaging
import NIOCore

/// The one responder for every request.
struct GatewayResponder: Sendable {
    let gateway: Gateway

    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let headers = RequestHeaders(request.head.headerFields)
        // A connection that stays open for hours keeps the memory its task has ever needed: so the work is done by
        // another task, which ends.
        if headers.upgrade == "websocket" || headers.wantsEvents, !headers.hasBody {
            return try await stay(Self.separately { try await self.answer(request, headers, channel) }, writer, channel, request)
        }
        var body = BodyReading(request, headers, bytesMax: gateway.settings.bodyBytesMax)
        if headers.expectsContinue, headers.hasBody, headers.contentLength ?? 0 <= BodyReading.drainBytesMax {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let response = try await answer(request, headers, &body, channel)
        let isBodyLeft = !body.isConsumed
        guard response.takeover == nil else { return try await stay(response, writer, channel, request) }
        try await writer.write(response: head(of: response), body: content(of: response, isHead: request.head.method == .head))
        if isBodyLeft {
            gateway.bodies.start(channel)
            defer { gateway.bodies.end(channel) }
            try await body.drain()
        }
        if Self.isLastRequest(headers, channel) { throw BodyReading.ConnectionMustClose() }
    }

    /// A protocol that is not spoken here is ignored (RFC 9110, 7.8): Java's client asks for `h2c` with every request.
    /// The decoder reads nothing after such a request, so the connection ends with the answer.
    private static func isLastRequest(_ headers: RequestHeaders, _ channel: any Channel) -> Bool {
        headers.upgrade != nil && !isHTTP2(channel)
    }
    /// The channel of an HTTP/2 stream has the connection as its parent, and that the listener.
    private static func isHTTP2(_ channel: any Channel) -> Bool { channel.parent?.parent != nil }

    private static func separately(_ work: @escaping @Sendable () async throws -> EdgeResponse) async throws -> EdgeResponse {
        try await Task { try await work() }.value
    }

    /// An answer whose connection may go on for long.
    private func stay(_ response: EdgeResponse, _ writer: consuming ResponseWriter, _ channel: any Channel,
                      _ request: Request) async throws {
        let isHead = request.head.method == .head
        switch response.takeover {
        case .webSocket(let start): return try await start.run(on: channel)
        case .events(let sink):
            let stream: any ResponseBodyWriter = try await writer.writeHead(head(of: response))
            try await gateway.whileServing(sink, on: channel) { try await sink.run(stream) }
        case .file(let sending) where !isHead: try await sending.run(head(of: response), writer)
        case .file, nil: try await writer.write(response: head(of: response), body: content(of: response, isHead: isHead))
        }
        if Self.isLastRequest(RequestHeaders(request.head.headerFields), channel) { throw BodyReading.ConnectionMustClose() }
    }

    private func head(of response: EdgeResponse) -> HTTPResponse {
        HTTPResponse(status: HTTPResponse.Status(code: response.status), headerFields: response.fields)
    }
    private func content(of response: EdgeResponse, isHead: Bool) -> ResponseBody {
        isHead || response.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
    }

    private func answer(_ request: Request, _ headers: RequestHeaders, _ channel: any Channel) async throws -> EdgeResponse {
        var body = BodyReading(request, headers, bytesMax: 0)
        return try await answer(request, headers, &body, channel)
    }

    /// The answer to a request, ready to be written.
    private func answer(_ request: Request, _ headers: RequestHeaders, _ body: inout BodyReading,
                        _ channel: any Channel) async throws -> EdgeResponse {
        let started = ContinuousClock.now
        let received = Timestamp.now()
        let given = headers.requestID.flatMap { RequestIDs.isSaneRequestID($0) ? $0 : nil }
        let requestID = given ?? RequestIDs.fresh()
        var response: EdgeResponse
        if let target = RequestTarget(request.head.path ?? "/") {
            let address = gateway.addresses.address(peer: channel.remoteAddress?.ipAddress, forwardedFor: headers.forwardedFor)
            let call = EdgeCall(
                method: request.head.method.rawValue, target: target, headers: headers, requestID: requestID,
                isRequestIDFresh: given == nil, address: address, received: received)
            response = try await gateway.respond(to: call, host: request.head.authority, fields: request.head.headerFields, body: &body,
                                                 channel: channel)
        } else {
            // The app decides how fields are written and which languages there are, so look for it in what can be read.
            let root = RequestTarget.root(of: request.head.path ?? "/")
            let tenant = root.flatMap { gateway.platform.directory.place(host: request.head.authority, $0)?.tenant }
            response = gateway.refuse(.malformed("The path or query cannot be read."), headers, requestID: requestID, tenant)
        }
        finish(&response, request: request, headers: headers, requestID: requestID, at: received, channel)
        if !response.isProbe { gateway.counters.count(status: response.status, since: started) }
        gateway.logger.debug("request",
                             metadata: ["method": "\(request.head.method)", "status": "\(response.status)", "request.id": "\(requestID)"])
        return response
    }

    /// What every response has, and its smaller form where the client takes one.
    private func finish(_ response: inout EdgeResponse, request: Request, headers: RequestHeaders, requestID: String,
                        at received: Timestamp, _ channel: any Channel) {
        if response.isCompressible {
            if response.body.count > Gzip.bodyBytesMin {
                if headers.acceptsGzip, let small = Gzip.compress(response.body), small.count < response.body.count {
                    response.body = small
                    response.fields[.contentEncoding] = "gzip"
                    if let tag = response.fields[.eTag] { response.fields[.eTag] = EntityTag.gzipped(tag) }
                }
                response.fields.vary(by: "Accept-Encoding")
            }
        }
        if response.status != 204, response.status != 304, response.takeover == nil {
            response.fields.add(.contentLength, String(response.body.count))
        }
        response.fields.add(.requestID, requestID)
        response.fields.add(.date, gateway.dates.text(at: received))
        response.fields.add(.nosniff, "nosniff")
        // Clients reconnect, and the balancer sends them elsewhere. HTTP/2 has no such header: the server ends those
        // connections when the listener closes.
        if gateway.isEnding && !Self.isHTTP2(channel) || Self.isLastRequest(headers, channel) { response.fields[.connection] = "close" }
        if gateway.settings.tls != nil { response.fields.add(.strictTransportSecurity, "max-age=31536000") }
        if let origin = headers.origin { CrossOrigin.allow(origin, by: gateway.settings.allowedOrigins, in: &response.fields) }
    }
}

extension HTTPFields {
    /// The answer depends on the reader's language, so caches must store it per language.
    mutating func varyByLanguage(of tenant: MountedTenant) {
        guard tenant.definition.languages.count > 1 else { return }
        vary(by: "Accept-Language")
    }
    /// All names stand in one field: a client that keeps its fields in a dictionary sees only one of several.
    mutating func vary(by name: String) { self[.vary] = self[.vary].map { "\($0), \(name)" } ?? name }
}

/// Browsers of other origins (https://fetch.spec.whatwg.org/#http-cors-protocol). No cookies are used, so `*` gives nothing away.
enum CrossOrigin {
    private static let exposed =
        "ETag, Idempotency-Replayed, Link, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id"

    /// Always allowed; other names that a browser asks for are allowed as well.
    private static let allowed = [
        "Accept-Language", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Prefer",
        "Range", "X-Client-Secret", "X-Request-Id", "X-Sandbox-Payment",
    ]

    static func allow(_ origin: String, by allowed: [String], in fields: inout HTTPFields) {
        if allowed.contains("*") {
            fields[.accessControlAllowOrigin] = "*"
        } else if allowed.contains(origin) {
            fields[.accessControlAllowOrigin] = origin
            fields.vary(by: "Origin")
        } else {
            return
        }
        fields[.exposeHeaders] = exposed
    }

    /// The answer to OPTIONS, a browser's question before a request included.
    static func options(_ methods: [String], _ headers: RequestHeaders) -> EdgeResponse {
        var response = EdgeResponse(204)
        let list = EdgeResponse.methods(methods)
        response.fields[.allow] = list
        guard headers.isPreflight, headers.origin != nil else { return response }
        response.fields[.allowMethods] = list
        let asked = (headers.preflightHeaders ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
        let others = asked.filter { name in !name.isEmpty && !allowed.contains { $0.lowercased() == name.lowercased() } }
        response.fields[.allowHeaders] = (allowed + others).joined(separator: ", ")
        response.fields[.maxAge] = "600"
        return response
    }
}
