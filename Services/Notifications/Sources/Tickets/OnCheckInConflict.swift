import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Scans contradict each other: the organizer hears of it once per upload, however many conflicts it has shown.
struct OnCheckInConflict: Reaction {
    func handle(_ fact: CheckInConflict, in tx: NotificationsTransaction) throws {
        var facts = try tx.tickets.event(fact.eventId.rawValue)?.facts ?? Facts()
        facts.set("event.id", .string(fact.eventId.rawValue))
        facts.set("event.title", .string(fact.title))
        facts.set("gate.name", .string(fact.gateName ?? ""))
        facts.set("conflict", ["id": .string(fact.conflictId), "kind": .string(fact.kind)])
        let trigger = Trigger("check-in-conflict", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts,
                              dedupeKey: "scans:\(fact.uploadId)")
        try Notifying(tx: tx).notify(trigger, to: fact.organizerId, relations: ["organizer"])
    }
}
