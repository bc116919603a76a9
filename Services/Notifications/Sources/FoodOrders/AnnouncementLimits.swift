import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// How many announcements a person gets, in a day and in a week of the app's own calendar. The caps of the type count
/// what was sent; these count what a person without a device saw in the feed, and what still waits for the morning.
enum AnnouncementLimits {
    static func hasRoom(for candidate: Candidate, in tx: NotificationsTransaction) throws -> Bool {
        let policy = try tx.policy()
        guard let caps = policy.types[candidate.type]?.caps, let dayCap = caps.day else { return true }
        let waiting = try tx.candidates.waiting(of: candidate.recipientId).count {
            $0.candidate.type == candidate.type && $0.candidate.id != candidate.id
                && ($0.candidate.at, $0.candidate.id) < (candidate.at, candidate.id)
        }
        // They leave together, in the morning of one day.
        guard waiting < dayCap else { return false }
        let zone = try TimeZoneRules.named(policy.zone)
        let day = zone.startOfDay(LocalCalendar.day(of: tx.now, zone).0)
        let week = zone.startOfDay(LocalCalendar.week(of: tx.now, zone, startingOn: policy.weekStart).0)
        let seen = try tx.candidates.settled(of: candidate.recipientId, type: candidate.type, since: week, except: candidate.id)
        // Who has had pushes alone and gets one now is counted by the caps.
        let wasShown = seen.contains { $0.decision == StoredCandidate.State.shown.decision }
        guard try wasShown || !isPushed(candidate, in: tx) else { return true }
        return seen.count { $0.at >= day } < dayCap && seen.count < caps.week ?? .max
    }

    /// Whether it can reach a device; the feed alone knows no caps.
    private static func isPushed(_ candidate: Candidate, in tx: NotificationsTransaction) throws -> Bool {
        let (policy, person) = (try tx.policy(), try tx.recipients.person(User.ID(candidate.recipientId)))
        let preferences = try tx.preferences.find(candidate.recipientId)
        guard let type = policy.types[candidate.type], !person.recipient.pushTokens.isEmpty else { return false }
        let isSnoozed = preferences.snoozes.contains { [type.name, type.cat].contains($0.type) && tx.now < $0.until }
        return !isSnoozed && policy.isOn(.push, type: type, roles: person.profile?.roles ?? [], preferences)
    }
}
