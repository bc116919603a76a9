import HTTPTypes
import Kernel
import NIOCore

extension Gateway {
    /// `GET /ws`: from now on frames.
    func openWebSocket(_ call: EdgeCall, _ place: TenantDirectory.Place, _ fields: HTTPFields,
                       _ channel: any Channel) async throws -> EdgeResponse {
        let tenant = place.tenant
        let token: VerifiedToken?
        switch admit(call, place) {
        case .go(let verified): token = verified
        case .refused(let response): return response
        }
        guard call.method == "GET", call.headers.upgrade == "websocket", fields[.secWebSocketVersion] == WebSocketStart.version else {
            var response = refuse(Problem(426, "upgrade-required", "This path speaks WebSocket, version 13 (RFC 6455)."), call, tenant)
            response.fields[.upgrade] = "websocket"
            response.fields[.secWebSocketVersion] = WebSocketStart.version
            return response
        }
        guard let accept = fields[.secWebSocketKey].flatMap({ WebSocketStart.acceptance(of: $0) }) else {
            return refuse(.malformed("Sec-WebSocket-Key must be 16 bytes in base64."), call, tenant)
        }
        // Pages of other origins are let in only where their requests are, too (ASVS 5.0, 4.4.2).
        if let origin = call.headers.origin, !settings.allowedOrigins.contains("*"), !settings.allowedOrigins.contains(origin) {
            return refuse(Problem(403, "forbidden", "Pages of this origin may not connect."), call, tenant)
        }
        let sink = WebSocketSink(loop: channel.eventLoop) { [live] in live.noteSlow() }
        let connection = connection(token, call, tenant, sink)
        if let refusal = join(connection, call, tenant) { return refusal }
        let start = WebSocketStart(
            accept: accept, fields: [.requestID: call.requestID], sink: sink,
            onMessage: { [weak self] in self?.take($0, from: connection, prefix: place.prefix) },
            onGone: { [live] in live.leave(connection) })
        var response = EdgeResponse(101)
        response.takeover = .webSocket(start)
        return response
    }

    /// `GET /stream?topics=…`: server-sent events; `Last-Event-ID` goes on after that event.
    func openStream(_ call: EdgeCall, _ place: TenantDirectory.Place, _ channel: any Channel) async throws -> EdgeResponse {
        let tenant = place.tenant
        let token: VerifiedToken?
        switch admit(call, place) {
        case .go(let verified): token = verified
        case .refused(let response): return response
        }
        guard call.headers.accepts("text/event-stream") else { return refuse(.notAcceptable("text/event-stream"), call, tenant) }
        var response = EdgeResponse(200, "text/event-stream")
        response.fields[.cacheControl] = "no-store"
        guard call.method != "HEAD" else { return response }
        var names = call.target.query.filter { ["topic", "topics", "subscribe"].contains($0.name) }
            .flatMap { $0.value.split(separator: ",").map(String.init) }
        let isByDefault = names.isEmpty
        if isByDefault {
            guard token != nil else { return askToSignIn(call, tenant) }
            names = tenant.topics.personal.map(\.name)
        }
        let last = call.headers.lastEventID ?? call.target.query.last { $0.name == "lastEventId" }?.value
        let sink = EventStreamSink(channel: channel) { [live] in live.noteSlow() }
        // Set the position before any subscription, so that every later event comes after it.
        sink.start(at: live.places(in: tenant.tenant, after: last.map { StreamPlace($0) }))
        let connection = connection(token, call, tenant, sink)
        if let refusal = join(connection, call, tenant) { return refusal }
        var refusals: [(topic: String, problem: Problem)] = []
        var allowed: [Admitted] = []
        for (index, name) in names.prefix(LiveConnection.topicsMax).enumerated() {
            // The request itself has paid for the first topic.
            if index > 0, let problem = takeSubscription(token, call.address, tenant) {
                refusals.append((name, problem))
                continue
            }
            switch await ask(name, for: connection, tenant) {
            case .allowed(let admitted): allowed.append(admitted)
            case .refused(let problem): refusals.append((name, problem))
            case .known, .over: break  // Named twice, or gone meanwhile.
            }
        }
        // Where everything is personal by default, roles that do not fit are simply not shown.
        if let first = refusals.first, allowed.isEmpty {
            live.leave(connection)
            return first.problem.status == 401 && token == nil ? askToSignIn(call, tenant) : refuse(first.problem, call, tenant)
        }
        begin(allowed, connection, tenant, resumingAfter: last)
        if !isByDefault {
            for (topic, problem) in refusals { sink.send(errorFrame(problem, connection, tenant, topic: topic)) }
        }
        channel.closeFuture.whenComplete { [live] _ in
            sink.finish()
            live.leave(connection)
        }
        response.takeover = .events(sink)
        return response
    }

