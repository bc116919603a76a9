import Contracts
import Kernel
import Messaging
import ServiceKit

/// What a client says over its WebSocket: `{"subscribe": "orders/…"}`, `{"unsubscribe": …}`; with a `ref` it hears when that is done.
private struct ClientMessage: Decodable {
    var subscribe: [String] = []
    var unsubscribe: [String] = []
    var ref: JSONValue?

    private enum CodingKeys: String, CodingKey { case subscribe, unsubscribe, ref }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func names(_ key: CodingKeys) throws -> [String] {
            guard container.contains(key) else { return [] }
            if let one = try? container.decode(String.self, forKey: key) { return [one] }
            return try container.decode([String].self, forKey: key)
        }
        (subscribe, unsubscribe) = (try names(.subscribe), try names(.unsubscribe))
        ref = try container.decodeIfPresent(JSONValue.self, forKey: .ref)
        guard !subscribe.isEmpty || !unsubscribe.isEmpty else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "neither subscribe nor unsubscribe"))
        }
    }
}

extension Gateway {
    /// A topic that a connection may watch, and the number of its subscription.
    struct Admitted: Sendable {
        let topic: String
        let number: Int
        let first: FirstFrames
    }
    enum Asked: Sendable {
        case allowed(Admitted)
        case refused(Problem)
        /// It is watched already.
        case known
        case over
    }

