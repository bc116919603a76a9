import Contracts
import Crypto
import Foundation
import GRDB
import Kernel

/// What a shard's file remembers of its log besides the position: by what it would know the log again, and how to tell an old acquaintance
/// that the inbox has forgotten.
struct LogMemory {
    /// The record in hand, or the last one: the mark of the next commit.
    private var last: IncomingRecord?
    /// Whether the record in hand came in through the forwarder before; nil: it does not come from there, or nothing says so.
    private var cameBefore: Bool?
    /// Messages from before this time are forgotten by the inbox; nil: none is.
    private var horizon: Timestamp?
    /// Records before this offset are read again, see `ShardWriter.placeInLog`.
    private var againUntil: Int64 = 0
    /// How far the topics behind the forwarder have come in.
    private var sources: [TopicPartition: Source] = [:]
    private struct Source {
        var next: Int64 = 0
        /// How often the topic had become another one: its offsets began anew.
        var timesRemade = 0
    }
    private var dirtySources: Set<TopicPartition> = []

    init() {}

    init(_ db: Database) throws {
        if let row = try Row.fetchOne(db, sql: "SELECT horizon, again_until FROM souk_log") {
            horizon = (row[0] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
            againUntil = row[1]
        }
        for row in try Row.fetchAll(db, sql: "SELECT topic, partition, next_offset, times_remade FROM souk_source") {
            sources[TopicPartition(row[0], row[1])] = Source(next: row[2], timesRemade: row[3])
        }
    }

    /// Part of the batch's transaction.
    mutating func write(_ db: Database) throws {
        if let last {
            try db.cachedStatement(sql: "UPDATE souk_log SET mark_offset = ?, mark_digest = ?, log_time = ?")
                .run([last.offset, last.digest, last.timestamp.millisecondsSinceEpoch])
        }
        last = nil
        let statement = try db.cachedStatement(sql: """
            INSERT INTO souk_source (topic, partition, next_offset, times_remade) VALUES (?, ?, ?, ?)
            ON CONFLICT (topic, partition) DO UPDATE SET next_offset = excluded.next_offset, times_remade = excluded.times_remade
            """)
        for place in dirtySources { try statement.run([place.topic, place.partition, sources[place]?.next, sources[place]?.timesRemade]) }
        dirtySources.removeAll(keepingCapacity: true)
    }

    /// The next record of the log. Answers the one before it.
    mutating func take(_ record: IncomingRecord) -> IncomingRecord? {
        let before = last
        last = record
        cameBefore = nil
        guard let origin = Self.origin(of: record) else { return before }
        let source = sources[origin.place] ?? Source()
        let isSameLog = origin.timesRemade == source.timesRemade
        let isBehind = isSameLog ? origin.offset < source.next : origin.timesRemade < source.timesRemade
        // What a topic that was made anew holds may be new, or what the old one held: its place there says nothing of that.
        cameBefore = isSameLog && isBehind ? true : origin.timesRemade == 0 && !isBehind ? false : nil
        guard !isBehind else { return before }
        sources[origin.place] = Source(next: origin.offset + 1, timesRemade: origin.timesRemade)
        dirtySources.insert(origin.place)
        return before
    }
    /// The record in hand comes again, in the next transaction.
    mutating func putBack(_ before: IncomingRecord?) { last = before }

    // MARK: - Old acquaintances

    enum Age {
        case young
        /// Applied long ago: its place says so.
        case known
        /// So old that the inbox would have forgotten it, and nothing says whether it was here.
        case unknown
    }

    /// How old a message is that the inbox does not know. Follows from the record, and after the log became another one from what the
    /// file had forgotten by then: a replay says the same.
    /// - Parameter said: the time the message came with.
    func age(of envelope: Envelope, said: Timestamp, _ record: IncomingRecord, retention: Duration) -> Age {
        if record.offset < againUntil, let horizon, record.timestamp < horizon || said < horizon { return .known }
        // Whoever waits for an answer asked just now, whatever his clock says. Timers know themselves whether they are set, and what the
        // platform says of itself does no harm twice.
        guard envelope.replyTo == nil, envelope.attributes["timer"] == nil, envelope.type.domain != "platform", envelope.attributes[Envelope.lateAttribute] == nil,
            said < record.timestamp - retention
        else { return .young }
        // Events are kept longer than the inbox remembers: a service that is new, or was away, takes what it has not had.
        guard let cameBefore else { return .unknown }
        return cameBefore ? .known : .young
    }

    static func tooOld(_ said: Timestamp, _ record: IncomingRecord, _ retention: Duration) -> String {
        "older than the inbox remembers: it says \(said) and came at \(record.timestamp), after more than \(retention.wholeSeconds / 3600) hours; it may have been applied before"
    }

    /// The record of an event topic that the forwarder made this one of.
    private static func origin(of record: IncomingRecord) -> (place: TopicPartition, offset: Int64, timesRemade: Int)? {
        guard let header = record.headers.last(where: { $0.name == "forwarded-from" })?.value else { return nil }
        let parts = String(decoding: header, as: UTF8.self).split(separator: "/")
        guard parts.count == 3 || parts.count == 4, let partition = Int32(parts[1]), let offset = Int64(parts[2]), offset >= 0, offset < .max else { return nil }
        guard let timesRemade = parts.count == 4 ? Int(parts[3]) : 0, timesRemade >= 0 else { return nil }
        return (TopicPartition(String(parts[0]), partition), offset, timesRemade)
    }
}

extension IncomingRecord {
    /// The same bytes, taken by the log at the same time, have the same digest.
    var digest: String {
        var hash = SHA256()
        func add(_ bytes: [UInt8]?) {
            withUnsafeBytes(of: Int64(bytes?.count ?? -1).bigEndian) { hash.update(bufferPointer: $0) }
            if let bytes { hash.update(data: bytes) }
        }
        withUnsafeBytes(of: timestamp.millisecondsSinceEpoch.bigEndian) { hash.update(bufferPointer: $0) }
        add(key)
        add(value)
        for header in headers {
            add(Array(header.name.utf8))
            add(header.value)
        }
        return Hex.encode(Array(hash.finalize().prefix(16)))
    }
}

/// Headers of a record, all of them, as bytes of a row.
struct KeptHeaders: Codable {
    private struct Header: Codable {
        let name: String
        let value: Data?
    }
    private let list: [Header]

