// Long: one request from its body to its answer, in the order of the steps.
import Contracts
import HTTPTypes
import Kernel
import Messaging
import NIOCore
import ServiceKit

/// A refusal on the way from a request to its message.
struct EdgeRefusal: Error {
    let problem: Problem
    /// The limit that refuses, in place of the one that every request counts against.
    var standing: RateLimiter.Standing?
    init(_ problem: Problem) { self.problem = problem }

    /// More requests wait for an answer than this gateway holds.
    static let overloaded = EdgeRefusal(.unavailable("Too much is going on right now."))
}

/// Who asks, once the edge has let them in.
struct Caller: Sendable {
    let token: VerifiedToken?
    let client: String
    /// The owner of the operations.
    var principal: String { token?.claims.sub ?? OperationTicket.guest }
}

extension Gateway {
    /// A route of a service: access, limits, validation, message, answer.
    func serve(
        _ route: MountedRoute, _ parameters: [String], _ call: EdgeCall, _ place: TenantDirectory.Place, fields: HTTPFields,
        body: inout BodyReading, channel: any Channel
    ) async throws -> EdgeResponse {
        let tenant = place.tenant
        let verdict = AccessCheck.decide(
            route.route.access, orPermission: route.route.orPermission, authorization: call.headers.authorization, tenant: tenant,
            tokens: platform.tokens, now: tenant.clock.now(call.received), isDevelopment: settings.isDevelopment)
        if case .hidden = verdict { return refuse(.notFound, call, tenant) }
        // Without any key every token would look bad, and the app would sign its user out.
        if call.headers.authorization != nil, !platform.tokens.hasKeys { return refuse(.starting, call, tenant) }
        let capability = route.capability.map { parameters[$0] }
        var standing = takeToken(verdict, rate: route.route.rate, capability: capability, call, tenant)
        var response: EdgeResponse
        if let seconds = standing?.retryAfterSeconds {
            response = refuse(Problem(429, "too-many-requests", "Too many requests.", retryAfterSeconds: seconds), call, tenant)
        } else {
            switch verdict {
            case .hidden: return refuse(.notFound, call, tenant)
            case .refused(let condition, let members):
                response = refuse(
                    .refused(condition, members: members, tenant: tenant, action: route.route.action, method: call.method,
                             target: call.target), call, tenant)
            case .granted(let token):
                let turn = guestTurn(token, on: route, call, tenant)
                do {
                    if case .full(let seconds) = turn {
                        throw EdgeRefusal(Problem(429, "too-many-requests", "Too many requests.", retryAfterSeconds: seconds))
                    }
                    let caller = Caller(token: token, client: addresses.hash(call.address))
                    response = try await exchange(route, parameters, call, place, caller, fields: fields, body: &body, channel: channel)
                } catch let refusal as EdgeRefusal {
                    response = refuse(refusal.problem, call, tenant)
                    standing = refusal.standing ?? standing
                } catch {
                    settle(turn, succeeded: false, on: route, call, tenant)
                    throw error
                }
                settle(turn, succeeded: response.status < 300 && response.fields[.idempotencyReplayed] == nil, on: route, call, tenant)
            }
        }
        response = shown(response, on: route, capability, call, tenant)
        standing?.write(to: &response.fields)
        for header in route.answerHeaders { response.fields[header.field] = header.value }
        return response
    }
    /// What the holder of a guest's key may send.
    private static let changesPerCapabilityPerMinute = 60

