import Contracts
import Kernel
import Messaging

/// A request as the record it becomes. The same headers as `Envelope.headers` writes (a test compares them), but made
/// of bytes that are kept.
package struct RequestMessage {
    package let topic: String
    package let type: [UInt8]
    package let id: String
    /// The tenant's time.
    package let time: Timestamp
    /// The tenant's name: key and header.
    package let tenant: [UInt8]
    package let correlationID: String
    package var traceparent: String?
    package var token: VerifiedToken?
    package var fingerprint: String?
    package var attributes: [(name: String, value: String)] = []
    /// What the same Idempotency-Key stood for the day before.
    package var earlierID: String?
    package let value: [UInt8]

    package init(
        topic: String, type: [UInt8], id: String, time: Timestamp, tenant: [UInt8], correlationID: String, token: VerifiedToken? = nil,
        value: [UInt8]
    ) {
        (self.topic, self.type, self.id, self.time, self.tenant) = (topic, type, id, time, tenant)
        (self.correlationID, self.token, self.value) = (correlationID, token, value)
    }

    private static let specVersion = Array("1.0".utf8), source = Array("/gateway".utf8), json = Array("application/json".utf8)

    package func record(_ identity: ReplyIdentity) -> OutgoingRecord {
        var headers: [RecordHeader] = []
        headers.reserveCapacity(20)
        headers.append(RecordHeader("ce_specversion", Self.specVersion))
        headers.append(RecordHeader("ce_id", id))
        headers.append(RecordHeader("ce_type", type))
        headers.append(RecordHeader("ce_source", Self.source))
        headers.append(RecordHeader("ce_time", time.description))
        headers.append(RecordHeader("content-type", Self.json))
        headers.append(RecordHeader("ce_tenant", tenant))
        headers.append(RecordHeader("ce_correlationid", correlationID))
        if let traceparent { headers.append(RecordHeader("traceparent", traceparent)) }
        if let token {
            headers.append(RecordHeader("ce_userid", token.userID))
            headers.append(RecordHeader("ce_roles", token.roles))
            headers.append(RecordHeader("ce_sessionid", token.sessionID))
        }
        headers.append(RecordHeader("reply-to", identity.address))
        headers.append(RecordHeader("reply-key", identity.key))
        if let fingerprint { headers.append(RecordHeader("request-fingerprint", fingerprint)) }
        if let earlierID { headers.append(RecordHeader("request-" + Envelope.earlierIDAttribute, earlierID)) }
        for attribute in attributes { headers.append(RecordHeader(attribute.name, attribute.value)) }
        return OutgoingRecord(topic: topic, key: tenant, value: value, headers: headers)
    }
}
