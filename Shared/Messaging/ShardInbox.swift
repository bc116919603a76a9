import Foundation
import GRDB
import Kernel
import Storage

/// The messages a shard has applied: a duplicate gets the same answer and has no other effect.
extension ShardApplier {
    struct Stored {
        /// The id of the applied message; differs from the asking one if the key was first used yesterday.
        let id: String
        let reply: Reply?
        let fingerprint: String?
        let awaitsAnswer: Bool
        let receivedAt: Timestamp
    }

    /// The answer to the same Idempotency-Key, given before midnight and less than a day ago.
    func earlierAnswer(_ envelope: Envelope, in db: Database) throws -> Stored? {
        guard let earlier = envelope.earlierID else { return nil }
        return try storedAnswer(earlier, of: envelope.tenant, after: envelope.time - Envelope.idempotencyWindow, in: db)
    }

    func storedAnswer(_ id: String, of tenant: TenantID, after time: Timestamp = .distantPast, in db: Database) throws -> Stored? {
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT fingerprint, reply_status, reply_body, reply_headers, reply_secret, reply_partition, received_at FROM souk_inbox
            WHERE tenant = ? AND id = ?
            """), arguments: [tenant.rawValue, id])
        guard let row else { return nil }
        let receivedAt = Timestamp(millisecondsSinceEpoch: row[6])
        guard receivedAt > time else { return nil }
        var reply: Reply?
        if let status: Int = row[1] {
            let body = (row[2] as Data?).map { [UInt8]($0) } ?? []
            reply = try StoredReply(body: body, headers: row[3]).reply(status: status, isSecret: row[4], messageID: id, secret: secret)
        }
        return Stored(id: id, reply: reply, fingerprint: row[0], awaitsAnswer: (row[1] as Int?) == nil && (row[5] as Int32?) != nil,
                      receivedAt: receivedAt)
    }

    func repeatAnswer(_ stored: Stored, to envelope: Envelope, in db: Database) throws {
        if let mine = envelope.fingerprint, let theirs = stored.fingerprint, mine != theirs {
            answer(envelope, with: Reply(Rejection(422, "idempotency-key-reused", "This Idempotency-Key was used for another request.")))
        } else if let reply = stored.reply {
            // A gateway that sends a request again leaves its time as it was; a client's next request has a later one.
            answer(envelope, with: reply, replayed: true, isCopy: envelope.time == stored.receivedAt)
        } else if stored.awaitsAnswer, let address = envelope.replyTo {
            // The asker may be a restarted gateway: the answer goes to the latest address, under the id that the
            // gateway waits for.
            try db.cachedStatement(
                sql: "UPDATE souk_inbox SET reply_partition = ?, reply_key = ?, asked_as = ? WHERE tenant = ? AND id = ?")
                .run([address.partition, address.sealingKey.map { Data($0) }, envelope.id == stored.id ? nil : envelope.id,
                      envelope.tenant.rawValue, stored.id])
        }
    }

    func remember(_ envelope: Envelope, reply: Reply?, deferred: Bool = false, about: User.ID? = nil, in db: Database) throws {
        // Keep only answers that a client may ask for again.
        let kept = envelope.replyTo == nil ? nil : reply
        let stored = try kept.map { try StoredReply($0, messageID: envelope.id, secret: secret) }
        let address = deferred ? envelope.replyTo : nil
        // Whatever time a message claims, the inbox remembers it for at least half the window after it arrived.
        let receivedAt = max(envelope.time, logged - retention / 2)
        try db.cachedStatement(sql: """
            INSERT INTO souk_inbox (tenant, id, type, received_at, fingerprint, principal, reply_status, reply_body, reply_headers,
            reply_secret, reply_partition, reply_key, about)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                envelope.tenant.rawValue, envelope.id, envelope.type.rawValue, receivedAt.millisecondsSinceEpoch, envelope.fingerprint,
                envelope.principal?.userID.rawValue, kept?.status, stored.map { Data($0.body) }, stored?.headers, kept?.isSecret ?? false,
                address?.partition, address?.sealingKey.map { Data($0) }, about?.rawValue,
            ])
    }
}
