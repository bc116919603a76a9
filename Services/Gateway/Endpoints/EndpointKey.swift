import Contracts
import Kernel
import Messaging
import ServiceKit

/// The `Idempotency-Key` of a request that the gateway answers itself, claimed for this request.
struct EndpointKey: Sendable {
    /// The answer is kept under it, with the answers of operations.
    let ticket: OperationTicket
    /// The id that the same key had the day before.
    let earlierID: String
}

extension Gateway {
    /// Who sends a request that the gateway answers itself. Throws 404 where the app has no such thing, 401 and 403.
    func admit(_ access: Route.Access, _ call: EdgeCall, _ tenant: MountedTenant) throws(EdgeRefusal) -> VerifiedToken? {
        switch AccessCheck.decide(
            access, authorization: call.headers.authorization, tenant: tenant, tokens: platform.tokens, now: now(of: tenant),
            isDevelopment: settings.isDevelopment)
        {
        case .hidden: throw EdgeRefusal(.notFound)
        case .refused(let condition, let members):
            throw EdgeRefusal(.refused(condition, members: members, tenant: tenant, action: nil, method: call.method, target: call.target))
        case .granted(let token): return token
        }
    }

    /// Throws 406 for a client that takes no JSON: what changes something is refused before it does.
    func requireJSON(_ call: EdgeCall) throws(EdgeRefusal) {
        guard call.headers.accepts("application/json") else { throw EdgeRefusal(.notAcceptable("application/json")) }
    }

    /// The body of such a request. No body is as one without members, as on every route. Throws 415 and 400.
    func jsonBody(_ bytes: [UInt8], _ call: EdgeCall) throws -> JSONValue {
        guard bytes.isEmpty || call.headers.isJSON else {
            throw EdgeRefusal(Problem(415, "unsupported-media-type", "Send JSON in UTF-8 (Content-Type: application/json)."))
        }
        let bytes = bytes.isEmpty ? Array("{}".utf8) : bytes
        do throws(JSONSyntaxError) { _ = try JSONScanner.scan(bytes) } catch {
            throw EdgeRefusal(.malformed("The body is not JSON: \(error.reason), at byte \(error.offset)."))
        }
        return try JSON.decode(JSONValue.self, from: bytes)
    }

    /// Claims the key of such a request. Nil: it has none. Throws 400 for an invalid key, 422 if it stands for another
    /// request, 503 if nobody can say.
    func claimKey(of call: EdgeCall, _ token: VerifiedToken?, _ body: [UInt8], as type: MessageType,
                  _ tenant: MountedTenant) async throws -> EndpointKey? {
        guard let text = try readableKey(call) else { return nil }
        let user = token?.claims.sub, place = "\(call.method) \(call.target.path)"
        let owner = user.map { keyOwner(user: $0) }
            ?? Base64URL.encode(secret.derive("idempotency-key", "guest", place, addresses.hash(call.address)))
        // The inbox of no service sees this request, so the claim decides for guests, too.
        let key = IdempotencyKey(text, owner: owner, isShared: true), mark = fingerprint(call, body)
        try await claim(key, mark, for: type, call, tenant)
        let ids = key.answerIDs(mark, in: tenant.tenant, at: call.received)
        return EndpointKey(
            ticket: OperationTicket(id: ids.id, tenant: tenant.tenant, principal: user ?? OperationTicket.guest, service: "gateway"),
            earlierID: ids.earlier)
    }

    /// The answer that the same request got under this key, on any instance. Nil: it is the first one.
    func keptAnswer(_ key: EndpointKey, _ call: EdgeCall) async throws -> [UInt8]? {
        guard await shared.reachEnd(within: Self.sharedWait) else {
            throw EdgeRefusal(.unavailable("The log does not answer.", retryAfterSeconds: 1))
        }
        for id in [key.ticket.id, key.earlierID] {
            guard let found = try await operations.find(id, tenant: key.ticket.tenant) else { continue }
            if found.openedAt > call.received - Envelope.idempotencyWindow { return found.body }
        }
        return nil
    }
}
