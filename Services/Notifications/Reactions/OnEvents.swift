import Contracts
import Kernel
import ServiceKit

/// It is time to remind somebody.
struct OnReminderDue: Reaction {
    func handle(_ fact: ReminderDue, in tx: NotificationsTransaction) throws {
        let start = fact.startDate.wholeSeconds.description
        let facts: [String: JSONValue] = [
            "event.id": .string(fact.eventId.rawValue), "event.title": .string(fact.title), "event.startDate": .string(start),
            "venue.name": .string(fact.venueName),
            "offsetMinutes": .int(fact.offsetMinutes), "relation": .string(fact.reason),
        ]
        try Notifying(tx: tx).notify(Candidate(type: "event-reminder", recipientId: fact.userId, at: tx.now, subject: fact.eventId.rawValue,
                                               dedupeKey: "remind:\(fact.eventId):\(fact.offsetMinutes):\(start)", facts: facts))
    }
}

/// An event will not happen: every holder hears of it.
struct OnEventCancelled: Reaction {
    func handle(_ fact: EventCancelled, in tx: NotificationsTransaction) throws {
        var facts = EventFacts.of(fact.event)
        facts["reason"] = .string(fact.reason)
        try ContinueAnnouncement.begin(Candidate(type: "event-cancelled", recipientId: "", at: tx.now, subject: fact.eventId.rawValue,
                                                 dedupeKey: "cancelled:\(fact.eventId)", facts: facts), toHoldersOf: fact.eventId, in: tx)
    }
}

/// Date or place changed after tickets were sold: every holder hears the new one.
struct OnEventUpdated: Reaction {
    func handle(_ fact: EventUpdated, in tx: NotificationsTransaction) throws {
        guard fact.notifyHolders else { return }  // Title, texts, prices and capacity interrupt nobody.
        let venue = fact.changed.contains { $0 == "venue" || $0.hasPrefix("venue.") }
        let time = fact.changed.contains("startDate") || fact.changed.contains("endDate")
        let type: String
        switch (time, venue) {
        case (true, true): type = "event-updated"
        case (true, false): type = "event-time-changed"
        case (false, true): type = "event-venue-changed"
        case (false, false): return  // Nothing a holder must know.
        }
        try ContinueAnnouncement.begin(Candidate(type: type, recipientId: "", at: tx.now, subject: fact.eventId.rawValue,
                                                 dedupeKey: "updated:\(fact.eventId):\(fact.event.version)", facts: EventFacts.of(fact.event)),
                                                     toHoldersOf: fact.eventId, in: tx)
    }
}

/// What texts about events use.
enum EventFacts {
    static func of(_ event: TicketEvent) -> [String: JSONValue] {
        let place = [event.venue.name, event.venue.city].joined(separator: ", ")
        return [
            "event.id": .string(event.eventId.rawValue), "event.title": .string(event.title),
            "event.startDate": .string(event.startDate.wholeSeconds.description),
            "event.endDate": .string(event.endDate.wholeSeconds.description), "venue.name": .string(event.venue.name), "venue.place": .string(place),
            "organizer.name": .string(event.organizerName),
        ]
    }
}