    init(_ headers: [RecordHeader]) { list = headers.map { Header(name: $0.name, value: $0.value.map { Data($0) }) } }
    init(_ bytes: [UInt8]) throws { self = try JSON.decode(KeptHeaders.self, from: bytes) }
    func encoded() throws -> [UInt8] { try JSON.encode(self) }
    var headers: [RecordHeader] { list.map { header in RecordHeader(header.name, header.value.map { [UInt8]($0) }) } }
}

/// Headers of an outbox row beyond its columns.
struct OutboxHeaders {
    let clockOffset: Duration
    init(clockOffset: Duration) { self.clockOffset = clockOffset }

    /// Nil: none.
    var json: String? {
        get throws { clockOffset > .zero ? String(decoding: try JSON.encode([Envelope.clockOffsetHeader: clockOffset.wholeMilliseconds]), as: UTF8.self) : nil }
    }
    init(json: String?) {
        let members = json.flatMap { try? JSON.decode([String: Int64].self, from: Array($0.utf8)) }
        clockOffset = .milliseconds(members?[Envelope.clockOffsetHeader] ?? 0)
    }
}

extension ShardApplier {
    /// So far may clocks of different machines disagree.
    static let clockSkewMax: Duration = .seconds(10)
    /// A tenant's time that lies further ahead of the log's came from a wrong clock.
    private static let poisonedBeyond: Duration = .minutes(5)

    /// The latest time a message of this record may have: when the log took it, with the tenant's virtual clock. So a machine whose clock
    /// is wrong moves nobody's time, and a replay says the same.
    func timeLimit(_ envelope: Envelope, _ record: IncomingRecord) -> Timestamp {
        // A log of old keeps no times.
        guard record.timestamp.millisecondsSinceEpoch > 0 else { return .distantFuture }
        let state = tenants[envelope.tenant]
        var ahead = max(state?.clockOffset ?? .zero, state?.clockOffsetSeen ?? .zero)
        if envelope.clockOffset > ahead, let definition = state?.definition, definition.sandbox {
            ahead = envelope.clockOffset
            tenants[envelope.tenant]?.clockOffsetSeen = ahead
            dirtyTenants.insert(envelope.tenant)
        }
        return latest(at: record.timestamp, ahead: ahead)
    }

    func latest(at logged: Timestamp, ahead: Duration) -> Timestamp { min(logged, .distantFuture) + ahead + Self.clockSkewMax }

    /// A time that was poisoned by an older program, or by a machine whose every clock was wrong, goes back to the log's. Only a broker's
    /// own time is proof enough.
    func healTime(of tenant: TenantID, _ record: IncomingRecord) {
        guard record.isLogTime, let state = tenants[tenant] else { return }
        let now = min(record.timestamp, .distantFuture) + max(state.clockOffset, state.clockOffsetSeen)
        guard state.lastTime > now + Self.poisonedBeyond else { return }
        tenants[tenant]?.lastTime = now
        dirtyTenants.insert(tenant)
    }
}
