import GRDB
import Kernel

/// Messages that repeatedly crashed the program (docs/decisions/0016). Rows beside the state name them, so that every
/// replay skips them.
public struct SkippedMessages {
    private var offsets: [Name: [Int64]] = [:]
    private struct Name: Hashable {
        let tenant: TenantID
        let id: String
    }
    static let reason = "crashed: the program ended \(CrashLedger.crashesMax) times while it handled this message"
    /// Attribute of a dead letter that an operator replays after the program was fixed.
    static let replayed = "replayed"
    /// The header that carries the attribute.
    public static let replay = ["request-" + replayed: "1"]

    init() {}
    init(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT tenant, id, record_offset FROM souk_skipped_message") {
            offsets[Name(tenant: TenantID(unchecked: row[0]), id: row[1]), default: []].append(row[2])
        }
    }

    var isEmpty: Bool { offsets.isEmpty }

    /// Matches the record and every later copy, because a client that waits sends it again. A replay by an operator is
    /// applied.
    func contains(_ envelope: Envelope, at offset: Int64) -> Bool {
        guard let known = offsets[Name(tenant: envelope.tenant, id: envelope.id)] else { return false }
        if envelope.attributes[Self.replayed] != nil { return known.contains(offset) }
        return known.contains { $0 <= offset }
    }

    /// Matches this record only, not a copy of it.
    func names(_ envelope: Envelope, at offset: Int64) -> Bool {
        offsets[Name(tenant: envelope.tenant, id: envelope.id)]?.contains(offset) ?? false
    }

    mutating func add(_ envelope: Envelope, at offset: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO souk_skipped_message (tenant, id, record_offset, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [envelope.tenant.rawValue, envelope.id, offset, Self.reason])
        offsets[Name(tenant: envelope.tenant, id: envelope.id), default: []].append(offset)
    }

    /// Adds what the dead letters of a shard report, for a file that was recreated.
    static func learn(_ deadLetter: DeadLetter, topic: TopicPartition, _ db: Database) throws {
        guard deadLetter.reason == reason, deadLetter.topic == topic.topic, deadLetter.partition == topic.partition,
              !deadLetter.isFinal else { return }
        try db.execute(
            sql: "INSERT INTO souk_skipped_message (tenant, id, record_offset, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [deadLetter.tenant.rawValue, deadLetter.id, deadLetter.takenUpAt ?? deadLetter.offset, reason])
    }
}

extension ShardApplier {
    /// Skips a record that must not be handled: a dead letter, and status 500 for the client. Returns whether it did.
    func skip(_ record: IncomingRecord, _ envelope: Envelope, in db: Database) throws -> Bool {
        if suspect.refused.contains(record.offset), !skipped.contains(envelope, at: record.offset) {
            try skipped.add(envelope, at: record.offset, db)
        }
        guard !skipped.isEmpty, skipped.contains(envelope, at: record.offset) else { return false }
        // Publish a dead letter for each record that crashed the program, even if the message has one: a recreated file
        // learns the skipped records from them.
        try deadLetter(record, envelope: envelope, reason: SkippedMessages.reason,
                       isAlwaysPublished: skipped.names(envelope, at: record.offset), in: db)
        answer(envelope, with: .internalError)
        if let timer = envelope.attributes["timer"] { try removeTimer(timer, messageID: envelope.id, of: envelope.tenant, in: db) }
        return true
    }

    /// Skips an early arrival that must not be handled. Its row names the offset of the tenant's definition, because a
    /// replay keeps the arrival for the definition again and skips it there.
    func skip(arrival record: IncomingRecord, with definition: IncomingRecord, in db: Database) throws -> Bool {
        let isRefused = suspect.refusedArrivals.contains(record.offset)
        guard isRefused || !skipped.isEmpty, let envelope = try? Envelope(record) else { return false }
        if isRefused, !skipped.names(envelope, at: definition.offset) { try skipped.add(envelope, at: definition.offset, db) }
        guard skipped.names(envelope, at: definition.offset) else { return false }
        try deadLetter(record, envelope: envelope, reason: SkippedMessages.reason, isAlwaysPublished: true, takenUpAt: definition.offset,
                       in: db)
        return true
    }
}
