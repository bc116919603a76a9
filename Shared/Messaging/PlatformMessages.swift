import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Messages of the platform itself, which every shard applies: tenants, clocks, keys, and requests to send again.
extension ShardApplier {
    func applyPlatform(_ envelope: Envelope, _ record: IncomingRecord, in db: Database) throws {
        switch envelope.type {
        case ApplyTenant.type:
            try applyTenant(try JSON.decode(ApplyTenant.self, from: envelope.value).definition, envelope, record, in: db)
        case AdvanceClock.type:
            guard try advanceClock(try JSON.decode(AdvanceClock.self, from: envelope.value), envelope, record, in: db) else {
                isCutOff = true
                return
            }
        case Republish.type:
            try republish(try JSON.decode(Republish.self, from: envelope.value), in: db)
        case SealingKeyPublished.type:
            try learn(try JSON.decode(SealingKeyPublished.self, from: envelope.value), in: db)
        case Subscribe.type:
            try StoredSubscriptions.want(try JSON.decode(Subscribe.self, from: envelope.value), db)
            mayHandOver = true
        case SubscriptionTaken.type:
            guard try passMarker(try JSON.decode(SubscriptionTaken.self, from: envelope.value), record, in: db) else {
                isCutOff = true
                return
            }
        case ClaimKey.type:
            break  // The inbox row with the fingerprint is the claim.
        case RotateKeys.type:
            try rotate(try JSON.decode(RotateKeys.self, from: envelope.value), at: envelope.time, in: db)
        default:
            throw Envelope.Malformed("not a platform message: \(envelope.type)")
        }
        let reply = Reply(status: 200, body: Array("{}".utf8))
        try remember(envelope, reply: reply, in: db)
        answer(envelope, with: reply)
    }

    private func applyTenant(_ definition: TenantDefinition, _ envelope: Envelope, _ record: IncomingRecord, in db: Database) throws {
        guard definition.tenant == envelope.tenant else {
            throw Envelope.Malformed("a definition of \(definition.tenant) came under the key of \(envelope.tenant)")
        }
        try db.execute(sql: """
            INSERT INTO souk_tenant (tenant, definition, last_time) VALUES (?, ?, ?)
            ON CONFLICT (tenant) DO UPDATE SET definition = excluded.definition, revision = revision + 1,
            last_time = max(last_time, excluded.last_time)
            """, arguments: [envelope.tenant.rawValue, Data(try JSON.encode(definition)), envelope.time.millisecondsSinceEpoch])
        let old = tenants[envelope.tenant]
        tenants[envelope.tenant] = TenantState(definition: definition, lastTime: max(old?.lastTime ?? .distantPast, envelope.time),
                                               clockOffset: old?.clockOffset ?? .zero, clockOffsetSeen: old?.clockOffsetSeen ?? .zero)
        do {
            try follow(table.tenantApplied, envelope, in: db)
            try takeUpEarlyEvents(of: envelope.tenant, with: record, in: db)
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
            try db.execute(
                sql: "INSERT INTO souk_key_generation (generation, announced_at) VALUES (?, ?) ON CONFLICT (generation) DO NOTHING",
                arguments: [rotation.generation, now.millisecondsSinceEpoch])
        case .activate:
            guard try KeyGenerations(db).announced >= rotation.generation else {
                throw Rejection.conflict("keys-not-announced",
                                         "Nobody could check what generation \(rotation.generation) signs: announce it first.")
            }
            try db.execute(sql: "UPDATE souk_key_generation SET activated_at = ? WHERE generation = ? AND activated_at IS NULL",
                           arguments: [now.millisecondsSinceEpoch, rotation.generation])
        }
    }