    private func askToSignIn(_ call: EdgeCall, _ tenant: MountedTenant) -> EdgeResponse {
        refuse(.refused(.unauthenticated, members: [:], tenant: tenant, action: nil, method: call.method, target: call.withoutQuery),
               call, tenant)
    }

    // MARK: - Who comes in

    private enum Admission {
        case go(VerifiedToken?)
        case refused(EdgeResponse)
    }

    /// The token of the header, or of `?access_token=`: browsers cannot set headers here.
    private func admit(_ call: EdgeCall, _ place: TenantDirectory.Place) -> Admission {
        let tenant = place.tenant
        let inQuery = call.target.query.last { $0.name == "access_token" && !$0.value.isEmpty }.map { "Bearer " + $0.value }
        let authorization = call.headers.authorization ?? inQuery
        if authorization != nil, !platform.tokens.hasKeys { return .refused(refuse(.starting, call, tenant)) }
        let verdict = AccessCheck.decide(
            .guest, authorization: authorization, tenant: tenant, tokens: platform.tokens, now: tenant.clock.now(call.received),
            isDevelopment: settings.isDevelopment)
        switch verdict {
        case .hidden: return .refused(refuse(.notFound, call, tenant))
        case .refused(let condition, let members):
            // The query may hold the token: it is not said again.
            return .refused(refuse(
                .refused(condition, members: members, tenant: tenant, action: nil, method: call.method, target: call.withoutQuery), call,
                tenant))
        case .granted(let token):
            // Without guest topics a guest could receive nothing.
            guard token != nil || tenant.topics.hasGuestTopics else {
                return .refused(refuse(
                    .refused(.unauthenticated, members: [:], tenant: tenant, action: nil, method: call.method, target: call.withoutQuery),
                    call, tenant))
            }
            return .go(token)
        }
    }

    private func connection(_ token: VerifiedToken?, _ call: EdgeCall, _ tenant: MountedTenant, _ sink: any LiveSink) -> LiveConnection {
        LiveConnection(
            tenant: tenant.tenant, token: token, address: call.address,
            language: LanguageChoice.choose(call.headers.acceptLanguage, among: tenant.definition.languages), sink: sink)
    }

    /// Nil: it is in.
    private func join(_ connection: LiveConnection, _ call: EdgeCall, _ tenant: MountedTenant) -> EdgeResponse? {
        switch live.join(connection, now: Monotonic.milliseconds()) {
        case .joined:
            // The session may have ended between the look at the token and now.
            guard let token = connection.token, platform.tokens.isRevoked(token.claims.sid) else { return nil }
            live.leave(connection)
            return refuse(
                .refused(.revokedToken, members: [:], tenant: tenant, action: nil, method: call.method, target: call.withoutQuery), call,
                tenant)
        case .full: return refuse(.unavailable("Too many connections are open.", retryAfterSeconds: 30), call, tenant)
        case .tooMany:
            return refuse(Problem(429, "too-many-requests", "You have too many connections open.", retryAfterSeconds: 30), call, tenant)
        case .draining: return refuse(.unavailable("This instance is ending."), call, tenant)
        }
    }
}