    /// Nil: limits are off.
    func takeToken(
        _ verdict: AccessCheck.Verdict, rate: Route.Rate, capability: String? = nil, _ call: EdgeCall, _ tenant: MountedTenant
    ) -> RateLimiter.Standing? {
        guard let limits = settings.rateLimits else { return nil }
        let own = tenant.settings.rateLimits
        if let capability, call.method == "POST" {
            // The address first: a client that invents keys fills one bucket, not one for each key.
            let own = takeToken(verdict, rate: rate, call, tenant)
            guard own?.retryAfterSeconds == nil else { return own }
            let key = addresses.hash(capability: capability)
            let standing = limiter.takeExactly(.capability(tenant.tenant, key), perMinute: Self.changesPerCapabilityPerMinute,
                                               now: call.received)
            return standing.retryAfterSeconds == nil ? own : standing
        }
        if rate == .signIn {
            let limit = min(limits.signInPerAddressPerMinute, own.signInPerAddressPerMinute ?? .max)
            return limiter.take(.signIn(tenant.tenant, call.address), perMinute: limit, now: call.received)
        }
        guard case .granted(let token) = verdict else { return takeToken(of: nil, at: call.address, tenant, now: call.received) }
        return takeToken(of: token, at: call.address, tenant, now: call.received)
    }

    /// Takes a token from the bucket of a person, or of an address for guests. Nil: limits are off.
    func takeToken(of token: VerifiedToken?, at address: String, _ tenant: MountedTenant, now: Timestamp) -> RateLimiter.Standing? {
        guard let limits = settings.rateLimits else { return nil }
        let own = tenant.settings.rateLimits
        if let token {
            let limit = min(limits.perPrincipalPerMinute, own.perPrincipalPerMinute ?? .max)
            return limiter.take(.principal(tenant.tenant, token.claims.sub), perMinute: limit, now: now)
        }
        return limiter.take(.address(tenant.tenant, address), perMinute: min(limits.perAddressPerMinute, own.perAddressPerMinute ?? .max),
                            now: now)
    }

    private func exchange(
        _ route: MountedRoute, _ parameters: [String], _ call: EdgeCall, _ place: TenantDirectory.Place, _ caller: Caller,
        fields: HTTPFields, body: inout BodyReading, channel: any Channel
    ) async throws -> EdgeResponse {
        let early = try await requireGuestKey(route, call, place.tenant, caller, fields, &body, channel)
        // What changes something is refused before it does. A route that looks at `Accept` itself has more than JSON to answer with.
        if !route.isQuery, route.route.takesForms != true, !route.headers.contains(where: { $0.0 == .accept }),
            !call.headers.accepts("application/json") { throw EdgeRefusal(.notAcceptable("application/json")) }
        let exchange = Exchange(route: route, parameters: parameters, call: call, place: place, caller: caller, fields: fields)
        switch route.route.kind {
        case .command, .query, .intake: break
        case .upload: return try await upload(exchange, body: &body, channel: channel)
        case .download: return try await download(exchange)
        }
        let bytes: [UInt8]
        if let early { bytes = early } else { bytes = try await read(&body, channel) }
        let tenant = place.tenant
        // A malformed key (400) takes precedence over an invalid body (422).
        _ = try readableKey(route, call)
        let value: [UInt8], identifier: String?
        do { (value, identifier) = try message(route, parameters, call, tenant, bytes) } catch let form as InvalidForm {
            throw await refusal(of: form, exchange)
        }
        try requirePossible(parameters, of: route)
        let key = try idempotencyKey(exchange, identifier: guestKey(of: exchange, bytes) ?? identifier)
        let (id, earlier) = messageID(key, exchange)
        var message = request(exchange, id: id, value: value, fingerprint: key == nil ? nil : fingerprint(exchange, bytes))
        message.earlierID = earlier
        let began = Monotonic.milliseconds()
        if let key, let mark = message.fingerprint { try await claim(key, mark, for: route.route.message, call, tenant) }
        let ticket = route.isQuery ? nil : OperationTicket(id: id, tenant: tenant.tenant, principal: caller.principal,
                                                           service: route.service)
        let record = message.record(identity)
        let outcome = await pending.ask(
            id, record, fingerprint: message.fingerprint, ticket: ticket,
            waitMilliseconds: max(0, wait(call, isQuery: route.isQuery) - (Monotonic.milliseconds() - began)))
        return try await answer(outcome, ticket, record, route, call, place, hasKey: key != nil)
    }

