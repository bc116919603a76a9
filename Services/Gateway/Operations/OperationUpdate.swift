import Foundation
import Kernel
import Messaging

/// A message between gateway instances about an operation, on `gateway.operations`. It contains requests and answers
/// and is therefore encrypted under the instances' shared secret. The topic's order decides which of two requests gets
/// an answer that is given once.
struct OperationUpdate: Codable, Sendable {
    enum Step: String, Codable, Sendable { case opened, answered, taken }
    struct Request: Codable, Sendable {
        let topic: String
        let headers: [[String]]
        let value: String
    }
    struct Answer: Codable, Sendable {
        let status: Int
        let body: String
        let contentType: String?
        let location: String?
        let isSecret: Bool
    }
    let step: Step
    let tenant: TenantID
    let id: String
    let principal: String
    let service: ServiceName
    let atMilliseconds: Int64
    /// For a second request; nil if it is too large for this topic: then only the instance that got the request can
    /// repeat it.
    var request: Request?
    var answer: Answer?
    /// The request that claims the answer that is given once.
    var taker: String?

    init(_ step: Step, _ ticket: OperationTicket, at now: Timestamp) {
        (self.step, tenant, id, principal, service) = (step, ticket.tenant, ticket.id, ticket.principal, ticket.service)
        atMilliseconds = now.millisecondsSinceEpoch
    }

    private static let nonceHeader = "operation-nonce"

    func record(_ secret: ServiceSecret, topic: String) throws -> OutgoingRecord {
        let nonce = RequestIDs.fresh()
        let value = try secret.protect(JSON.encode(self), messageID: "operation-news/" + nonce)
        return OutgoingRecord(topic: topic, partition: 0, key: Array("\(tenant)/\(id)".utf8), value: value,
                              headers: [RecordHeader(Self.nonceHeader, nonce)])
    }

    /// Nil: not a message of the gateway, or encrypted under another secret.
    init?(_ record: IncomingRecord, _ secret: ServiceSecret) {
        guard let nonce = record.headers.first(where: { $0.name == Self.nonceHeader })?.value, let value = record.value,
            let clear = try? secret.reveal(value, messageID: "operation-news/" + String(decoding: nonce, as: UTF8.self)),
            let update = try? JSON.decode(OperationUpdate.self, from: clear)
        else { return nil }
        self = update
    }
}

extension OperationTicket {
    init(_ update: OperationUpdate) {
        self.init(id: update.id, tenant: update.tenant, principal: update.principal, service: update.service)
    }
}

extension OutgoingRecord {
    /// Header names and values as text, for storage.
    var headerTexts: [[String]] { headers.map { [$0.name, String(decoding: $0.value ?? [], as: UTF8.self)] } }
}
