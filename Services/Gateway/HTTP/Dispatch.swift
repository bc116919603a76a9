import HTTPTypes
import Kernel
import Messaging
import NIOCore
import ServiceKit

extension Gateway {
    /// Finds what a request is for and has it served. Throws only what ends the connection.
    func respond(to call: EdgeCall, host: String?, fields: HTTPFields, body: inout BodyReading,
                 channel: any Channel) async throws -> EdgeResponse {
        let directory = platform.directory
        guard let place = directory.place(host: host, call.target) else { return withoutTenant(call) }
        let method = call.method == "HEAD" ? "GET" : call.method
        if place.tenant.isStream(place.segments, call) {
            return try await limited(call, place.tenant) { try await openStream(call, place, channel) }
        }
        switch place.tenant.trie.match(place.segments, method: method) {
        case .nothing: return try await limited(call, place.tenant) { refuse(isComplete ? .notFound : .starting, call, place.tenant) }
        case .otherMethods(let methods):
            if method == "OPTIONS" { return CrossOrigin.options(methods, call.headers) }
            return try await limited(call, place.tenant) { refuseMethod(methods, call, place) }
        case .found(.contested, _):
            return try await limited(call, place.tenant) {
                refuse(.unavailable("Two parts of this app claim this path; its operator must give one a prefix.", retryAfterSeconds: 60),
                       call, place.tenant)
            }
        case .found(.builtIn(.webSocket), _):
            return try await limited(call, place.tenant) { try await openWebSocket(call, place, fields, channel) }
        case .found(.builtIn(.stream), _): return try await limited(call, place.tenant) { try await openStream(call, place, channel) }
        case .found(.builtIn(let builtIn), let parameters):
            return try await limited(call, place.tenant) {
                accepted(try await serve(builtIn, parameters, call, place, directory, &body, channel), call, place.tenant)
            }
        case .found(.route(let route), let parameters):
            return try await serve(route, parameters, call, place, fields: fields, body: &body, channel: channel)
        }
    }

    /// A path that holds a guest's key is as private with any other method.
    private func refuseMethod(_ methods: [String], _ call: EdgeCall, _ place: TenantDirectory.Place) -> EdgeResponse {
        var response = refuse(.notAllowed(methods), call, place.tenant)
        for method in methods {
            guard case .found(.route(let route), _) = place.tenant.trie.match(place.segments, method: method),
                  route.route.capability != nil else { continue }
            for header in route.answerHeaders { response.fields[header.field] = header.value }
        }
        return response
    }

    /// Paths of the platform itself.
    private func withoutTenant(_ call: EdgeCall) -> EdgeResponse {
        let path = call.target.decodedPath
        let isFirstPage = path == "/" && settings.isDevelopment
        // Elsewhere only the operators' port has them: what they count is not for the public.
        let isLocalScrape = path == "/metrics" && settings.isDevelopment && call.address == "127.0.0.1"
        guard isFirstPage || isLocalScrape || ["/live", "/ready"].contains(path) else {
            return refuse(isComplete ? .notFound : .starting, call, nil)
        }
        switch call.method {
        case "GET", "HEAD": break
        case "OPTIONS": return CrossOrigin.options(["GET"], call.headers)
        default: return refuse(.notAllowed(["GET"]), call, nil)
        }
        if isFirstPage {
            var response = EdgeResponse(200, "text/html; charset=utf-8", AppsPage.make(platform.directory))
            response.fields[.securityPolicy] = DocumentationPage.securityPolicy
            return response
        }
        guard let answer = operatorAnswer("GET", path) else { return refuse(.notFound, call, nil) }
        var response = EdgeResponse(answer.status, answer.contentType, Array(answer.body.utf8))
        response.isProbe = true
        return response
    }

    /// While manifests are still to come, a path that nobody knows may be known in a moment.
    private var isComplete: Bool { platform.missing(expected: settings.expectedServices).isEmpty }

