import Contracts
import Kernel

/// Who asks, as the gateway verified it.
public struct Principal: Hashable, Sendable {
    public let userID: User.ID
    public let roles: [String]
    public let sessionID: String
    public init(userID: User.ID, roles: [String], sessionID: String) {
        (self.userID, self.roles, self.sessionID) = (userID, roles, sessionID)
    }
}

/// Where the answer goes: one partition of `gateway.replies`, and the key that secrets in it are sealed to.
public struct ReplyAddress: Hashable, Sendable {
    public let partition: Int32
    /// X25519 public key of the gateway instance, 32 bytes; nil: this asker gets no secrets.
    public let sealingKey: [UInt8]?
    public init(partition: Int32, sealingKey: [UInt8]?) { (self.partition, self.sealingKey) = (partition, sealingKey) }
}

/// A CloudEvents 1.0 message in Kafka binary mode (https://github.com/cloudevents/spec, kafka-protocol-binding):
/// attributes are headers, the value is the data.
public struct Envelope: Sendable {
    public var id: String
    public var type: MessageType
    public var source: String
    public var time: Timestamp
    public var subject: String?
    public var tenant: TenantID
    public var correlationID: String
    public var causationID: String?
    public var traceparent: String?
    public var principal: Principal?
    public var replyTo: ReplyAddress?
    /// Hash of the request that an Idempotency-Key belongs to; the same key with another hash is refused.
    public var fingerprint: String?
    /// What else the edge knows of a request: `language`, `client`, `sandbox-payment`. Headers `request-<name>`.
    public var attributes: [String: String]
    /// How far the tenant's virtual clock was ahead of real time at the producer. Services apply a clock change one
    /// after the other, so a message may arrive before the change; the offset proves that its time is no mistake.
    /// Sandbox tenants only.
    public var clockOffset: Duration = .zero
    public var value: [UInt8]

    public init(id: String, type: MessageType, source: String, time: Timestamp, subject: String? = nil, tenant: TenantID,
                correlationID: String,
                causationID: String? = nil, traceparent: String? = nil, principal: Principal? = nil, replyTo: ReplyAddress? = nil,
                fingerprint: String? = nil, attributes: [String: String] = [:], value: [UInt8]) {
        (self.id, self.type, self.source, self.time, self.subject, self.tenant) = (id, type, source, time, subject, tenant)
        (self.correlationID, self.causationID, self.traceparent, self.principal) = (correlationID, causationID, traceparent, principal)
        (self.replyTo, self.fingerprint, self.attributes, self.value) = (replyTo, fingerprint, attributes, value)
    }

    /// Why a record is no message of ours.
    public struct Malformed: Error, Sendable, CustomStringConvertible {
        public let description: String
        public init(_ description: String) { self.description = description }
    }

    /// What names a message or its place is copied into every message it causes: a foreign record must not make those
    /// too large for the log.
    private static let nameBytesMax = 256
    private static let referenceBytesMax = 1024

    /// Reads a record. Throws `Malformed` for a null value, a missing, unreadable or overlong attribute, or a foreign header set.
    public init(_ record: IncomingRecord) throws(Malformed) {
        guard let value = record.value else { throw Malformed("null value") }
        var id: String?, type: String?, source: String?, time: String?, tenant: String?, version: String?, subject: String?
        var correlation: String?, causation: String?, traceparent: String?, user: String?, roles: String?, session: String?
        var replyTo: String?, replyKey: String?, fingerprint: String?
        var attributes: [String: String] = [:]
        for header in record.headers {
            guard let raw = header.value else { continue }
            let text = String(decoding: raw, as: UTF8.self)
            switch header.name {
            case "ce_id": id = text
            case "ce_type": type = text
            case "ce_source": source = text
            case "ce_time": time = text
            case "ce_tenant": tenant = text
            case "ce_specversion": version = text
            case "ce_subject": subject = text
            case "ce_correlationid": correlation = text
            case "ce_causationid": causation = text
            case "traceparent", "ce_traceparent": traceparent = text
            case "ce_userid": user = text
            case "ce_roles": roles = text
            case "ce_sessionid": session = text
            case "reply-to": replyTo = text
            case "reply-key": replyKey = text
            case "request-fingerprint": fingerprint = text
            case Self.putAsideHeader: throw Malformed(String(text.prefix(Self.nameBytesMax)))
            case Self.clockOffsetHeader: clockOffset = .milliseconds(min(max(Int64(text) ?? 0, 0), Self.clockOffsetMax.wholeMilliseconds))
            case "content-type", "forwarded-from": break
            default: if header.name.hasPrefix("request-") { attributes[String(header.name.dropFirst(8))] = text }
            }
        }
        guard version == "1.0" else { throw Malformed("no CloudEvents 1.0 headers") }
        guard let id, !id.isEmpty, id.utf8.count <= 128 else { throw Malformed("ce_id is missing or too long") }
        guard let type, !type.isEmpty, type.utf8.count <= 128 else { throw Malformed("ce_type is missing or too long") }
        guard let source, source.utf8.count <= Self.referenceBytesMax else { throw Malformed("ce_source is missing or too long") }
        guard (subject?.utf8.count ?? 0) <= Self.referenceBytesMax else { throw Malformed("ce_subject is too long") }
        for (name, text) in [("ce_correlationid", correlation), ("ce_causationid", causation), ("traceparent", traceparent)] {
            guard (text?.utf8.count ?? 0) <= Self.nameBytesMax else { throw Malformed("\(name) is too long") }
        }
        guard let time, let instant = Timestamp(time) else { throw Malformed("ce_time is missing or not RFC 3339") }
        guard let tenant, let tenantID = TenantID(tenant) else { throw Malformed("ce_tenant is missing or not a tenant name") }
        (self.id, self.type, self.source, self.time, self.subject) = (id, MessageType(type), source, instant, subject)
        (self.tenant, correlationID, causationID, self.traceparent) = (tenantID, correlation ?? id, causation, traceparent)
        principal = user.map {
            Principal(userID: User.ID($0), roles: (roles ?? "").split(separator: ",").map(String.init), sessionID: session ?? "")
        }
        self.replyTo = replyTo.flatMap { text in
            guard text.hasPrefix(Topics.replies + "/"), let partition = Int32(text.dropFirst(Topics.replies.utf8.count + 1)) else {
                return nil
            }
            return ReplyAddress(partition: partition, sealingKey: replyKey.flatMap { Base64URL.decode($0) })
        }
        self.fingerprint = fingerprint
        self.attributes = attributes
        self.value = value
    }

