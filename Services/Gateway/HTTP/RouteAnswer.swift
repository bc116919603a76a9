import HTTPTypes
import Kernel
import Messaging
import ServiceKit

extension Gateway {
    /// What became of a request, as a response.
    func answer(
        _ outcome: PendingRequests.Outcome, _ ticket: OperationTicket?, _ record: OutgoingRecord, _ route: MountedRoute, _ call: EdgeCall,
        _ place: TenantDirectory.Place, hasKey: Bool
    ) async throws -> EdgeResponse {
        switch outcome {
        case .reply(let reply, let isRepeat):
            var response = response(reply.opened(with: identity.privateKey), isSecret: reply.sealedBy != nil, route, call, place)
            if hasKey, reply.isReplayed || isRepeat { response.fields[.idempotencyReplayed] = "true" }
            return response
        case .late(isInLog: true):
            guard let ticket else { break }
            return try await accepted(ticket, record, call, place)
        case .late(isInLog: false): break
        case .keyReused:
            throw EdgeRefusal(.keyReused)
        case .overloaded: throw EdgeRefusal.overloaded
        case .failed(let error):
            if error.kind == .recordTooLarge {
                throw EdgeRefusal(Problem(413, "payload-too-large", "This is larger than a message may be."))
            }
            logger.warning("a request could not be sent", metadata: ["request.id": "\(call.requestID)", "error": "\(error)"])
            throw EdgeRefusal(.unavailable("The request could not be sent."))
        }
        throw EdgeRefusal(.unavailable("\(route.service) does not answer.", retryAfterSeconds: 2))
    }

    /// 202: the log has it, so it will be done.
    private func accepted(_ ticket: OperationTicket, _ record: OutgoingRecord, _ call: EdgeCall,
                          _ place: TenantDirectory.Place) async throws -> EdgeResponse {
        do {
            try await operations.open(ticket, record, asked: call.received)
            // Wait for the acknowledgement before the client gets the id, so that every instance it asks next can know
            // the operation.
            _ = try await producer.appendAsync(try operations.newsOfOpening(ticket, record, asked: call.received))
        } catch {
            logger.error("an operation could not be kept", metadata: ["operation": "\(ticket.id)", "error": "\(error)"])
            throw EdgeRefusal(.unavailable("The answer takes long, and it could not be noted."))
        }
        let location = absolute("/operations/\(ticket.id)", place)
        var json = Array(#"{"id":"#.utf8)
        JSONWriter.append(ticket.id, to: &json)
        json.append(contentsOf: #","status":"pending"}"#.utf8)
        var response = EdgeResponse(202, "application/json", json)
        response.fields[.location] = location
        response.fields[.retryAfter] = "1"
        response.fields[.cacheControl] = "no-store"
        if let applied = call.headers.preference.applied { response.fields.add(.preferenceApplied, applied) }
        return response
    }

    /// A path below the tenant's base path, as this client has to write it.
    func absolute(_ path: String, _ place: TenantDirectory.Place) -> String {
        place.prefix + (place.tenant.basePath == "/" ? "" : place.tenant.basePath) + path
    }

    func response(_ reply: ReceivedReply, isSecret: Bool, _ route: MountedRoute, _ call: EdgeCall,
                  _ place: TenantDirectory.Place) -> EdgeResponse {
        let tenant = place.tenant
        // A refusal that is no JSON is a page for people: it goes out as it is.
        if reply.status >= 400, reply.contentType == nil {
            let problem = Problem(status: reply.status, refusal: reply.body).inWords(
                of: tenant, action: route.route.action, method: call.method, target: call.target)
            return refuse(problem, call, tenant)
        }
        var response = EdgeResponse(reply.status)
        if route.route.headers.contains("accept-language") || reply.contentType?.hasPrefix("text/html") == true {
            response.fields.varyByLanguage(of: tenant)
        }
        if let location = reply.location {
            let path = route.route.atRoot ? location : tenant.path(of: location, from: route.service, plugin: route.route.plugin)
                ?? location
            response.fields.add(.location, location.hasPrefix("/") ? place.prefix + path : location)
        }
        // A guest's answer is for the holder of the key, which may stand in the address: nobody keeps it under that.
        let isByKey = route.guestKey != nil && call.headers.authorization == nil
        if let cacheControl = reply.cacheControl {
            response.fields.add(.cacheControl, cacheControl)
        } else if isSecret || isByKey {
            response.fields.add(.cacheControl, "no-store")
        } else if call.headers.authorization != nil {
            response.fields.add(.cacheControl, "private, no-cache")
        }
        guard !reply.body.isEmpty, reply.status != 204 else { return response }
        let body = tenant.usesSnakeCase && reply.contentType == nil ? KeyStyle.snakeCase(reply.body) : reply.body
        // Clients must not store secrets, unless the service allows it with Cache-Control.
        if route.isTagged, reply.status == 200, !isSecret && !isByKey || reply.cacheControl != nil,
            reply.cacheControl?.contains("no-store") != true {
            let tag = EntityTag.of(body, version: reply.entityVersion, without: reply.contentType == nil ? route.varying(in: tenant) : [])
            if let wanted = call.headers.ifNoneMatch, let known = EntityTag.known(wanted, tag) {
                response.status = 304
                response.fields.add(.eTag, known)
                if !isSecret, Self.isText(reply.contentType), body.count > Gzip.bodyBytesMin { response.fields.vary(by: "Accept-Encoding") }
                return response
            }
            response.fields.add(.eTag, tag)
        }
        if route.isQuery, !call.headers.accepts(reply.contentType ?? "application/json") {
            return refuse(.notAcceptable(reply.contentType ?? "application/json"), call, tenant)
        }
        response.fields.add(.contentType, reply.contentType ?? "application/json")
        if let name = reply.fileName { response.fields.add(.contentDisposition, Self.attachment(name)) }
        response.body = body
        response.isCompressible = !isSecret && Self.isText(reply.contentType)
        return response
    }

    /// RFC 6266. What could end the quoted name or the header is left out.
    private static func attachment(_ name: String) -> String {
        let safe = name.utf8.filter { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                 UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: false
            }
        }
        return "attachment; filename=\"\(String(decoding: safe, as: UTF8.self))\""
    }

    private static func isText(_ contentType: String?) -> Bool {
        guard let contentType else { return true }
        return contentType.hasPrefix("text/") || contentType.hasPrefix("application/json") || contentType.hasSuffix("+json")
            || contentType.hasSuffix("+xml")
    }
}
