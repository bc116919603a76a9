import GRDB
import Kernel
import Storage

/// Timers: rows that become messages of the shard's own log when they are due.
extension ShardWriter {
    /// When the next timer is due in real time, per the clocks of its tenants.
    struct TimerSchedule {
        var isStale = true
        var nextDue: Timestamp = .distantPast
        /// Message ids that were produced and have not come back through the log yet, with the time they went out.
        var fired: [String: ContinuousClock.Instant] = [:]
        var lastScan = ContinuousClock.now - .seconds(1)

        func wait(until now: Timestamp) -> Duration {
            if isStale { return .milliseconds(20) }
            return nextDue > now ? min(nextDue - now, .seconds(3600)) : .milliseconds(1)
        }
    }
    private static let refireAfter: Duration = .seconds(10)
    private static let timersPerScanMax = 500
    /// A timer that is still set after this time is stuck.
    private static let appliedWithin: Duration = .seconds(1)
    /// Bounds the cost of a look if many timers are stuck.
    private static let timersStuckMax = 5_000

    func fireTimers(_ run: inout Run) throws {
        let now = clock()
        guard run.timers.isStale || run.timers.nextDue <= now, ContinuousClock.now - run.timers.lastScan >= .milliseconds(20)
        else { return }
        run.timers.lastScan = .now
        run.timers.isStale = false
        let shifted = run.applier.shiftedClocks
        let instant = ContinuousClock.now
        run.timers.fired = run.timers.fired.filter { instant - $0.value < Self.refireAfter }
        // Stuck timers must not take the place of others.
        let stuck = run.timers.fired.values.count(where: { instant - $0 >= Self.appliedWithin })
        let look = try file.pool.read {
            try TimerLook($0, now: now, shifted: shifted, max: Self.timersPerScanMax + min(stuck, Self.timersStuckMax))
        }
        // Per clock, so that a backlog of real time does not hold back a sandbox. Timers in the log that are not applied
        // yet count: thousands at once would delay commands.
        var room: [TenantID?: Int] = [:]
        func clockOwner(_ found: TimerLook.Due) -> TenantID? { shifted[found.tenant] == nil ? nil : found.tenant }
        for found in look.due {
            guard let fired = run.timers.fired[found.timer.messageID], instant - fired < Self.appliedWithin else { continue }
            room[clockOwner(found), default: Self.timersPerScanMax] -= 1
        }
        for found in look.due where run.timers.fired[found.timer.messageID] == nil {
            guard room[clockOwner(found), default: Self.timersPerScanMax] > 0 else { continue }
            room[clockOwner(found), default: Self.timersPerScanMax] -= 1
            let envelope = found.timer.envelope(service: service, tenant: found.tenant, at: found.now)
            var record = envelope.record(for: topic.topic)
            record.partition = partition
            do throws(LogError) { try producer.enqueue(record) } catch { break }
            run.timers.fired[found.timer.messageID] = instant
        }
        // What was fired and is not applied yet stays due: look again soon, fire again after a while.
        run.timers.nextDue = look.due.isEmpty ? look.nextDue : min(look.nextDue, now + .milliseconds(500))
    }
}

extension ShardApplier {
    func removeTimer(_ id: String, messageID: String, of tenant: TenantID, in db: Database) throws {
        outcome.touchedTimers = true
        try db.cachedStatement(sql: "DELETE FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?")
            .run([tenant.rawValue, id, messageID])
    }

    /// A timer that was cancelled or moved while its message was on its way does nothing.
    func isStillSet(_ timer: String, _ envelope: Envelope, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?)"),
            arguments: [envelope.tenant.rawValue, timer, envelope.id]) ?? false
    }

    /// Whether the timer fired too early. It then stays set and fires again; the inbox does not remember its message.
    func isAhead(_ timer: String, _ envelope: Envelope, in db: Database) throws -> Bool {
        let due =
            try Int64.fetchOne(try db.cachedStatement(sql: "SELECT due_at FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?"),
                               arguments: [envelope.tenant.rawValue, timer, envelope.id])
        guard let due, let state = tenants[envelope.tenant] else { return false }
        return due > max(state.lastTime, envelope.time).millisecondsSinceEpoch
    }
}
