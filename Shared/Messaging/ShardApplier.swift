import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Applies messages to one shard's file, each in a savepoint: inbox, handler, rows, outbox, timers, stored answer.
/// Used by one thread at a time, inside a write transaction it is handed. The log, the relay and the clock are somebody else's.
public final class ShardApplier {
    /// What leaves the shard once the transaction is committed.
    public struct Outcome {
        public struct Answer { public let address: ReplyAddress; public let record: OutgoingRecord }
        public var answers: [Answer] = []
        /// Rows of the outbox in their order, ready to go out without being read again.
        var outgoing: [OutboxRelay.Row] = []
        public var touchedTimers = false
        public var applied = 0
        public var duplicates = 0
        public var rejected = 0
        public var deadLettered = 0
        /// Records read again after the log was replaced, or forwarded again, and so old that only their offset proves
        /// that they were applied.
        public var outdated = 0
        /// Events that came directly before what the forwarder must bring first.
        public var parked = 0
        /// Timers that are not due by the log's time: the clock of the machine that fired them is ahead.
        public var early = 0
    }

    public let service: ServiceName
    let table: HandlerTable
    let secret: ServiceSecret
    let source: String
    var tenants: [TenantID: TenantState] = [:]
    var dirtyTenants: Set<TenantID> = []
    /// There may be dead letters in the file: only then is it worth looking for one whose message is taken at last.
    var mayHaveDeadLetters = true
    public internal(set) var outcome = Outcome()
    /// The outbox may have rows to publish again.
    var mayRepublish = false
    /// How long the inbox remembers a message.
    let retention: Duration
    /// The position of the file in its log, see `LogMemory`.
    var memory = LogMemory()
    /// When the broker appended the current record.
    var logged = Timestamp.distantPast
    /// Markers of publishers that have come in, see `DirectOrigin`.
    var markers: Set<String> = []
    /// Somebody wants other events than before, see `StoredSubscriptions`.
    var mayHandOver = false
    /// Messages that the shard skips.
    var skipped = SkippedMessages()
    var suspect = Suspect()
    /// Where the writer notes in the crash ledger what it works on.
    var inHand: CrashLedger.Place?
    /// The offsets of the early arrivals that the current transaction has decided.
    var takenUp: [Int64] = []
    /// The current record has more to do than one transaction should hold.
    var isCutOff = false

    struct TenantState {
        var definition: TenantDefinition?
        var lastTime: Timestamp
        var clockOffset: Duration
        /// The largest virtual clock offset of any message so far, see `Envelope.clockOffset`.
        var clockOffsetSeen: Duration = .zero
    }

    public init(service: ServiceName, table: HandlerTable, secret: ServiceSecret, retention: Duration = .days(7)) {
        (self.service, self.table, self.secret, self.retention) = (service, table, secret, retention)
        source = "/\(service)"
    }

    // MARK: - A batch

