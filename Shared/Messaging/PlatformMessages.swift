import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Messages of the platform itself, which every shard applies: tenants, clocks, keys, and requests to send again.
extension ShardApplier {
    func applyPlatform(_ envelope: Envelope, in db: Database) throws {
        switch envelope.type {
        case ApplyTenant.type:
            try applyTenant(try JSON.decode(ApplyTenant.self, from: envelope.value).definition, envelope, in: db)
        case AdvanceClock.type:
            try advanceClock(try JSON.decode(AdvanceClock.self, from: envelope.value), envelope, in: db)
        case Republish.type:
            try republish(try JSON.decode(Republish.self, from: envelope.value), in: db)
        case SealingKeyPublished.type:
            try learn(try JSON.decode(SealingKeyPublished.self, from: envelope.value), in: db)
        case RotateKeys.type:
            try rotate(try JSON.decode(RotateKeys.self, from: envelope.value), at: envelope.time, in: db)
        default:
            throw Envelope.Malformed("not a platform message: \(envelope.type)")
        }
        let reply = Reply(status: 200, body: Array("{}".utf8))
        try remember(envelope, reply: reply, in: db)
        answer(envelope, with: reply)
    }

    private func applyTenant(_ definition: TenantDefinition, _ envelope: Envelope, in db: Database) throws {
        guard definition.tenant == envelope.tenant else { throw Envelope.Malformed("a definition of \(definition.tenant) came under the key of \(envelope.tenant)") }
        try db.execute(sql: """
            INSERT INTO souk_tenant (tenant, definition, last_time) VALUES (?, ?, ?)
            ON CONFLICT (tenant) DO UPDATE SET definition = excluded.definition, revision = revision + 1, last_time = max(last_time, excluded.last_time)
            """, arguments: [envelope.tenant.rawValue, Data(try JSON.encode(definition)), envelope.time.millisecondsSinceEpoch])
        let old = tenants[envelope.tenant]
        tenants[envelope.tenant] = TenantState(definition: definition, lastTime: max(old?.lastTime ?? .distantPast, envelope.time), clockOffset: old?.clockOffset ?? .zero)
        do {
            try follow(table.tenantApplied, envelope, in: db)
            try takeUpEarlyArrivals(envelope, in: db)
        } catch {
            // The file goes back to what it was, and so does memory.
            tenants[envelope.tenant] = old
            throw error
        }
    }

    private func learn(_ key: SealingKeyPublished, in db: Database) throws {
        try db.execute(sql: """
            INSERT INTO souk_sealing_key (service, key_id, public_key) VALUES (?, ?, ?)
            ON CONFLICT (service) DO UPDATE SET key_id = excluded.key_id, public_key = excluded.public_key
            """, arguments: [key.service.rawValue, key.keyID, key.publicKey])
    }

    /// Doing a step again changes nothing: an operator whose rotation was cut off starts it again. A generation never becomes inactive.
    private func rotate(_ rotation: RotateKeys, at now: Timestamp, in db: Database) throws {
        switch rotation.step {
        case .announce:
            try db.execute(sql: "INSERT INTO souk_key_generation (generation, announced_at) VALUES (?, ?) ON CONFLICT (generation) DO NOTHING",
                           arguments: [rotation.generation, now.millisecondsSinceEpoch])
        case .activate:
            guard try KeyGenerations(db).announced >= rotation.generation else {
                throw Rejection.conflict("keys-not-announced", "Nobody could check what generation \(rotation.generation) signs: announce it first.")
            }
            try db.execute(sql: "UPDATE souk_key_generation SET activated_at = ? WHERE generation = ? AND activated_at IS NULL",
                           arguments: [now.millisecondsSinceEpoch, rotation.generation])
        }
    }

    /// Events that came before the definition of their tenant go through the log once more.
    private func takeUpEarlyArrivals(_ envelope: Envelope, in db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT id, type, headers, value FROM souk_dead_letter WHERE tenant = ? AND reason = ? ORDER BY record_offset",
                                    arguments: [envelope.tenant.rawValue, Self.unknownTenant])
        for row in rows {
            let id: String = row[0]
            let value = (row[3] as Data?).map { [UInt8]($0) } ?? []
            let message = OutboxMessage(id: id, topic: Topics.commands(service), type: MessageType(row[1] as String? ?? ""), subject: nil, value: value)
            try enqueue(message, causedBy: envelope, at: envelope.time, in: db)
            try takeLetter(of: id, causedBy: envelope, in: db)
        }
    }

    /// Takes the new time and fires the timers that fall due by then, in the order they are due, each with its own time as `now`.
    private func advanceClock(_ advance: AdvanceClock, _ envelope: Envelope, in db: Database) throws {
        guard var state = tenants[envelope.tenant], let definition = state.definition else { throw Rejection.notFound }
        guard definition.sandbox else { throw Rejection.notFound }
        let offset = Duration.milliseconds(max(advance.offsetMilliseconds, state.clockOffset.wholeMilliseconds))
        state.clockOffset = offset
        tenants[envelope.tenant] = state
        try db.execute(sql: "UPDATE souk_tenant SET clock_offset = ? WHERE tenant = ?", arguments: [offset.wholeMilliseconds, envelope.tenant.rawValue])
        outcome.touchedTimers = true
        // A timer may set the next one; each pass takes the earliest, so order holds. The limit stops a timer that never stops.
        for _ in 0..<Self.timersPerAdvanceMax {
            guard let timer = try DueTimer.next(of: envelope.tenant, until: advance.now, in: db) else { break }
            try fire(timer, envelope, in: db)
        }
        if let last = tenants[envelope.tenant]?.lastTime, advance.now > last {
            tenants[envelope.tenant]?.lastTime = advance.now
            dirtyTenants.insert(envelope.tenant)
        }
    }
    static let timersPerAdvanceMax = 100_000

    private func fire(_ timer: DueTimer, _ envelope: Envelope, in db: Database) throws {
        var message = timer.envelope(service: service, tenant: envelope.tenant, at: max(timer.due, tenants[envelope.tenant]?.lastTime ?? timer.due))
        message.causationID = envelope.id
        let record = IncomingRecord(topic: Topics.commands(service), partition: 0, offset: 0, timestamp: message.time,
                                    key: Array(envelope.tenant.rawValue.utf8), value: message.value, headers: message.headers)
        try apply(record, in: db)
        // Also when the type has no handler any more: the clock must not stop at it.
        try removeTimer(timer.id, messageID: timer.messageID, of: envelope.tenant, in: db)
    }

    /// A reader lost its place: what is retained for its topic goes out again. Inboxes drop what was applied.
    private func republish(_ request: Republish, in db: Database) throws {
        let after = try request.afterID.flatMap { try Int64.fetchOne(db, sql: "SELECT position FROM souk_outbox WHERE id = ?", arguments: [$0]) } ?? 0
        let first = try Int64.fetchOne(db, sql: "SELECT min(position) FROM souk_outbox WHERE topic = ? AND position > ?", arguments: [request.topic, after])
        guard let first else { return }
        try db.execute(sql: "UPDATE souk_log SET relayed_position = min(relayed_position, ?)", arguments: [first - 1])
        rewindRelay = true
    }
}
