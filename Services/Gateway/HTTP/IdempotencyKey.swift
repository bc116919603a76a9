import Contracts
import Crypto
import Kernel
import Messaging

/// The meaning of a client's `Idempotency-Key`: one key of one principal is one message, on every instance of the
/// gateway and for every route.
struct IdempotencyKey: Sendable {
    /// A keyed hash of the owner, so that no outsider can guess the ids derived from it.
    private let owner: String
    /// Whether the key is shared by all routes, so that one log must decide what it stands for.
    let isShared: Bool
    private let text: String

    init(_ text: String, owner: String, isShared: Bool) { (self.text, self.owner, self.isShared) = (text, owner, isShared) }

    /// The message's id, and the id that the same key had the day before.
    func ids(in tenant: TenantID, at time: Timestamp) -> (id: String, earlier: String?) {
        let ids = RequestIDs.idempotent(tenant: tenant, caller: owner, key: text, at: time)
        return (ids.today, ids.yesterday)
    }
    /// The ids of the claim on the key.
    func claimIDs(in tenant: TenantID, at time: Timestamp) -> (id: String, earlier: String?) {
        let ids = RequestIDs.idempotent(tenant: tenant, caller: owner, key: "claim " + text, at: time)
        return (ids.today, ids.yesterday)
    }

    /// The ids of an answer that the gateway gives itself. Days of real time, because the request may move the tenant's.
    func answerIDs(_ fingerprint: String, in tenant: TenantID, at received: Timestamp) -> (id: String, earlier: String) {
        let ids = RequestIDs.idempotent(tenant: tenant, caller: owner, key: "answer \(fingerprint) \(text)", at: received)
        return (ids.today, ids.yesterday)
    }

    /// The person or the app on a phone that a body names; this identifies a guest. An address does not: a household, a
    /// café or a phone company shares it.
    static func identifier(_ document: ScannedJSON) -> String? {
        for name in ["login", "email", "phone", "refreshToken", "idToken", "token", "anonymousId"] {
            guard let text = document.member(name)?.trimmed.lowercased(), !text.isEmpty else { continue }
            return text
        }
        return nil
    }
}

extension Gateway {
    /// The request's key; nil: it has none. Throws 400 for an invalid key.
    /// - Parameter identifier: the person that the body names.
    func idempotencyKey(_ exchange: Exchange, identifier: String?) throws -> IdempotencyKey? {
        let route = exchange.route
        guard let text = try readableKey(route, exchange.call) else { return nil }
        if let user = exchange.caller.token?.claims.sub {
            return IdempotencyKey(text, owner: keyOwner(user: user), isShared: true)
        }
        // The key in the path already identifies the guest.
        let guest = identifier ?? (route.capability == nil ? "address " + exchange.caller.client : "")
        let place = ([route.route.method, route.route.path] + exchange.parameters).map { "\($0.utf8.count):\($0)" }.joined()
        return IdempotencyKey(text, owner: Base64URL.encode(secret.derive("idempotency-key", "guest", place, guest)), isShared: false)
    }

    func keyOwner(user: String) -> String { Base64URL.encode(secret.derive("idempotency-key", "user", user)) }

    /// The header as sent; nil: absent, or without meaning on this route. Throws 400 for an invalid key.
    func readableKey(_ route: MountedRoute, _ call: EdgeCall) throws -> String? {
        guard route.isQuery else { return try readableKey(call) }
        // A question changes nothing, so its key means nothing. Where the method may change something, a bad key is a mistake.
        if route.route.method != "GET" { _ = try readableKey(call) }
        return nil
    }
    func readableKey(_ call: EdgeCall) throws -> String? {
        guard let text = call.headers.idempotencyKey else { return nil }
        guard RequestIDs.isIdempotencyKey(text) else {
            throw EdgeRefusal(.malformed("An Idempotency-Key has 1 to 255 visible ASCII characters."))
        }
        return text
    }

    /// Lets the log of one service decide that the key stands for this request only: each service knows only its own
    /// requests. Throws 422 if the key stands for another request, 503 if no decision comes.
    func claim(_ key: IdempotencyKey, _ fingerprint: String, for type: MessageType, _ call: EdgeCall,
               _ tenant: MountedTenant) async throws {
        guard key.isShared else { return }
        let now = tenant.clock.now(call.received)
        let (id, earlier) = key.claimIDs(in: tenant.tenant, at: now)
        var message = RequestMessage(
            topic: Topics.commands(settings.keyOwner), type: Array(ClaimKey.type.rawValue.utf8), id: id, time: now, tenant: tenant.name,
            correlationID: call.requestID, value: try ClaimKey(for: type).encoded())
        (message.fingerprint, message.earlierID) = (fingerprint, earlier)
        let outcome = await pending.ask(
            id, message.record(identity), fingerprint: fingerprint, ticket: nil, waitMilliseconds: Int64(settings.waitSeconds) * 1000)
        switch outcome {
        case .reply(let reply, _) where reply.status < 300: return
        case .reply(let reply, _) where reply.status == 422: throw EdgeRefusal(.keyReused)
        case .keyReused: throw EdgeRefusal(.keyReused)
        case .overloaded: throw EdgeRefusal.overloaded
        case .reply, .late, .failed:
            throw EdgeRefusal(.unavailable("Nobody can say yet what this Idempotency-Key stands for.", retryAfterSeconds: 2))
        }
    }

    /// Tells two requests under one key apart. Headers that the route reads belong to it.
    func fingerprint(_ exchange: Exchange, _ body: [UInt8]) -> String {
        let headers = exchange.route.headers.compactMap { field, name in exchange.fields[field].map { Array("\(name): \($0)".utf8) } }
        return fingerprint(exchange.call, body, headers)
    }
    /// Keyed with our secret: a plain hash of a short password in a log could be guessed.
    func fingerprint(_ call: EdgeCall, _ body: [UInt8], _ headers: [[UInt8]] = []) -> String {
        var hash = SHA256()
        for part in [Array(call.method.utf8), Array(call.target.text.utf8), body] + headers {
            withUnsafeBytes(of: UInt64(part.count).bigEndian) { hash.update(bufferPointer: $0) }
            part.withUnsafeBytes { hash.update(bufferPointer: $0) }
        }
        return Base64URL.encode(secret.derive("request-fingerprint", Hex.encode(hash.finalize())))
    }
}