    /// Starts a transaction's worth of messages. After a failed transaction `reload` must be true: memory is behind nothing the file says.
    public func begin(_ db: Database, reload: Bool) throws {
        outcome = Outcome()
        if reload || tenants.isEmpty {
            try table.opened?(db, secret)
            try loadTenants(db)
            memory = try LogMemory(db)
            skipped = try SkippedMessages(db)
            markers = try Set(String.fetchAll(db, sql: "SELECT marker FROM souk_marker"))
            mayHaveDeadLetters = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_dead_letter)") ?? true
        }
        dirtyTenants.removeAll(keepingCapacity: true)
        takenUp.removeAll()
    }

    /// Writes what belongs to the batch as a whole. Part of the same transaction.
    public func finish(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE souk_tenant SET last_time = ?, clock_offset_seen = ? WHERE tenant = ?")
        for tenant in dirtyTenants {
            guard let state = tenants[tenant] else { continue }
            try statement.run([state.lastTime.millisecondsSinceEpoch, state.clockOffsetSeen.wholeMilliseconds, tenant.rawValue])
        }
        try memory.write(db)
    }

    /// The offsets of moved virtual clocks, for the timer driver. Only moved ones: most tenants use real time.
    var shiftedClocks: [TenantID: Duration] = [:]

    private func loadTenants(_ db: Database) throws {
        tenants.removeAll()
        shiftedClocks.removeAll()
        for row in try Row.fetchAll(db, sql: "SELECT tenant, definition, last_time, clock_offset, clock_offset_seen FROM souk_tenant") {
            let definition: [UInt8]? = (row[1] as Data?).map { [UInt8]($0) }
            let tenant = TenantID(unchecked: row[0])
            let state = TenantState(
                definition: try definition.map { try JSON.decode(TenantDefinition.self, from: $0) },
                lastTime: Timestamp(millisecondsSinceEpoch: row[2]), clockOffset: .milliseconds(row[3] as Int64),
                clockOffsetSeen: .milliseconds(row[4] as Int64))
            tenants[tenant] = state
            if state.clockOffset != .zero { shiftedClocks[tenant] = state.clockOffset }
        }
    }

    // MARK: - One record

    /// - Parameter isOfTheLog: false for messages that the shard makes itself while it applies a record: a timer of a
    ///   moved clock, an event that arrived early.
    func take(_ record: IncomingRecord, isOfTheLog: Bool = true, in db: Database) throws {
        var envelope: Envelope
        do throws(Envelope.Malformed) {
            envelope = try Envelope(record)
        } catch {
            try deadLetter(record, envelope: nil, reason: error.description, in: db)
            return
        }
        let outer = logged
        logged = record.timestamp
        defer { logged = outer }
        let stated = envelope.time
        envelope.time = min(stated, timeLimit(envelope, record))
        if let stored = try storedAnswer(envelope.id, of: envelope.tenant, in: db) ?? earlierAnswer(envelope, in: db) {
            outcome.duplicates += 1
            try repeatAnswer(stored, to: envelope, in: db)
            return
        }
        if isOfTheLog {
            switch memory.age(of: envelope, stated: stated, record, retention: retention) {
            case .known:
                outcome.outdated += 1
                return
            case .unknown:
                return try deadLetter(record, envelope: envelope, reason: LogMemory.tooOld(stated, record, retention), in: db)
            case .young: healTime(of: envelope.tenant, record)
            }
            if let marker = memory.direct?.marker.description, !markers.contains(marker) {
                outcome.parked += 1
                return try keepEarlyArrival(record, envelope, until: marker, in: db)
            }
            if try skip(record, envelope, in: db) { return }
        }
        Failpoint.trap(on: envelope.type, envelope.value)
        switch envelope.type {
        case ClaimKey.type where tenants[envelope.tenant]?.definition == nil:
            try refuseUnknownTenant(record, envelope, in: db)
        case ApplyTenant.type, AdvanceClock.type, Republish.type, SealingKeyPublished.type, RotateKeys.type, ClaimKey.type,
             Subscribe.type, SubscriptionTaken.type:
            try guarded(record, envelope, in: db) { try self.applyPlatform(envelope, record, in: db) }
        default:
            guard let handlers = table.handlers[envelope.type] ?? table.checks[envelope.type] else {
                return try refuseUnknownType(record, envelope, in: db)
            }
            guard tenants[envelope.tenant]?.definition != nil else {
                try refuseUnknownTenant(record, envelope, in: db)
                return
            }
            if let timer = envelope.attributes["timer"], try isAhead(timer, envelope, in: db) {
                outcome.early += 1
                return
            }
            try guarded(record, envelope, in: db) { try self.run(handlers, envelope, in: db) }
            // Fired is fired, also when the handler failed: the dead letter is what a person acts on.
            if let timer = envelope.attributes["timer"] { try removeTimer(timer, messageID: envelope.id, of: envelope.tenant, in: db) }
        }
    }

    /// Runs the body in a savepoint and sorts failures: a rejection is an answer, a defect a dead letter, an
    /// infrastructure error is thrown on.
    private func guarded(_ record: IncomingRecord, _ envelope: Envelope, in db: Database, _ body: () throws -> Void) throws {
        let saved = Outcome.Mark(outcome)
        do {
            try Savepoint.run(db) {
                try body()
                try resolveDeadLetter(of: envelope.id, causedBy: envelope, in: db)
            }
            if !isCutOff { outcome.applied += 1 }
        } catch let rejection as Rejection {
            saved.restore(&outcome)
            outcome.rejected += 1
            touch(envelope)
            guard envelope.replyTo != nil else {
                // Nobody hears this refusal, and a service does not send what will be refused: a person should look. It
                // is not remembered, so that it can be taken when it is sent again.
                try deadLetter(record, envelope: envelope, reason: "refused: \(rejection.slug): \(rejection.detail)", in: db)
                return
            }
            try remember(envelope, reply: Reply(rejection), in: db)
            answer(envelope, with: Reply(rejection))
        } catch let error as DecodingError {
            saved.restore(&outcome)
            try deadLetterOrRefuse(record, envelope, error, in: db)
        } catch let error as DatabaseError where error.isInfrastructure {
            throw error
        } catch {
            saved.restore(&outcome)
            try deadLetter(record, envelope: envelope, reason: "defect: \(error)", in: db)
            answer(envelope, with: .internalError)
        }
    }

    private func deadLetterOrRefuse(_ record: IncomingRecord, _ envelope: Envelope, _ error: DecodingError, in db: Database) throws {
        if envelope.replyTo != nil {
            // A request came from a person: say which field is wrong. The edge checks types first, so this is rare.
            let reply = Reply(error.asRejection)
            outcome.rejected += 1
            touch(envelope)
            try remember(envelope, reply: reply, in: db)
            answer(envelope, with: reply)
        } else {
            try deadLetter(record, envelope: envelope, reason: "cannot decode: \(error.asRejection.errors)", in: db)
        }
    }

    private func refuseUnknownType(_ record: IncomingRecord, _ envelope: Envelope, in db: Database) throws {
        // The publisher has not heard yet that the type is not wanted any more.
        if record.headers.contains(where: { $0.name == DirectOrigin.header }) { return }
        try deadLetter(record, envelope: envelope, reason: "unknown type \(envelope.type)", in: db)
        answer(envelope, with: .internalError)
        // Otherwise a timer whose handler was removed fires for ever.
        if let timer = envelope.attributes["timer"] { try removeTimer(timer, messageID: envelope.id, of: envelope.tenant, in: db) }
    }

    private func refuseUnknownTenant(_ record: IncomingRecord, _ envelope: Envelope, in db: Database) throws {
        if envelope.replyTo != nil {
            answer(envelope, with: .notSetUp)
        } else {
            // An event may overtake the definition of its tenant; it is taken up again when the definition comes.
            try keepEarlyArrival(record, envelope, in: db)
            try deadLetter(record, envelope: envelope, reason: Self.unknownTenant, in: db)
        }
    }
    static let unknownTenant = "unknown tenant"

    private func run(_ handlers: [HandlerTable.Handler], _ envelope: Envelope, in db: Database) throws {
        if let timer = envelope.attributes["timer"], try !isStillSet(timer, envelope, in: db), try !mayFireAgain(timer, envelope, in: db) {
            try remember(envelope, reply: nil, in: db)
            return
        }
        let context = try context(for: envelope, in: db)
        var reply: Reply?
        for handler in handlers { reply = try handler(context) ?? reply }
        if envelope.type == UserErased.type { try context.forgetAnswers(to: JSON.decode(UserErased.self, from: envelope.value).userId) }
        try write(context.effects, causedBy: envelope, at: context.now, in: db)
        let deferred = context.effects.deferred
        try remember(envelope, reply: deferred ? nil : reply, deferred: deferred, about: context.effects.about, in: db)
        if let reply, !deferred { answer(envelope, with: reply) }
    }

    /// What a service does about a message of the platform: its rows and effects, no answer.
    func follow(_ handler: HandlerTable.Handler?, _ envelope: Envelope, in db: Database) throws {
        guard let handler else { return }
        let context = try context(for: envelope, in: db)
        _ = try handler(context)
        try write(context.effects, causedBy: envelope, at: context.now, in: db)
    }

    private func context(for envelope: Envelope, in db: Database) throws -> MessageContext {
        guard let state = tenants[envelope.tenant], let definition = state.definition else { throw Rejection.notFound }
        return MessageContext(database: db, envelope: envelope, now: touch(envelope), definition: definition, service: service,
                              secret: secret, extensions: table.extensions, clockOffset: max(state.clockOffset, state.clockOffsetSeen))
    }

    /// Advances the tenant's time: it never goes back and never exceeds what the log allows (`timeLimit`).
    @discardableResult
    private func touch(_ envelope: Envelope) -> Timestamp {
        guard var state = tenants[envelope.tenant] else { return envelope.time }
        if envelope.time > state.lastTime {
            state.lastTime = envelope.time
            tenants[envelope.tenant] = state
            dirtyTenants.insert(envelope.tenant)
        }
        return state.lastTime
    }
}
