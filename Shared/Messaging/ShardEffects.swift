import Foundation
import GRDB
import Kernel
import Storage

/// What a handler asked for: messages, timers, and answers to earlier requests. Part of the message's savepoint.
extension ShardApplier {
    func write(_ effects: MessageContext.Effects, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        for message in effects.outbox { try enqueue(message, causedBy: envelope, at: now, in: db) }
        for change in effects.timers {
            outcome.touchedTimers = true
            try endReplay(of: change.id, of: envelope.tenant, in: db)
            switch change {
            case .set(let id, let due, let type, let value):
                // The message id holds the due time and the cause: a timer that is moved is another message.
                try db.cachedStatement(sql: """
                    INSERT INTO souk_timer (tenant, id, due_at, type, value, correlation_id, message_id) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (tenant, id) DO UPDATE SET due_at = excluded.due_at, type = excluded.type, value = excluded.value,
                        correlation_id = excluded.correlation_id, message_id = excluded.message_id
                    """).run([
                        envelope.tenant.rawValue, id, due.millisecondsSinceEpoch, type.rawValue, Data(value), envelope.correlationID,
                        DeterministicID.make(
                            "timer", service.rawValue, envelope.tenant.rawValue, id, String(due.millisecondsSinceEpoch), envelope.id),
                    ])
            case .cancel(let id):
                try db.cachedStatement(sql: "DELETE FROM souk_timer WHERE tenant = ? AND id = ?").run([envelope.tenant.rawValue, id])
            }
        }
        for (requestID, reply) in effects.answers { try answerLater(requestID, reply, causedBy: envelope, at: now, in: db) }
    }

    /// A message that is too large to publish rolls its handler back; otherwise the rows would describe an event that was
    /// never sent.
    private struct TooLarge: Error, CustomStringConvertible {
        let message: OutboxMessage
        var description: String { "\(message.type) of \(message.value.count) bytes is larger than \(OutboxRelay.messageBytesMax)" }
    }

    func enqueue(_ message: OutboxMessage, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        guard message.value.count + (message.subject?.utf8.count ?? 0) <= OutboxRelay.messageBytesMax else {
            throw TooLarge(message: message)
        }
        let clockOffset = tenants[envelope.tenant].map { max($0.clockOffset, $0.clockOffsetSeen) } ?? .zero
        let headers = try OutboxHeaders(clockOffset: clockOffset).json
        try db.cachedStatement(sql: """
            INSERT INTO souk_outbox (tenant, id, topic, type, subject, time, correlation_id, causation_id, traceparent, headers, value)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                envelope.tenant.rawValue, message.id, message.topic, message.type.rawValue, message.subject, now.millisecondsSinceEpoch,
                envelope.correlationID, envelope.id, envelope.traceparent, headers, Data(message.value),
            ])
        var sent = Envelope(
            id: message.id, type: message.type, source: source, time: now, subject: message.subject, tenant: envelope.tenant,
            correlationID: envelope.correlationID, causationID: envelope.id, traceparent: envelope.traceparent, value: message.value)
        sent.clockOffset = clockOffset
        let record = sent.record(for: message.topic)
        outcome.outgoing.append(OutboxRelay.Row(position: db.lastInsertedRowID, type: message.type, record: record,
                                                awaitedBy: message.awaitedBy))
    }

    func answer(_ envelope: Envelope, with reply: Reply, replayed: Bool = false, isCopy: Bool = false) {
        guard let address = envelope.replyTo else { return }
        let record = reply.record(to: address, causedBy: envelope, source: source, replayed: replayed, isCopy: isCopy)
        outcome.answers.append(.init(address: address, record: record))
    }

    /// Stores the answer of a deferred request and sends it to whoever asked last. A request that was answered already
    /// keeps its first answer.
    private func answerLater(_ requestID: String, _ reply: Reply, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        let tenant = envelope.tenant
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT reply_partition, reply_key, fingerprint, asked_as FROM souk_inbox WHERE tenant = ? AND id = ? AND reply_status IS NULL
            """), arguments: [tenant.rawValue, requestID])
        guard let row else { return }
        let stored = try StoredReply(reply, messageID: requestID, secret: secret)
        try db.cachedStatement(sql: """
            UPDATE souk_inbox SET reply_status = ?, reply_body = ?, reply_headers = ?, reply_secret = ? WHERE tenant = ? AND id = ?
            """).run([reply.status, Data(stored.body), stored.headers, reply.isSecret, tenant.rawValue, requestID])
        guard let partition: Int32 = row[0] else { return }
        let key: [UInt8]? = (row[1] as Data?).map { [UInt8]($0) }
        let address = ReplyAddress(partition: partition, sealingKey: key)
        // A client that asked before midnight may also wait there under the first id.
        let ids = [requestID] + ((row[3] as String?).map { [$0] } ?? [])
        for id in ids {
            let record = reply.record(to: address, for: id, fingerprint: row[2], causedBy: envelope, source: source, time: now,
                                      replayed: false)
            outcome.answers.append(.init(address: address, record: record))
        }
    }
}
