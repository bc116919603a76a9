import GRDB
import Kernel
import Foundation

/// The form in which the inbox keeps an answer: secrets encrypted under the service's key, headers as JSON.
package struct StoredReply {
    let body: [UInt8]
    let headers: String?

    private struct Headers: Codable {
        var location: String?
        /// Encrypted as the body is, base64url.
        var secretLocation: String?
        var contentType: String?
        var cacheControl: String?
        var fileName: String?
        var isEmpty: Bool { location == nil && secretLocation == nil && contentType == nil && cacheControl == nil && fileName == nil }
    }

    package init(body: [UInt8], headers: String?) { (self.body, self.headers) = (body, headers) }

    init(_ reply: Reply, messageID: String, secret: ServiceSecret) throws {
        body = reply.isSecret ? try secret.protect(reply.body, messageID: messageID) : reply.body
        var kept = Headers(contentType: reply.contentType, cacheControl: reply.cacheControl, fileName: reply.fileName)
        if reply.isSecret {
            kept.secretLocation = try reply.location.map { try secret.protect(location: $0, messageID: messageID) }
        } else {
            kept.location = reply.location
        }
        headers = kept.isEmpty ? nil : String(decoding: try JSON.encode(kept), as: UTF8.self)
    }

    package func reply(status: Int, isSecret: Bool, messageID: String, secret: ServiceSecret) throws -> Reply {
        let kept = try headers.map { try JSON.decode(Headers.self, from: $0.utf8) } ?? Headers()
        let clear = isSecret ? try secret.reveal(body, messageID: messageID) : body
        let location = try kept.secretLocation.map { try secret.reveal(location: $0, messageID: messageID) }
        return Reply(status: status, body: clear, location: location ?? kept.location, contentType: kept.contentType,
                     cacheControl: kept.cacheControl, fileName: kept.fileName, isSecret: isSecret)
    }
}

/// A timer that may be due.
struct DueTimer {
    let id: String
    let due: Timestamp
    let type: MessageType
    let value: [UInt8]
    let correlationID: String
    let messageID: String

    init(_ row: Row) {
        id = row[0]
        due = Timestamp(millisecondsSinceEpoch: row[1])
        type = MessageType(row[2] as String)
        value = [UInt8](row[3] as Data)
        correlationID = row[4]
        messageID = row[5]
    }

    static let columns = "id, due_at, type, value, correlation_id, message_id"

    static func next(of tenant: TenantID, until: Timestamp, in db: Database) throws -> DueTimer? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM souk_timer WHERE tenant = ? AND due_at <= ? ORDER BY due_at, id LIMIT 1",
                         arguments: [tenant.rawValue, until.millisecondsSinceEpoch]).map(DueTimer.init)
    }

    /// The message a timer becomes. Its id is fixed, so firing twice is one firing.
    func envelope(service: ServiceName, tenant: TenantID, at time: Timestamp) -> Envelope {
        Envelope(id: messageID, type: type, source: "/\(service)/timers", time: time, tenant: tenant, correlationID: correlationID,
                 attributes: ["timer": id], value: value)
    }
}
