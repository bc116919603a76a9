import Kernel
import Messaging

extension Gateway {
    /// How long an operation of another instance may take before this instance asks the service for its answer itself.
    private static let patience: Duration = .seconds(5)
    static let sharedWait: Duration = .seconds(5)

    /// `GET /operations/{id}`: `{"id","status":"pending|succeeded|failed","response":{status,headers,body}?}`, on every
    /// instance, only for the principal that made the request.
    func operationStatus(_ id: String, _ call: EdgeCall, _ place: TenantDirectory.Place) async throws -> EdgeResponse {
        let tenant = place.tenant
        var principal: String?
        switch AccessCheck.decide(
            .guest, authorization: call.headers.authorization, tenant: tenant, tokens: platform.tokens, now: now(of: tenant),
            isDevelopment: false)
        {
        case .hidden: return refuse(.notFound, call, tenant)
        case .refused(let condition, let members):
            return refuse(.refused(condition, members: members, tenant: tenant, action: nil, method: call.method, target: call.target),
                          call, tenant)
        case .granted(let token): principal = token?.claims.sub
        }
        // An answer that is given once must not be lost on a client that does not take it.
        guard call.headers.accepts("application/json") else { return refuse(.notAcceptable("application/json"), call, tenant) }
        var found = try await operations.find(id, tenant: tenant.tenant)
        if found == nil {
            // A client that gets 404 sends its command again, so answer 404 only after reading all news of other
            // instances.
            guard await shared.reachEnd(within: Self.sharedWait) else {
                return refuse(.unavailable("The log does not answer.", retryAfterSeconds: 1), call, tenant)
            }
            found = try await operations.find(id, tenant: tenant.tenant)
        }
        // A guest's operation belongs to everyone who knows its id.
        guard let operation = found, [principal, OperationTicket.guest].contains(operation.ticket.principal) else {
            return refuse(.notFound, call, tenant)
        }
        if operation.status == nil { try await adopt(operation) }
        var isGiven = true
        if operation.status != nil, operation.isSecret {
            guard let mine = try await take(operation, call) else {
                return refuse(.unavailable("The log does not answer.", retryAfterSeconds: 1), call, tenant)
            }
            isGiven = mine
        }
        var response = EdgeResponse(200, "application/json", document(operation, isGiven: isGiven, call, place))
        response.fields[.cacheControl] = "no-store"
        if operation.status == nil { response.fields[.retryAfter] = "1" }
        return response
    }

    /// The instance that got the request may be gone for good. A second request is safe: the service answers from its
    /// inbox.
    private func adopt(_ operation: OperationStore.Operation) async throws {
        let ticket = operation.ticket
        guard Timestamp.now() - operation.openedAt > Self.patience, !pending.knows(ticket.id) else { return }
        if let request = try await operations.unanswered(ticket.id, tenant: ticket.tenant) { pending.resume([request]) }
    }

    /// Whether this request gets an answer with secrets. The first request in the topic's order does, on any instance.
    /// Nil: unknown at the moment.
    private func take(_ operation: OperationStore.Operation, _ call: EdgeCall) async throws -> Bool? {
        guard call.method == "GET" else { return false }
        // An earlier request took the answer, but its client was told to try again; this may be that retry.
        if let taker = operation.takenBy { return operations.isUndelivered(taker) }
        let taker = RequestIDs.fresh()
        let update = try operations.newsOfTaking(operation.ticket, by: taker, at: Timestamp.now())
        operations.noteUndelivered(taker)
        guard let position = try? await producer.appendAsync(update), await shared.reach(position.offset + 1, within: Self.sharedWait)
        else { return nil }
        _ = operations.isUndelivered(taker)
        return try await operations.find(operation.ticket.id, tenant: operation.ticket.tenant)?.takenBy == taker
    }

    private func document(_ operation: OperationStore.Operation, isGiven: Bool, _ call: EdgeCall, _ place: TenantDirectory.Place) -> [
        UInt8] {
        let tenant = place.tenant
        var json = Array(#"{"id":"#.utf8)
        JSONWriter.append(operation.ticket.id, to: &json)
        guard let status = operation.status else {
            json.append(contentsOf: #","status":"pending"}"#.utf8)
            return json
        }
        var headers: [(name: String, value: String)] = []
        // The address of what was made may be its key, as that of what a guest has booked: it goes with the answer.
        if let location = operation.location, isGiven {
            if !location.hasPrefix("/") {
                headers.append(("Location", location))
            } else if let path = tenant.path(of: location, from: operation.ticket.service) {
                headers.append(("Location", place.prefix + path))
            }
        }
        var body = Array("null".utf8)
        if status >= 400, operation.contentType == nil {
            let language = LanguageChoice.choose(call.headers.acceptLanguage, among: tenant.definition.languages)
            let problem = Problem(status: status, refusal: operation.body).inWords(of: tenant, action: nil, method: call.method,
                target: call.target)
            if let seconds = problem.retryAfterSeconds { headers.append(("Retry-After", String(max(0, seconds)))) }
            body = inWords(problem, language, tenant).body(requestID: call.requestID, language: language, snakeCase: tenant.usesSnakeCase)
        } else if operation.contentType == nil, !operation.body.isEmpty, isGiven {
            // JSON cannot hold other bytes: the client gets them from their own route.
            body = tenant.usesSnakeCase ? KeyStyle.snakeCase(operation.body) : operation.body
        }
        json.append(contentsOf: #","status":"\#(status < 400 ? "succeeded" : "failed")","response":{"status":\#(status),"headers":{"#.utf8)
        for (index, header) in headers.enumerated() {
            json.append(contentsOf: (index == 0 ? "" : ",").utf8)
            JSONWriter.append(header.name, to: &json)
            json.append(UInt8(ascii: ":"))
            JSONWriter.append(header.value, to: &json)
        }
        json.append(contentsOf: #"},"body":"#.utf8)
        json.append(contentsOf: body)
        json.append(contentsOf: "}}".utf8)
        return json
    }
}
