import Kernel

/// R12: some news is worth a line in a summary.
struct AlwaysBatched: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? { question.type.digest.map { question.batched(into: $0, ["scheduled_digest"]) } }
}

/// R13: sales come one by one, by the hour or by the day, as the organizer likes; off hours and in a rush they are summed up.
struct SalesRouting: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard let sales = question.policy.sales, question.type.name == sales.type else { return nil }
        switch question.policy.digestMode(of: question.preferences) {
        case "hourly": return question.batched(into: sales.auto, ["digest_hourly"])
        case "daily": return question.batched(into: sales.offHours, ["digest_daily"])
        default: break  // One by one.
        }
        let blocking = TimingPass(question, only: .quiet).blocking(at: question.now)
        if let first = blocking.first { return question.batched(into: sales.offHours, ["off_hours", first]) }
        if let cap = CapRules.fullDay(of: question.category, at: question.now, question) {
            return question.batched(into: sales.auto, [cap.code])
        }
        return nil
    }
}

/// R14: an event that changes again and again is told in one piece.
struct EventUpdateLimits: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard let rule = question.policy.eventUpdates, rule.types.contains(question.type.name) else { return nil }
        let since = question.now - rule.within.elapsed
        let sent = question.history.since(since)
            .filter {
                rule.types.contains($0.type) && $0.subject == question.candidate.subject && $0.sentAt > since && $0.sentAt <= question.now
            }
            .sorted { $0.sentAt < $1.sentAt }
        let fields = question.candidate.facts.changed.intersection(rule.fields)
        // The entry whose leaving brings a count below its limit.
        func frees(_ entries: [History.Sent], _ limit: Int) -> Timestamp? {
            entries.count >= limit ? entries[entries.count - limit].sentAt + rule.within.elapsed : nil
        }
        let byEvent = frees(sent, rule.perEvent)
        let byField = fields.compactMap { field in frees(sent.filter { $0.changed.contains(field) }, rule.perField) }.max()
        guard let below = [byEvent, byField].compactMap({ $0 }).max() else { return nil }
        let code = byEvent != nil ? "event_update_limit" : "same_field_limit"
        let timing = TimingPass(question, only: .untilSpacing)
        guard let free = timing.free(from: below), free.at <= question.deadline else {
            let until = max(question.deadline, question.now + rule.coalesce.elapsed)
            return Decision(.digest(into: NotificationPolicy.eventUpdatesDigest, until: until), channels: question.channelsOfSend,
                            [code, "would_be_too_late"])
        }
        return Decision(.digest(into: NotificationPolicy.eventUpdatesDigest, until: free.at), channels: question.channelsOfSend,
                        [code] + free.moved)
    }
}

/// When a digest leaves, and which rules moved it there.
package enum DigestBucket {
    /// Nobody waits longer for a summary.
    private static let daysMax = 8

    /// The earliest of the digest's instants that leaves after `now`. Nil: there is none within eight days.
    static func next(_ name: String, _ question: DecisionQuestion) -> (until: Timestamp, moved: [String])? {
        guard let digest = question.policy.digests[name], let type = question.policy.types[digest.type],
            let category = question.policy.categories[type.cat] else { return nil }
        let flush = Candidate(id: question.candidate.id, type: type.name, recipientId: question.candidate.recipientId, at: question.now,
                              isFlush: true)
        let asked = DecisionQuestion(flush, type, category, question.recipient, question.history, question.policy,
                                     openAlerts: question.openAlerts, now: question.now)
        let timing = TimingPass(asked, only: .digest)
        let instants = Instants(at: digest.at, zone: question.zone)
        var instant = instants.last(notAfter: question.now)
        // Moved times never cross: as long as an earlier instant leaves after now as well, the digest is that one's.
        var found: TimingPass.Free?
        for _ in 0..<daysMax * 24 {
            guard let free = timing.free(from: instant) else { return nil }
            guard free.at > question.now else { break }
            found = free
            instant = instants.before(instant)
        }
        let next = found ?? timing.free(from: instants.next(after: question.now))
        guard let next, next.at - question.now <= .days(daysMax) else { return nil }
        return (next.at, next.moved)
    }

    /// The instants at which a digest is due: every full hour of the local clock, or a time of every local day.
    private struct Instants {
        let at: Int?
        let zone: TimeZoneRules

        func last(notAfter t: Timestamp) -> Timestamp {
            let local = zone.local(t)
            guard let at else {
                let hour = t.wholeSeconds - .seconds(local.secondOfDay % 3600)
                // If clocks change by half an hour, the hour may have begun by the old clock.
                return zone.local(hour).secondOfDay % 3600 == 0 ? hour : last(notAfter: hour)
            }
            let today = zone.instant(of: local.date, secondOfDay: at)
            return today <= t ? today : zone.instant(of: local.date.adding(days: -1), secondOfDay: at)
        }
        func before(_ instant: Timestamp) -> Timestamp { last(notAfter: instant - .seconds(1)) }
        func next(after t: Timestamp) -> Timestamp {
            guard let at else {
                let hour = last(notAfter: t) + .hours(1)
                let past = zone.local(hour).secondOfDay % 3600
                return past == 0 ? hour : hour + .seconds(3600 - past)
            }
            let date = zone.local(t).date
            return [0, 1, 2].map { zone.instant(of: date.adding(days: $0), secondOfDay: at) }.first { $0 > t } ?? t + .days(1)
        }
    }
}