    /// Answers a guest without the key of such a route with 401 before any other error. Returns the body if the key was
    /// looked for in it.
    private func requireGuestKey(
        _ route: MountedRoute, _ call: EdgeCall, _ tenant: MountedTenant, _ caller: Caller, _ fields: HTTPFields, _ body: inout BodyReading,
        _ channel: any Channel
    ) async throws -> [UInt8]? {
        guard let key = route.guestKey, caller.token == nil, fields[key.header]?.isEmpty ?? true else { return nil }
        guard Self.inQuery(key.field, call, tenant) == nil else { return nil }
        let unauthenticated = EdgeRefusal(
            .refused(.unauthenticated, members: [:], tenant: tenant, action: route.route.action, method: call.method,
                     target: call.withoutQuery))
        guard route.body != nil else { throw unauthenticated }
        let bytes: [UInt8]
        do { bytes = try await read(&body, channel) } catch is EdgeRefusal { throw unauthenticated }
        guard Self.inBody(key.field, bytes, tenant) != nil else { throw unauthenticated }
        return bytes
    }

    /// What tells guests of such a route apart, wherever they are: the key, from where the handler takes it first.
    /// Nil: the route takes no such key.
    private func guestKey(of exchange: Exchange, _ bytes: [UInt8]) -> String? {
        guard let key = exchange.route.guestKey else { return nil }
        let text = Self.inQuery(key.field, exchange.call, exchange.tenant) ?? Self.inBody(key.field, bytes, exchange.tenant)
        return "key " + (text ?? exchange.fields[key.header] ?? "")
    }
    private static func inQuery(_ field: String, _ call: EdgeCall, _ tenant: MountedTenant) -> String? {
        call.target.query.last { name, value in
            !value.isEmpty && (name == field || tenant.usesSnakeCase && KeyStyle.camelCase(name) == field)
        }?.value
    }
    private static func inBody(_ field: String, _ bytes: [UInt8], _ tenant: MountedTenant) -> String? {
        let text = (try? JSONScanner.scan(tenant.usesSnakeCase ? KeyStyle.camelCase(bytes) : bytes))?.member(field)
        return text?.isEmpty ?? true ? nil : text
    }

    /// A request at a route, by somebody who may make it.
    struct Exchange {
        let route: MountedRoute
        let parameters: [String]
        let call: EdgeCall
        let place: TenantDirectory.Place
        let caller: Caller
        let fields: HTTPFields
        var tenant: MountedTenant { place.tenant }
    }

    /// The id of the message, and with a key the one it had yesterday.
    func messageID(_ key: IdempotencyKey?, _ exchange: Exchange) -> (id: String, earlier: String?) {
        guard let key else { return (exchange.call.isRequestIDFresh ? exchange.call.requestID : RequestIDs.fresh(), nil) }
        return key.ids(in: exchange.tenant.tenant, at: exchange.tenant.clock.now(exchange.call.received))
    }

    /// The message of a request, with all that the edge knows of it.
    /// - Parameter type: nil: the route's.
    func request(_ exchange: Exchange, type: [UInt8]? = nil, id: String, value: [UInt8], fingerprint: String?) -> RequestMessage {
        let call = exchange.call, tenant = exchange.tenant
        var message = RequestMessage(
            topic: exchange.route.topic, type: type ?? exchange.route.type, id: id, time: tenant.clock.now(call.received),
            tenant: tenant.name, correlationID: call.requestID, token: exchange.caller.token, value: value)
        message.traceparent = call.headers.traceparent.flatMap { RequestIDs.isTraceparent($0) ? $0 : nil }
        message.fingerprint = fingerprint
        message.attributes.append(
            ("request-language", LanguageChoice.choose(call.headers.acceptLanguage, among: tenant.definition.languages)))
        message.attributes.append(("request-client", exchange.caller.client))
        message.attributes.append(("request-root", root(exchange.place)))
        if let profile = exchange.caller.token?.profile { message.attributes.append(("request-profile", profile)) }
        if exchange.route.route.rawBody != nil { message.attributes.append(("request-received", call.received.description)) }
        if settings.isDevelopment { message.attributes.append(("request-development", "true")) }
        // Whoever only looks (a mail program at its reader's links) must be told from who clicks.
        if call.method == "HEAD" { message.attributes.append(("request-method", "HEAD")) }
        for (field, attribute) in exchange.route.headers {
            guard let text = exchange.fields[field], text.utf8.count <= 1024 else { continue }
            message.attributes.append((attribute, text))
        }
        return message
    }