    static let putAsideHeader = "put-aside"
    static let clockOffsetHeader = "clock-offset"
    /// The owner may have published this message before, at another offset.
    static let sentAgainHeader = "sent-again"
    /// A hundred years: no sum with it overflows.
    public static let clockOffsetMax: Duration = .days(36_525)
    /// Header attribute: an operator has checked the message, and the service applies it however old it is.
    public static let lateAttribute = "late"

    /// A record that came to a topic beside the log and is no message there, on its way to the dead letters of the
    /// shard: whatever it claims to be, the writer reads it as `Malformed(reason)`. Passed on bare, a command could be
    /// smuggled past who may write `commands`.
    static func putAside(_ record: IncomingRecord, to log: TopicPartition, because reason: String) -> OutgoingRecord {
        OutgoingRecord(topic: log.topic, partition: log.partition, key: record.key, value: record.value,
                       // First: a dead letter keeps only so much of a record's headers, and this one must be there when it is sent again.
                       headers: [RecordHeader(putAsideHeader, reason)] + record.headers)
    }

    public var headers: [RecordHeader] {
        var out: [RecordHeader] = []
        out.reserveCapacity(16)
        out.append(RecordHeader("ce_specversion", "1.0"))
        out.append(RecordHeader("ce_id", id))
        out.append(RecordHeader("ce_type", type.rawValue))
        out.append(RecordHeader("ce_source", source))
        out.append(RecordHeader("ce_time", time.description))
        if let subject { out.append(RecordHeader("ce_subject", subject)) }
        out.append(RecordHeader("content-type", "application/json"))
        out.append(RecordHeader("ce_tenant", tenant.rawValue))
        out.append(RecordHeader("ce_correlationid", correlationID))
        if let causationID { out.append(RecordHeader("ce_causationid", causationID)) }
        if let traceparent { out.append(RecordHeader("traceparent", traceparent)) }
        if let principal {
            out.append(RecordHeader("ce_userid", principal.userID.rawValue))
            out.append(RecordHeader("ce_roles", principal.roles.joined(separator: ",")))
            out.append(RecordHeader("ce_sessionid", principal.sessionID))
        }
        if let replyTo {
            out.append(RecordHeader("reply-to", "\(Topics.replies)/\(replyTo.partition)"))
            if let key = replyTo.sealingKey { out.append(RecordHeader("reply-key", Base64URL.encode(key))) }
        }
        if let fingerprint { out.append(RecordHeader("request-fingerprint", fingerprint)) }
        if clockOffset > .zero { out.append(RecordHeader(Self.clockOffsetHeader, String(clockOffset.wholeMilliseconds))) }
        for (name, text) in attributes.sorted(by: { $0.key < $1.key }) { out.append(RecordHeader("request-" + name, text)) }
        return out
    }

    /// The record for a topic, keyed by tenant.
    public func record(for topic: String) -> OutgoingRecord {
        OutgoingRecord(topic: topic, key: Array(tenant.rawValue.utf8), value: value, headers: headers)
    }
}

extension Envelope {
    /// An Idempotency-Key is answered again for this long, on the tenant's clock.
    public static let idempotencyWindow: Duration = .hours(24)
    /// Header attribute with the id that the same key stood for the day before: keys make another id every day, so that
    /// they can be used again.
    public static let earlierIDAttribute = "idempotency-before"
    /// Nil: a request without a key.
    public var earlierID: String? { fingerprint == nil ? nil : attributes[Self.earlierIDAttribute] }
}