    /// Takes the new time and fires the timers that fall due by then, in the order they are due, each with its own time as `now`.
    /// - Returns: false when more timers are due than one transaction should hold; the message is then applied again
    ///   and continues.
    private func advanceClock(_ advance: AdvanceClock, _ envelope: Envelope, _ record: IncomingRecord, in db: Database) throws -> Bool {
        guard var state = tenants[envelope.tenant], let definition = state.definition else { throw Rejection.notFound }
        guard definition.sandbox else { throw Rejection.notFound }
        let offset = Duration.milliseconds(
            min(max(advance.offsetMilliseconds, state.clockOffset.wholeMilliseconds), Envelope.clockOffsetMax.wholeMilliseconds))
        // The new time is the log's time plus the new offset; the sender's clock does not matter.
        let now = min(advance.now, latest(at: record.timestamp, ahead: offset))
        state.clockOffset = offset
        tenants[envelope.tenant] = state
        shiftedClocks[envelope.tenant] = offset == .zero ? nil : offset
        try db.execute(sql: "UPDATE souk_tenant SET clock_offset = ? WHERE tenant = ?",
                       arguments: [offset.wholeMilliseconds, envelope.tenant.rawValue])
        outcome.touchedTimers = true
        // A timer may set the next one; each pass takes the earliest, so order holds. The limit stops a timer that never stops.
        let before = try Int.fetchOne(db, sql: "SELECT fired FROM souk_advance WHERE tenant = ? AND id = ?",
                                      arguments: [envelope.tenant.rawValue, envelope.id]) ?? 0
        var fired = 0
        while before + fired < Self.timersPerAdvanceMax, let timer = try DueTimer.next(of: envelope.tenant, until: now, in: db) {
            guard fired < Self.timersPerTransactionMax else {
                try db.execute(sql: """
                    INSERT INTO souk_advance (tenant, id, fired) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET id = excluded.id, fired = excluded.fired
                    """,
                               arguments: [envelope.tenant.rawValue, envelope.id, before + fired])
                return false
            }
            try fire(timer, envelope, until: now, in: db)
            fired += 1
        }
        if before > 0 { try db.execute(sql: "DELETE FROM souk_advance WHERE tenant = ?", arguments: [envelope.tenant.rawValue]) }
        if let last = tenants[envelope.tenant]?.lastTime, now > last {
            tenants[envelope.tenant]?.lastTime = now
            dirtyTenants.insert(envelope.tenant)
        }
        return true
    }
    static let timersPerAdvanceMax = 100_000
    /// As many messages as one batch of the log holds.
    package static let timersPerTransactionMax = 500

    private func fire(_ timer: DueTimer, _ envelope: Envelope, until target: Timestamp, in db: Database) throws {
        var message =
            timer.envelope(service: service, tenant: envelope.tenant, at: max(timer.due, tenants[envelope.tenant]?.lastTime ?? timer.due))
        message.causationID = envelope.id
        message.attributes[MessageContext.clockTargetAttribute] = target.description
        let record = IncomingRecord(topic: Topics.commands(service), partition: 0, offset: 0, timestamp: message.time,
                                    key: Array(envelope.tenant.rawValue.utf8), value: message.value, headers: message.headers)
        try take(record, isOfTheLog: false, in: db)
        // Also when the type has no handler any more: the clock must not stop at it.
        try removeTimer(timer.id, messageID: timer.messageID, of: envelope.tenant, in: db)
    }

    /// A reader lost its position: sends what is retained for its topic again, in parallel to new rows
    /// (`Republication`). The topic may also have lost rows that were sent again, so requests during that time cause
    /// one further pass. It begins when this one has ended: readers that ask again and again cannot keep it from its end.
    private func republish(_ request: Republish, in db: Database) throws {
        let after = try request.afterID.flatMap {
            try Int64.fetchOne(db, sql: "SELECT position FROM souk_outbox WHERE id = ?", arguments: [$0])
        } ?? 0
        // A service's own topic lacks events that went there directly, too.
        let last = try Int64.fetchOne(db, sql: """
            SELECT max(position) FROM souk_outbox WHERE (topic = ?1 OR ?1 LIKE '%.commands') AND position > ?2
            """, arguments: [request.topic, after])
        guard let last else { return }
        try db.execute(sql: """
            INSERT INTO souk_republish (topic, after_position, until_position) VALUES (?, ?, ?)
            ON CONFLICT (topic) DO UPDATE SET until_position = max(until_position, excluded.until_position),
                again_after = CASE WHEN begun = 1 OR after_position > excluded.after_position
                    THEN min(coalesce(again_after, excluded.after_position), excluded.after_position) ELSE again_after END
            """, arguments: [request.topic, after, last])
        mayRepublish = true
    }
}