    /// Where the tenant's root is for people: under its own host where the request came to it, else under the
    /// configured address. Never a host that is not listed.
    private func root(_ place: TenantDirectory.Place) -> String {
        if place.prefix.isEmpty, let host = place.host { return "https://" + host }
        return settings.publicURL + "/t/" + place.tenant.tenant.rawValue
    }

    func wait(_ call: EdgeCall, isQuery: Bool) -> Int64 {
        let wait = call.headers.preference.waitMilliseconds(atMost: settings.waitSeconds)
        // A question has no use without its answer.
        return isQuery ? max(wait, 1000) : wait
    }

    /// Throws 404 if a path parameter cannot name anything. Runs after the check of query and body, whose error is 422.
    func requirePossible(_ parameters: [String], of route: MountedRoute) throws {
        for (name, value) in zip(route.parameterNames, parameters) where !Self.isPossible(value, for: name) { throw EdgeRefusal(.notFound) }
    }

    /// Ids are short and visible; what cannot be one is the id of nothing.
    private static func isPossible(_ value: String, for name: String) -> Bool {
        guard name == "id" || name.hasSuffix("Id") else { return !value.hasControlCharacters() }
        return value.utf8.count <= 64 && value.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    }

    func read(_ body: inout BodyReading, _ channel: any Channel) async throws -> [UInt8] {
        guard !body.isConsumed else { return [] }
        bodies.start(channel)
        defer { bodies.end(channel) }
        do { return try await body.collect() } catch BodyReading.Failure.tooLarge {
            throw EdgeRefusal(Problem(413, "payload-too-large", "A body may have \(body.bytesMax) bytes."))
        }
    }

    /// The checked value of the message; the error names every invalid field. Also the person that the body names, if
    /// any.
    private func message(
        _ route: MountedRoute, _ parameters: [String], _ call: EdgeCall, _ tenant: MountedTenant, _ bytes: [UInt8]
    ) throws -> (value: [UInt8], identifier: String?) {
        let (query, queryErrors) = QueryParameters.read(
            call.target.query, route.query, required: route.route.requiredQuery ?? [], snakeCase: tenant.usesSnakeCase)
        var errors = queryErrors
        var document: ScannedJSON?
        if let schema = route.body {
            let scanned = try scan(bytes, call, tenant, route)
            if route.route.handlerChecksBody != true { errors.merge(SchemaCheck.errors(in: scanned, schema)) { $0 + $1 } }
            document = try route.route.listBody.map { try wrapped(scanned, as: $0) } ?? scanned
        } else if takesNoFields(route) {
            _ = try scan(bytes, call, tenant, route)
        }
        let isSignIn = route.route.rate == .signIn && route.route.isSignUp != true
        guard errors.isEmpty else {
            let rest = InvalidForm.rest(of: document, query, besides: queryErrors, route, parameters)
            if isSignIn, rest != nil, let document { try limitIdentifier(in: document, call, tenant) }
            throw InvalidForm(errors, rest: rest)
        }
        if let name = route.route.rawBody {
            guard bytes.count <= Self.rawBodyBytesMax else {
                throw EdgeRefusal(Problem(413, "payload-too-large", "A body may have \(Self.rawBodyBytesMax) bytes."))
            }
            return (try MessageValue.make(raw: bytes, as: name, route: route, parameters: parameters, query: query), nil)
        }
        if isSignIn, let document { try limitIdentifier(in: document, call, tenant) }
        return (try MessageValue.make(document, route: route, parameters: parameters, query: query),
                document.flatMap(IdempotencyKey.identifier))
    }