    /// What the gateway answers itself counts like every other request.
    private func limited(_ call: EdgeCall, _ tenant: MountedTenant,
                         _ answer: () async throws -> EdgeResponse) async throws -> EdgeResponse {
        let verdict = AccessCheck.decide(
            .guest, authorization: call.headers.authorization, tenant: tenant, tokens: platform.tokens,
            now: tenant.clock.now(call.received), isDevelopment: settings.isDevelopment)
        guard let standing = takeToken(verdict, rate: .standard, call, tenant) else { return try await answer() }
        var response: EdgeResponse
        if let seconds = standing.retryAfterSeconds {
            response = refuse(Problem(429, "too-many-requests", "Too many requests.", retryAfterSeconds: seconds), call, tenant)
        } else {
            response = try await answer()
        }
        standing.write(to: &response.fields)
        return response
    }

    /// What was read, unless the client does not take its type. What changes something looks at `Accept` before it does.
    private func accepted(_ response: EdgeResponse, _ call: EdgeCall, _ tenant: MountedTenant) -> EdgeResponse {
        guard response.status == 200, let type = response.fields[.contentType], !call.headers.accepts(type) else { return response }
        return refuse(.notAcceptable(type), call, tenant)
    }

    /// A problem in the tenant's form and the client's language.
    func refuse(_ problem: Problem, _ call: EdgeCall, _ tenant: MountedTenant?) -> EdgeResponse {
        refuse(problem, call.headers, requestID: call.requestID, tenant)
    }
    func refuse(_ problem: Problem, _ headers: RequestHeaders, requestID: String, _ tenant: MountedTenant?) -> EdgeResponse {
        let language = LanguageChoice.choose(headers.acceptLanguage, among: tenant?.definition.languages ?? ["en"])
        let problem = inWords(problem, language, tenant)
        var response = EdgeResponse(problem, requestID: requestID, language: language, snakeCase: tenant?.usesSnakeCase ?? false)
        if let tenant { response.fields.varyByLanguage(of: tenant) }
        return response
    }

    /// The problem in the words and field names of this app.
    func inWords(_ problem: Problem, _ language: String, _ tenant: MountedTenant?) -> Problem {
        let localized = problem.localized(in: tenant?.settings.messages[problem.slug], language, tenant?.translations ?? .generic)
        return tenant?.fieldNames.map { localized.naming($0) } ?? localized
    }

    /// Keep the connection open when the broker is away.
    private func unlessLogFails(_ call: EdgeCall, _ place: TenantDirectory.Place,
                                _ body: () async throws -> EdgeResponse) async throws -> EdgeResponse {
        do { return try await body() } catch let error as LogError {
            logger.warning("the log failed an operator's request", metadata: ["request.id": "\(call.requestID)", "error": "\(error)"])
            return refuse(.unavailable("The log does not answer."), call, place.tenant)
        } catch let refusal as EdgeRefusal { return refuse(refusal.problem, call, place.tenant) }
    }

    private func serve(
        _ builtIn: BuiltIn, _ parameters: [String], _ call: EdgeCall, _ place: TenantDirectory.Place, _ directory: TenantDirectory,
        _ body: inout BodyReading, _ channel: any Channel
    ) async throws -> EdgeResponse {
        switch builtIn {
        case .openAPI: return .json(place.tenant.document("openapi.json") { OpenAPIDocument.make(place.tenant) })
        case .docs:
            var response =
                EdgeResponse(200, "text/html; charset=utf-8", place.tenant.document("docs") { DocumentationPage.make(place.tenant) })
            response.isCompressible = true
            response.fields[.securityPolicy] = DocumentationPage.securityPolicy
            return response
        case .operation:
            do { return try await operationStatus(parameters.first ?? "", call, place) } catch {
                logger.error("an operation cannot be read", metadata: ["request.id": "\(call.requestID)", "error": "\(error)"])
                return refuse(.unavailable("The operation cannot be read."), call, place.tenant)
            }
        case .listDeadLetters: return try await unlessLogFails(call, place) { try await listDeadLetters(call, place, directory) }
        case .replayDeadLetter:
            return try await unlessLogFails(call, place) {
                try await replayDeadLetter(parameters.first ?? "", call, place, directory, &body, channel)
            }
        case .webSocket, .stream: return refuse(.notFound, call, place.tenant)  // Served above: they take the connection over.
        case .readClock: return readClock(call, place)
        case .moveClock: return try await moveClock(call, place, directory, &body, channel)
        }
    }
}
