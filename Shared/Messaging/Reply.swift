import Contracts
import Kernel

/// The answer to a request: an HTTP status and a JSON body, already encoded.
public struct Reply: Sendable, Equatable {
    public var status: Int
    /// JSON, or empty (204). Problem documents are made by the gateway from a refused reply.
    public var body: [UInt8]
    /// Path below the tenant's base path of what was made: `/orders/<id>`.
    public var location: String?
    /// Content type when the body is not JSON (an image, a calendar).
    public var contentType: String?
    public var cacheControl: String?
    /// The name under which a client saves the body; nil: the client shows it. ASCII letters, digits and `-._`.
    public var fileName: String?
    /// The body or the location holds secrets: both are stored under the service's key and sent sealed to the asking gateway only.
    public var isSecret: Bool
    /// Version of the resource the body shows: begins its entity tag (`"3.<hash>"`), so that `If-Match` means the
    /// resource and not the second it was read in.
    public var entityVersion: Int?

    public init(status: Int, body: [UInt8], location: String? = nil, contentType: String? = nil, cacheControl: String? = nil,
                fileName: String? = nil, isSecret: Bool = false, entityVersion: Int? = nil) {
        (self.status, self.body, self.location) = (status, body, location)
        (self.contentType, self.cacheControl, self.fileName) = (contentType, cacheControl, fileName)
        (self.isSecret, self.entityVersion) = (isSecret, entityVersion)
    }

    /// A refusal. The body is `{slug, detail, errors, members, retryAfterSeconds}`; the gateway adds what only it knows
    /// (request id, language, prompt).
    public init(_ rejection: Rejection) {
        let refusal = Refusal(slug: rejection.slug, detail: rejection.detail, errors: rejection.errors, members: rejection.members,
                              retryAfterSeconds: rejection.retryAfter.map { Int($0.wholeSeconds) })
        self.init(status: rejection.status, body: (try? JSON.encode(refusal)) ?? Array("{}".utf8))
    }
    public static let internalError = Reply(Rejection(500, "internal-error", "Something went wrong on our side."))
}

/// The wire form of a refused reply.
public struct Refusal: Codable, Sendable, Equatable {
    public let slug: String
    public let detail: String
    public let errors: [String: [String]]
    public let members: [String: JSONValue]
    public let retryAfterSeconds: Int?
    public init(slug: String, detail: String, errors: [String: [String]], members: [String: JSONValue], retryAfterSeconds: Int?) {
        (self.slug, self.detail, self.errors, self.members, self.retryAfterSeconds) = (slug, detail, errors, members, retryAfterSeconds)
    }
}

/// The headers of a reply record on `gateway.replies`. `ce_causationid` names the request.
public enum ReplyHeaders {
    public static let type: MessageType = "platform.reply.v1"
    public static let status = "reply-status"
    public static let location = "reply-location"
    /// The location when the value is sealed: sealed with it, as the second text, base64url.
    public static let sealedLocation = "reply-sealed-location"
    public static let contentType = "reply-content-type"
    public static let cacheControl = "reply-cache-control"
    public static let fileName = "reply-file-name"
    public static let entityVersion = "reply-entity-version"
    /// Present when the answer was stored before and is only repeated.
    public static let replayed = "reply-replayed"
    /// Present when it is repeated to a copy of the request that it was given to: the client asked once.
    public static let copy = "reply-copy"
    /// Present when the value is sealed: the encapsulated HPKE key, base64url.
    public static let sealed = "reply-sealed"
    /// The request's fingerprint: two requests with one Idempotency-Key have one id, and only the one with this
    /// fingerprint may receive the answer.
    public static let fingerprint = "reply-fingerprint"
}

extension Reply {
    /// The record that carries this reply. Secrets are sealed to the asker; an asker without a key gets a 500 instead of a secret in clear.
    /// - Parameters:
    ///   - requestID: of the request, if `cause` is not the request itself but the message that led to its answer
    ///     later.
    ///   - fingerprint: of that request.
    ///   - cause: the message whose handling made the reply; its correlation and trace go on.
    public func record(
        to address: ReplyAddress, for requestID: String? = nil, fingerprint: String? = nil, causedBy cause: Envelope, source: String,
        time: Timestamp? = nil, replayed: Bool, isCopy: Bool = false
    ) -> OutgoingRecord {
        let fingerprint = requestID == nil ? cause.fingerprint : fingerprint
        let requestID = requestID ?? cause.id
        var value = body
        var sealedBy: String?
        var status = self.status
        var place = location.map { RecordHeader(ReplyHeaders.location, $0) }
        if isSecret {
            let texts = [body] + [location].compactMap { $0.map { Array($0.utf8) } }
            place = nil
            if let key = address.sealingKey, let sealed = try? Sealing.seal(texts, to: key, purpose: .reply) {
                (value, sealedBy) = (sealed.ciphertexts[0], sealed.encapsulatedKey)
                place = sealed.ciphertexts.dropFirst().first.map { RecordHeader(ReplyHeaders.sealedLocation, Base64URL.encode($0)) }
            } else {
                (value, status) = (Reply.internalError.body, 500)
            }
        }
        var headers: [RecordHeader] = [
            RecordHeader("ce_specversion", "1.0"), RecordHeader("ce_id", requestID + ":reply"),
            RecordHeader("ce_type", ReplyHeaders.type.rawValue),
            RecordHeader("ce_source", source), RecordHeader("ce_time", (time ?? cause.time).description),
            RecordHeader("ce_tenant", cause.tenant.rawValue),
            RecordHeader("ce_causationid", requestID), RecordHeader("ce_correlationid", cause.correlationID),
            RecordHeader("content-type", sealedBy == nil ? contentType ?? "application/json" : "application/octet-stream"),
            RecordHeader(ReplyHeaders.status, String(status)),
        ]
        if let traceparent = cause.traceparent { headers.append(RecordHeader("traceparent", traceparent)) }
        if let place { headers.append(place) }
        if let contentType { headers.append(RecordHeader(ReplyHeaders.contentType, contentType)) }
        if let cacheControl { headers.append(RecordHeader(ReplyHeaders.cacheControl, cacheControl)) }
        if let fileName { headers.append(RecordHeader(ReplyHeaders.fileName, fileName)) }
        if let entityVersion { headers.append(RecordHeader(ReplyHeaders.entityVersion, String(entityVersion))) }
        if replayed { headers.append(RecordHeader(ReplyHeaders.replayed, "true")) }
        if isCopy { headers.append(RecordHeader(ReplyHeaders.copy, "true")) }
        if let fingerprint { headers.append(RecordHeader(ReplyHeaders.fingerprint, fingerprint)) }
        if let sealedBy { headers.append(RecordHeader(ReplyHeaders.sealed, sealedBy)) }
        return OutgoingRecord(topic: Topics.replies, partition: address.partition, key: nil, value: value, headers: headers)
    }
}