    /// An API route without fields in its body: a body must still be JSON, and all its fields are ignored.
    /// Routes below the root take any body: mail programs post a form to unsubscribe.
    private func takesNoFields(_ route: MountedRoute) -> Bool { !route.isQuery && !route.route.atRoot && route.route.rawBody == nil }

    /// A sealed body grows by a third and must fit into one message of the log.
    private static let rawBodyBytesMax = 256 << 10

    /// The body as JSON with an object at its root, or the list that the route takes; an empty one is an object without members.
    private func scan(_ bytes: [UInt8], _ call: EdgeCall, _ tenant: MountedTenant, _ route: MountedRoute) throws -> ScannedJSON {
        let isForm = route.route.takesForms == true
        guard bytes.isEmpty || (isForm ? call.headers.isForm : call.headers.isJSON) else {
            throw EdgeRefusal(Problem(415, "unsupported-media-type", isForm
                ? "Send a form (Content-Type: application/x-www-form-urlencoded)."
                : "Send JSON in UTF-8 (Content-Type: application/json)."))
        }
        let json: [UInt8]
        if isForm, let schema = route.body {
            json = try FormBody.json(bytes, schema)
        } else {
            json = bytes.isEmpty ? Array("{}".utf8) : tenant.usesSnakeCase ? KeyStyle.camelCase(bytes) : bytes
        }
        let scanned: ScannedJSON
        do throws(JSONSyntaxError) { scanned = try JSONScanner.scan(json) } catch {
            throw EdgeRefusal(.malformed("The body is not JSON: \(error.reason), at byte \(error.offset)."))
        }
        let isList = route.route.listBody != nil
        guard scanned.tokens.first?.kind == (isList ? .array : .object) else {
            throw EdgeRefusal(.invalid(["body": [isList ? "must be a list" : "must be an object"]]))
        }
        return scanned
    }

    /// A body that is a list as the member of an object, because a message is one.
    private func wrapped(_ list: ScannedJSON, as name: String) throws -> ScannedJSON {
        var json: [UInt8] = [UInt8(ascii: "{")]
        JSONWriter.append(name, to: &json)
        json.append(UInt8(ascii: ":"))
        json += list.bytes
        json.append(UInt8(ascii: "}"))
        do throws(JSONSyntaxError) { return try JSONScanner.scan(json) } catch {
            throw EdgeRefusal(.malformed("The body is not JSON: \(error.reason)."))
        }
    }

    /// Attempts to sign in as one and the same count together, from wherever they come. Throws 429.
    private func limitIdentifier(in document: ScannedJSON, _ call: EdgeCall, _ tenant: MountedTenant) throws {
        guard let limits = settings.rateLimits else { return }
        let limit = min(limits.signInPerIdentifierPerMinute, tenant.settings.rateLimits.signInPerIdentifierPerMinute ?? .max)
        for name in ["login", "email", "phone"] {
            guard let typed = document.member(name)?.trimmed.lowercased(), !typed.isEmpty else { continue }
            // A number counts once, however it is written.
            let text = PhoneNumber(typed, prefix: tenant.definition.phonePrefix)?.text ?? typed
            let standing = limiter.take(.identifier(tenant.tenant, addresses.hash(identifier: text)), perMinute: limit, now: call.received)
            if let seconds = standing.retryAfterSeconds {
                var refusal = EdgeRefusal(Problem(429, "too-many-requests", "Too many attempts to sign in.", retryAfterSeconds: seconds))
                refusal.standing = standing
                throw refusal
            }
        }
    }
}
