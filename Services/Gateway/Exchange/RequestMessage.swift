import Contracts
import Kernel
import Messaging

/// A request as the record it becomes. The same headers as `Envelope.headers` writes (a test compares them), but made of bytes that are kept.
struct RequestMessage {
    let topic: String
    let type: [UInt8]
    let id: String
    /// The tenant's time.
    let time: Timestamp
    /// The tenant's name: key and header.
    let tenant: [UInt8]
    let correlationID: String
    var traceparent: String?
    var token: VerifiedToken?
    var fingerprint: String?
    var attributes: [(name: String, value: String)] = []
    let value: [UInt8]

    private static let specVersion = Array("1.0".utf8), source = Array("/gateway".utf8), json = Array("application/json".utf8)

    func record(_ identity: ReplyIdentity) -> OutgoingRecord {
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
        for attribute in attributes { headers.append(RecordHeader(attribute.name, attribute.value)) }
        return OutgoingRecord(topic: topic, key: tenant, value: value, headers: headers)
    }
}
