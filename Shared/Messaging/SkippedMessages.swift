import GRDB
import Kernel

/// Messages that ended the program time and again (docs/decisions/0016). Which they are is a row beside the state, so that every replay passes them by.
public struct SkippedMessages {
    private var offsets: [Name: [Int64]] = [:]
    private struct Name: Hashable {
        let tenant: TenantID
        let id: String
    }
    static let reason = "crashed: the program ended \(CrashLedger.crashesMax) times while it handled this message"
    /// Attribute of a dead letter that a person sends again, after the program was mended.
    static let replayed = "replayed"
    /// The header that says so.
    public static let replay = ["request-" + replayed: "1"]

    init() {}
    init(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT tenant, id, record_offset FROM souk_skipped_message") {
            offsets[Name(tenant: TenantID(unchecked: row[0]), id: row[1]), default: []].append(row[2])
        }
    }

    var isEmpty: Bool { offsets.isEmpty }

    /// The record itself, and every later copy of it: whoever waits for the answer sends it again. A person who replays the letter means it.
    func contains(_ envelope: Envelope, at offset: Int64) -> Bool {
        guard let known = offsets[Name(tenant: envelope.tenant, id: envelope.id)] else { return false }
        if envelope.attributes[Self.replayed] != nil { return known.contains(offset) }
        return known.contains { $0 <= offset }
    }

    /// This very record, not a copy of it.
    func names(_ envelope: Envelope, at offset: Int64) -> Bool { offsets[Name(tenant: envelope.tenant, id: envelope.id)]?.contains(offset) ?? false }

    mutating func add(_ envelope: Envelope, at offset: Int64, _ db: Database) throws {
        try db.execute(sql: "INSERT INTO souk_skipped_message (tenant, id, record_offset, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                       arguments: [envelope.tenant.rawValue, envelope.id, offset, Self.reason])
        offsets[Name(tenant: envelope.tenant, id: envelope.id), default: []].append(offset)
    }

    /// What the letters of a shard's dead-letter topic say, for a file that was made anew.
    static func learn(_ letter: DeadLetter, topic: TopicPartition, _ db: Database) throws {
        guard letter.reason == reason, letter.topic == topic.topic, letter.partition == topic.partition, !letter.isFinal else { return }
        try db.execute(sql: "INSERT INTO souk_skipped_message (tenant, id, record_offset, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                       arguments: [letter.tenant.rawValue, letter.id, letter.offset, reason])
    }
}

extension ShardApplier {
    /// Passes a record by that must not be handled: a dead letter, and 500 for whoever waits. Answers whether it was one.
    func skip(_ record: IncomingRecord, _ envelope: Envelope, in db: Database) throws -> Bool {
        if refusedOffset == record.offset, !skipped.contains(envelope, at: record.offset) { try skipped.add(envelope, at: record.offset, db) }
        guard !skipped.isEmpty, skipped.contains(envelope, at: record.offset) else { return false }
        // Each record that ended the program is told of, also where its message has a letter already: a file that is made anew learns from them which they were.
        try bury(record, envelope: envelope, reason: SkippedMessages.reason, isAlwaysTold: skipped.names(envelope, at: record.offset), in: db)
        answer(envelope, with: .internalError)
        if let timer = envelope.attributes["timer"] { try removeTimer(timer, messageID: envelope.id, of: envelope.tenant, in: db) }
        return true
    }
}