    /// A message of a WebSocket's client. On the event loop: nothing here waits.
    func take(_ message: [UInt8], from connection: LiveConnection, prefix: String) {
        guard let tenant = platform.directory.tenants[connection.tenant.rawValue] else { return connection.sink.end(.shuttingDown) }
        guard let clientMessage = try? JSON.decode(ClientMessage.self, from: message) else {
            let problem = Problem.malformed(#"Say {"subscribe": "<topic>"} or {"unsubscribe": "<topic>"}."#)
            return connection.sink.send(errorFrame(problem, connection, tenant, topic: nil))
        }
        guard clientMessage.subscribe.count + clientMessage.unsubscribe.count <= LiveConnection.topicsMax else {
            let problem = Problem.malformed("A message names at most \(LiveConnection.topicsMax) topics.")
            return connection.sink.send(errorFrame(problem, connection, tenant, topic: nil))
        }
        for name in clientMessage.unsubscribe {
            if let key = connection.remove(name) { live.unwatch(key, connection) }
            if let ref = clientMessage.ref { connection.sink.send(LiveFrame(remark: ["unsubscribed": .string(name), "ref": ref])) }
        }
        for name in clientMessage.subscribe {
            // Each subscription sends a query to a service, so it counts like a request.
            if let problem = takeSubscription(connection.token, connection.address, tenant) {
                connection.sink.send(errorFrame(problem, connection, tenant, topic: name))
                continue
            }
            // Take the place in the queue now, so that a later unsubscribe finds it.
            let opening = open(name, for: connection, tenant)
            Task { [self] in
                switch await settle(opening, name, for: connection, tenant) {
                case .allowed(let admitted):
                    begin([admitted], connection, tenant, resumingAfter: nil)
                    if let ref = clientMessage.ref { connection.sink.send(LiveFrame(remark: ["subscribed": .string(name), "ref": ref])) }
                case .refused(let problem): connection.sink.send(errorFrame(problem, connection, tenant, topic: name))
                case .known:
                    if let ref = clientMessage.ref { connection.sink.send(LiveFrame(remark: ["subscribed": .string(name), "ref": ref])) }
                case .over: break  // Gone meanwhile.
                }
            }
        }
    }

    /// Nil: allowed. A subscription takes a token from the same bucket as requests.
    func takeSubscription(_ token: VerifiedToken?, _ address: String, _ tenant: MountedTenant) -> Problem? {
        guard let seconds = takeToken(of: token, at: address, tenant, now: Timestamp.now())?.retryAfterSeconds else { return nil }
        return Problem(429, "too-many-requests", "Too many subscriptions. Wait \(seconds) s.", retryAfterSeconds: seconds)
    }

    func errorFrame(_ problem: Problem, _ connection: LiveConnection, _ tenant: MountedTenant, topic: String?) -> LiveFrame {
        let requestID = RequestIDs.fresh()
        let problem = inWords(problem, connection.language, tenant)
        return LiveFrame(error: problem.body(requestID: requestID, language: connection.language, snakeCase: tenant.usesSnakeCase),
                         topic: topic)
    }

    /// Lets allowed topics flow, after what was missed.
    func begin(_ allowed: [Admitted], _ connection: LiveConnection, _ tenant: MountedTenant, resumingAfter id: String?) {
        var seen: Set<String> = []
        if let id, !id.isEmpty {
            if let frames = live.missed(after: StreamPlace(id), by: connection, of: tenant) {
                // In the order of the log over all topics: the client resumes after the last one it got.
                for frame in frames { connection.sink.send(frame) }
                seen = Set(frames.compactMap(\.id))
            } else {
                // It was too long ago: the client has to look for itself.
                let now = now(of: tenant)
                connection.sink.send(
                    LiveFrame(id: RequestIDs.fresh(), type: "stream.reset", topic: "stream", at: now, data: Array("{}".utf8)))
            }
        }
        for admitted in allowed { connection.allow(admitted.topic, number: admitted.number, first: admitted.first, seen: seen) }
    }

    func ask(_ name: String, for connection: LiveConnection, _ tenant: MountedTenant) async -> Asked {
        await settle(open(name, for: connection, tenant), name, for: connection, tenant)
    }

    // MARK: - May it?

    private enum Opening: Sendable {
        case asking(MountedTopic, parameter: String?, number: Int, parts: Set<Int>)
        case settled(Asked)
    }

    /// Access by role, and a place among the connection's subscriptions, in which events wait until it is settled.
    private func open(_ name: String, for connection: LiveConnection, _ tenant: MountedTenant) -> Opening {
        if let token = connection.token, token.hasExpired(at: now(of: tenant)) {
            let condition = EdgeCondition.expiredToken
            return .settled(.refused(Problem(401, condition.slug(in: tenant), Problem.detail(condition))))
        }
        guard let (topic, parameter) = tenant.topics.find(name) else { return .settled(.refused(.notFound)) }
        var parts: Set<Int> = []
        var refusal: Problem?
        for (index, part) in topic.parts.enumerated() {
            switch AccessCheck.allow(part.topic.access, connection.token, tenant: tenant, isDevelopment: settings.isDevelopment) {
            case .granted: parts.insert(index)
            case .hidden: refusal = refusal ?? .notFound
            case .refused(let condition, let members):
                refusal = refusal ?? Problem(
                    condition == .unauthenticated ? 401 : 403, condition.slug(in: tenant), "You may not watch this.", members: members)
            }
        }
        guard parts.contains(where: { topic.parts[$0].isOwner }) else { return .settled(.refused(refusal ?? .notFound)) }
        if topic.isPersonal, connection.token == nil { return .settled(.refused(Problem(401, "unauthenticated", "Sign in first."))) }
        let key = TopicKey(tenant: tenant.tenant, topic: name, user: topic.isPersonal ? connection.token?.claims.sub : nil)
        switch connection.begin(name, key, parts: parts) {
        case .new(let number):
            live.watch(key, connection)
            return .asking(topic, parameter: parameter, number: number, parts: parts)
        case .known: return .settled(.known)
        case .tooMany:
            return .settled(.refused(Problem(409, "conflict", "A connection watches at most \(LiveConnection.topicsMax) topics.")))
        case .over: return .settled(.over)
        }
    }

    /// Asks the services that want to be asked.
    private func settle(_ opening: Opening, _ name: String, for connection: LiveConnection, _ tenant: MountedTenant) async -> Asked {
        guard case .asking(let topic, let parameter, let number, let parts) = opening else {
            if case .settled(let asked) = opening { return asked }
            return .over
        }
        var all = FirstFrames()
        for part in parts.sorted().map({ topic.parts[$0] }) {
            guard let query = part.topic.admission.query else { continue }
            switch await answer(of: part.service, to: query, topic, parameter, connection, tenant) {
            case .refused(let problem):
                if let key = connection.remove(name, number: number) { live.unwatch(key, connection) }
                return .refused(problem)
            case .body(let body):
                for first in part.topic.admission.firstFrames(of: body) {
                    let data = tenant.usesSnakeCase ? KeyStyle.snakeCase(first.data) : first.data
                    all.frames.append(LiveFrame(id: RequestIDs.fresh(), type: first.type, topic: name, at: now(of: tenant), data: data))
                }
                if case .asks(_, .some) = part.topic.admission { all.versions[part.service] = FirstFrames.version(of: body) }
            }
        }
        return .allowed(Admitted(topic: name, number: number, first: all))
    }

    private enum ServiceAnswer {
        case body([UInt8])
        case refused(Problem)
    }

    private func answer(of service: ServiceName, to query: MessageType, _ topic: MountedTopic, _ parameter: String?,
                        _ connection: LiveConnection, _ tenant: MountedTenant)
        async -> ServiceAnswer
    {
        var value = Array("{".utf8)
        if let name = topic.parameter, let parameter {
            JSONWriter.append(name, to: &value)
            value.append(UInt8(ascii: ":"))
            JSONWriter.append(parameter, to: &value)
        }
        value.append(UInt8(ascii: "}"))
        let id = RequestIDs.fresh()
        var message = RequestMessage(
            topic: Topics.queries(service), type: Array(query.rawValue.utf8), id: id, time: now(of: tenant), tenant: tenant.name,
            correlationID: id, token: connection.token, value: value)
        message.attributes = [("request-language", connection.language), ("request-client", addresses.hash(connection.address))]
        if let profile = connection.token?.profile { message.attributes.append(("request-profile", profile)) }
        switch await pending.ask(id, message.record(identity), fingerprint: nil, ticket: nil,
                                 waitMilliseconds: Int64(settings.waitSeconds) * 1000) {
        case .reply(let reply, _):
            let opened = reply.opened(with: identity.privateKey)
            guard opened.status >= 400 else { return .body(opened.body) }
            return .refused(Problem(status: opened.status, refusal: opened.body))
        case .late, .overloaded, .keyReused, .failed: return .refused(.unavailable("\(service) does not answer."))
        }
    }
}
