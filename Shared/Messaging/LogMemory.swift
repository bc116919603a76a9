import Contracts
import Crypto
import Foundation
import GRDB
import Kernel

/// What a shard's file knows about its log besides the position: how to recognize the log, and how to recognize a
/// duplicate that the inbox no longer remembers.
struct LogMemory {
    /// The current record, or the last one: the mark of the next commit.
    private var last: IncomingRecord?
    /// Whether the forwarder delivered the current record before; nil: unknown, or the record is not from the
    /// forwarder.
    private var cameBefore: Bool?
    /// Whether the owner may have published the current record before; its new offset then proves nothing.
    private var isSentAgain = false
    /// Where the current record stands in its publisher's outbox, if it came directly.
    private(set) var direct: DirectOrigin?
    /// The inbox has dropped messages from before this time; nil: it has dropped none.
    private var horizon: Timestamp?
    /// Records before this offset are read a second time, see `ShardWriter.placeInLog`.
    private var againUntil: Int64 = 0
    /// How far the forwarder has delivered the topics it reads.
    private var sources: [TopicPartition: Source] = [:]
    private struct Source {
        var next: Int64 = 0
        /// How often the topic was recreated; its offsets then start again.
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

    /// Runs in the transaction of the batch.
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

    /// Takes the next record of the log. Returns the previous one.
    mutating func take(_ record: IncomingRecord) -> IncomingRecord? {
        let before = last
        last = record
        cameBefore = nil
        (isSentAgain, direct) = (false, nil)
        var forwardedFrom: [UInt8]?
        for header in record.headers {
            switch header.name {
            case Envelope.sentAgainHeader: isSentAgain = true
            case DirectOrigin.header: direct = header.value.flatMap { DirectOrigin($0) }
            case "forwarded-from": forwardedFrom = header.value
            default: break
            }
        }
        // Positions in an outbox grow as offsets do, under a name of their own.
        let outbox = direct.map {
            (place: TopicPartition($0.events.topic + "/outbox", $0.events.partition), offset: $0.position, timesRemade: 0)
        }
        guard let origin = outbox ?? forwardedFrom.flatMap({ Self.origin($0) }) else { return before }
        let source = sources[origin.place] ?? Source()
        let isSameLog = origin.timesRemade == source.timesRemade
        let isBehind = isSameLog ? origin.offset < source.next : origin.timesRemade < source.timesRemade
        // A recreated topic may hold new records or those of the old one; the offset does not tell which.
        cameBefore = isSameLog && isBehind ? true : origin.timesRemade == 0 && !isBehind ? false : nil
        guard !isBehind else { return before }
        sources[origin.place] = Source(next: origin.offset + 1, timesRemade: origin.timesRemade)
        dirtySources.insert(origin.place)
        return before
    }
    /// Restores the previous record, because the current one continues in the next transaction.
    mutating func putBack(_ before: IncomingRecord?) { last = before }

    // MARK: - Duplicates that the inbox no longer remembers

    enum Age {
        case young
        /// The shard applied it long ago, as its offset proves.
        case known
        /// So old that the inbox would have dropped it, and no evidence says whether the shard applied it.
        case unknown
    }

    /// The age of a message that the inbox does not know. Depends only on the record and, after the log was replaced,
    /// on what the inbox had dropped by then; a replay gets the same result.
    /// - Parameter said: the time the message came with.
    func age(of envelope: Envelope, stated: Timestamp, _ record: IncomingRecord, retention: Duration) -> Age {
        if record.offset < againUntil, let horizon, record.timestamp < horizon || stated < horizon { return .known }
        // A message with a reply address was sent just now, whatever the sender's clock says. The timer table shows
        // whether a timer is set, and platform messages are safe to apply twice.
        guard envelope.replyTo == nil, envelope.attributes["timer"] == nil, envelope.type.domain != "platform",
            envelope.attributes[Envelope.lateAttribute] == nil, stated < record.timestamp - retention
        else { return .young }
        // Topics keep events longer than the inbox remembers: a service that is new or was away must apply what it
        // missed.
        guard let cameBefore, !isSentAgain else { return .unknown }
        return cameBefore ? .known : .young
    }

    static func tooOld(_ stated: Timestamp, _ record: IncomingRecord, _ retention: Duration) -> String {
        """
            older than the inbox remembers: it says \(stated) and came at \(record.timestamp), after more than \
            \(retention.wholeSeconds / 3600) hours; it may have been applied before
            """
    }

    /// The record of an event topic from which the forwarder made this one.
    private static func origin(_ header: [UInt8]) -> (place: TopicPartition, offset: Int64, timesRemade: Int)? {
        let parts = String(decoding: header, as: UTF8.self).split(separator: "/")
        guard parts.count == 3 || parts.count == 4, let partition = Int32(parts[1]), let offset = Int64(parts[2]), offset >= 0,
              offset < .max else { return nil }
        guard let timesRemade = parts.count == 4 ? Int(parts[3]) : 0, timesRemade >= 0 else { return nil }
        return (TopicPartition(String(parts[0]), partition), offset, timesRemade)
    }
}

extension IncomingRecord {
    /// Equal bytes that the log appended at the same time have the same digest.
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

/// All headers of a record, encoded for one column.
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

/// Headers of an outbox row that have no column.
struct OutboxHeaders {
    let clockOffset: Duration
    init(clockOffset: Duration) { self.clockOffset = clockOffset }

    /// Nil: none.
    var json: String? {
        get throws {
            clockOffset > .zero ? String(decoding: try JSON.encode([Envelope.clockOffsetHeader: clockOffset.wholeMilliseconds]),
                                         as: UTF8.self) : nil
        }
    }
    init(json: String?) {
        let members = json.flatMap { try? JSON.decode([String: Int64].self, from: Array($0.utf8)) }
        clockOffset = .milliseconds(members?[Envelope.clockOffsetHeader] ?? 0)
    }
}

extension ShardApplier {
    /// How far the clocks of two machines may differ.
    static let clockSkewMax: Duration = .seconds(10)
    /// A tenant's time further ahead of the log's time than this came from a wrong clock.
    private static let poisonedBeyond: Duration = .minutes(5)

    /// The latest time a message of this record may have: the log's append time plus the tenant's virtual clock offset.
    /// A machine with a wrong clock therefore moves no tenant's time, and a replay gets the same result.
    func timeLimit(_ envelope: Envelope, _ record: IncomingRecord) -> Timestamp {
        // An old log has no times.
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

    /// Resets a tenant's time to the log's if an older program, or a machine whose clocks were all wrong, moved it too
    /// far ahead. Only a time that the broker set is proof enough.
    func healTime(of tenant: TenantID, _ record: IncomingRecord) {
        guard record.isLogTime, let state = tenants[tenant] else { return }
        let now = min(record.timestamp, .distantFuture) + max(state.clockOffset, state.clockOffsetSeen)
        guard state.lastTime > now + Self.poisonedBeyond else { return }
        tenants[tenant]?.lastTime = now
        dirtyTenants.insert(tenant)
    }
}
