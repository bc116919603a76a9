import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Messages that a shard dead-letters so that it can continue.
extension ShardApplier {
    /// Dead-dead letters a record with its reason: a row here, a message on `<service>.dead-letters`. The shard continues.
    /// - Parameter isAlwaysTold: publish a dead letter for this record even if the message already has one.
    /// - Parameter takenUpAt: see `DeadLetter.takenUpAt`.
    func deadLetter(_ record: IncomingRecord, envelope: Envelope?, reason: String, isAlwaysPublished: Bool = false, takenUpAt: Int64? = nil,
                    in db: Database) throws {
        outcome.deadLettered += 1
        mayHaveDeadLetters = true
        var deadLetter = DeadLetter(record, envelope: envelope, reason: reason)
        deadLetter.takenUpAt = takenUpAt
        let (tenant, id, at) = (deadLetter.tenant, deadLetter.id, deadLetter.at)
        let value = DeadLetter.withoutSealed(record.value)?.prefix(DeadLetter.valueBytesMax)
        let known = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_dead_letter WHERE tenant = ? AND id = ?)",
                                      arguments: [tenant.rawValue, id]) ?? false
        let timer = try envelope.flatMap { message in
            try message.attributes["timer"].flatMap { try isStillSet($0, message, in: db) ? $0 : nil }
        }
        try db.execute(sql: """
            INSERT INTO souk_dead_letter (tenant, id, topic, partition, record_offset, type, reason, at, headers, value, timer)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET reason = excluded.reason, at = excluded.at, topic = excluded.topic,
                partition = excluded.partition, record_offset = excluded.record_offset
            """, arguments: [tenant.rawValue, id, record.topic, record.partition, record.offset, envelope?.type.rawValue, deadLetter.reason,
                             at.millisecondsSinceEpoch, DeadLetterHeaders(record.headers).json, value.map { Data($0) }, timer])
        guard !known || isAlwaysPublished else { return }
        let cause = envelope ?? Envelope(id: id, type: DeadLetter.type, source: source, time: at, tenant: tenant, correlationID: id,
                                         value: [])
        let message = OutboxMessage(id: deadLetter.messageID(of: service), topic: Topics.deadLetters(service), type: DeadLetter.type,
                                    subject: deadLetter.place, value: try JSON.encode(deadLetter))
        try enqueue(message, causedBy: cause, at: at, in: db)
    }

    /// Whether an operator replays the dead letter of a timer that nobody has set again or cancelled since. Fired is fired: the
    /// timer itself is removed with its dead letter.
    func mayFireAgain(_ timer: String, _ envelope: Envelope, in db: Database) throws -> Bool {
        guard envelope.attributes[SkippedMessages.replayed] != nil else { return false }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_dead_letter WHERE tenant = ? AND id = ? AND timer = ?)",
                                 arguments: [envelope.tenant.rawValue, envelope.id, timer]) ?? false
    }

    /// A timer that is set again or cancelled makes the message of an earlier one stale, also if that is a dead letter.
    func endReplay(of timer: String, of tenant: TenantID, in db: Database) throws {
        guard mayHaveDeadLetters else { return }
        try db.cachedStatement(sql: "UPDATE souk_dead_letter SET timer = NULL WHERE tenant = ? AND timer = ?").run([tenant.rawValue, timer])
    }

    /// A message that is applied after all is no longer a dead letter; publish that for readers of the dead letters.
    func resolveDeadLetter(of id: String, causedBy envelope: Envelope, in db: Database) throws {
        guard mayHaveDeadLetters else { return }
        try db.cachedStatement(sql: "DELETE FROM souk_dead_letter WHERE tenant = ? AND id = ?").run([envelope.tenant.rawValue, id])
        guard db.changesCount > 0 else { return }
        let taken = DeadLetterResolved(id: id, tenant: envelope.tenant, at: envelope.time)
        let message =
            OutboxMessage(id: DeterministicID.make("dead-letter-taken", service.rawValue, envelope.tenant.rawValue, id, envelope.id),
                          topic: Topics.deadLetters(service), type: DeadLetterResolved.type, subject: nil, value: try JSON.encode(taken))
        try enqueue(message, causedBy: envelope, at: envelope.time, in: db)
    }
}
