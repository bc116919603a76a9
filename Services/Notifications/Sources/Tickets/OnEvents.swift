import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// It is time to remind somebody.
struct OnReminderDue: Reaction {
    func handle(_ fact: ReminderDue, in tx: NotificationsTransaction) throws {
        // Organizers get no attendees' messages of their own event, whatever they like or hold.
        let known = try tx.tickets.event(fact.eventId.rawValue)
        guard known?.organizerId != fact.userId else { return }
        let start = fact.startDate.wholeSeconds
        let offset = Duration.minutes(fact.offsetMinutes)
        var facts = Facts()
        facts.set("event.id", .string(fact.eventId.rawValue))
        facts.set("event.title", .string(fact.title))
        facts.set("event.startDate", .string(start.description))
        facts.set("venue.name", .string(fact.venueName))
        facts.set("offsetMinutes", .int(fact.offsetMinutes))
        // Topics have no order among each other: if another start is known here, it may be the older one.
        if known?.facts.time("event.startDate") == start { facts.set("remindedStart", .string(start.description)) }
        let notifying = try Notifying(tx: tx)
        let named = notifying.type("event-reminder")?.offsets.keys.sorted().first { Span($0)?.elapsed == offset }
        facts.set("offset", .string(named ?? "PT\(fact.offsetMinutes)M"))
        facts.set("relation", .string(fact.reason))
        let relation = fact.reason == "ticket" ? "ticket_holder" : "favorited"
        let trigger = Trigger("event-reminder", at: min(tx.happenedAt, start - offset), subject: fact.eventId.rawValue, facts: facts,
                              dedupeKey: "remind:\(fact.eventId):\(fact.offsetMinutes):\(start)")
        try notifying.notify(trigger, to: fact.userId, relations: [relation], asOf: trigger.at)
    }
}

/// An event is on sale: who follows its organizer hears of it, and so does the organizer.
struct OnEventPublished: Reaction {
    func handle(_ fact: EventPublished, in tx: NotificationsTransaction) throws {
        try tx.tickets.save(fact.event)
        guard fact.imported != true else { return }  // Seeded: nobody is told.
        let trigger = Trigger("new-event-from-followed", at: tx.happenedAt, subject: fact.eventId.rawValue,
                              facts: EventFacts.of(fact.event))
        try ContinueAnnouncement.begin(trigger, to: .followers(of: fact.event.organizerId), except: fact.event.organizerId, in: tx)
        try OrganizerNotifications.notify("published", fact.event, in: tx)
    }
}

/// The start: sales are closed.
struct OnEventStarted: Reaction {
    func handle(_ fact: EventStarted, in tx: NotificationsTransaction) throws {
        try tx.tickets.save(fact.event)
        try OrganizerNotifications.notify("started", fact.event, in: tx)
    }
}

/// The end.
struct OnEventEnded: Reaction {
    func handle(_ fact: EventEnded, in tx: NotificationsTransaction) throws {
        try tx.tickets.save(fact.event)
        try OrganizerNotifications.notify("ended", fact.event, in: tx)
    }
}

/// A deleted event is back: what waits about it is true again.
struct OnEventRestored: Reaction {
    func handle(_ fact: EventRestored, in tx: NotificationsTransaction) throws { try tx.tickets.save(fact.event) }
}

/// An event will not happen: every holder hears of it, and nothing else about it goes out.
struct OnEventCancelled: Reaction {
    func handle(_ fact: EventCancelled, in tx: NotificationsTransaction) throws {
        // Its organizer tidied up: it took place, or its holders heard of its end before.
        guard fact.event.status != "completed", try tx.tickets.event(fact.eventId.rawValue)?.status != "cancelled" else { return }
        try tx.tickets.save(fact.event, status: "cancelled")
        var facts = EventFacts.of(fact.event)
        // A person who deletes an event gives no reason.
        if !fact.deleted { facts.set("reason", .string(fact.reason)) }
        let trigger = Trigger("event-cancelled", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts,
                              dedupeKey: "cancelled:\(fact.eventId)")
        try ContinueAnnouncement.begin(trigger, to: .holders(fact.eventId), except: fact.event.organizerId, in: tx)
        try tx.schedule("reconsider:\(fact.eventId)", at: tx.now, ReconsiderHeld(subject: fact.eventId.rawValue))
    }
}

/// Date or place changed after tickets were sold: every holder hears the new one, and what it was.
struct OnEventUpdated: Reaction {
    func handle(_ fact: EventUpdated, in tx: NotificationsTransaction) throws {
        let before = try tx.tickets.event(fact.eventId.rawValue)?.facts
        try tx.tickets.save(fact.event)
        try tx.schedule("reconsider:\(fact.eventId)", at: tx.now, ReconsiderHeld(subject: fact.eventId.rawValue))
        if fact.changed.contains("startDate") || fact.changed.contains("endDate") {
            try MoveExpiryWarnings.begin(of: fact.event, since: before, in: tx)
        }
        guard fact.notifyHolders else { return }  // Title, texts, prices and capacity interrupt nobody.
        var facts = EventFacts.of(fact.event)
        var changed: Set<String> = []
        if fact.changed.contains(where: { $0 == "venue" || $0.hasPrefix("venue.") }) { changed.insert("venue") }
        if fact.changed.contains("startDate") || fact.changed.contains("endDate") { changed.insert("time") }
        let policy = try tx.policy()
        // Nothing a holder must know.
        guard let type = policy.eventUpdates?.type(for: changed) ?? EventFacts.updateType(for: changed) else { return }
        facts.set("changed", .array(changed.sorted().map { .string($0) }))
        if let before {
            for field in changed {
                facts.set("was.\(field)", EventFacts.value(of: field, in: before))
                facts.set("now.\(field)", EventFacts.value(of: field, in: facts))
            }
        }
        if changed.contains("venue") {
            facts.set("venue.before", EventFacts.place(of: before, besides: facts))
            facts.set("venue.after", EventFacts.place(of: facts, besides: before))
        }
        if let opened = fact.refundUntil {
            facts.set("refundUntil", .string(Self.lastReturn(fact.event, opened: opened).wholeSeconds.description))
        }
        facts.set("time.before", before?["event.startDate"] ?? "")
        let trigger = Trigger(type, at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts,
                              dedupeKey: "updated:\(fact.eventId):\(fact.event.version)")
        try ContinueAnnouncement.begin(trigger, to: .holders(fact.eventId), except: fact.event.organizerId, in: tx)
    }

    /// Until when tickets may be given back: what the change opened, or longer where the event's own policy says so.
    private static func lastReturn(_ event: TicketEvent, opened: Timestamp) -> Timestamp {
        let policy = event.refundPolicy
        return policy.type == "until" ? max(opened, event.startDate - .hours(policy.hoursBefore ?? 0)) : opened
    }
}

/// Few tickets are left: who likes the event hears of it, and so does the organizer.
struct OnInventoryLow: Reaction {
    func handle(_ fact: InventoryLow, in tx: NotificationsTransaction) throws {
        var facts = try tx.tickets.event(fact.eventId.rawValue)?.facts ?? Facts()
        facts.set("event.id", .string(fact.eventId.rawValue))
        facts.set("event.title", .string(fact.title))
        facts.set("remaining", .int(fact.remaining))
        try ContinueAnnouncement.begin(Trigger("tickets-low", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts),
                                       to: .favoriters(fact.eventId), except: fact.organizerId, in: tx)
        try Notifying(tx: tx).notify(Trigger("low-inventory", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts),
                                     to: fact.organizerId, relations: ["organizer"])
    }
}

/// Tickets of an event are sold from tomorrow on: who likes it hears of it.
struct OnSalesOpening: Reaction {
    func handle(_ fact: SalesOpening, in tx: NotificationsTransaction) throws {
        let trigger = try SalesStartNews.trigger(fact.eventId, title: fact.title, start: fact.salesStart, in: tx)
        try ContinueAnnouncement.begin(trigger, to: .favoriters(fact.eventId), except: fact.organizerId, in: tx)
    }
}

/// Freed tickets are kept for somebody on the waiting list.
struct OnWaitlistOffered: Reaction {
    func handle(_ fact: WaitlistOffered, in tx: NotificationsTransaction) throws {
        let known = try tx.tickets.event(fact.eventId.rawValue)
        // Organizers get no attendees' messages of their own event.
        guard known?.organizerId != fact.userId else { return }
        var facts = known?.facts ?? Facts()
        facts.set("event.id", .string(fact.eventId.rawValue))
        facts.set("event.title", .string(fact.title))
        facts.set("offer.id", .string(fact.offerId))
        facts.set("offer.quantity", .int(fact.quantity))
        facts.set("offer.expiresAt", .string(fact.expiresAt.wholeSeconds.description))
        try Notifying(tx: tx).notify(Trigger("waitlist-offer", at: tx.happenedAt, subject: fact.eventId.rawValue, facts: facts),
                                     to: fact.userId)
    }
}

/// Somebody likes an event, or no longer.
struct OnEventFavorited: Reaction {
    func handle(_ fact: EventFavorited, in tx: NotificationsTransaction) throws {
        try tx.tickets.setFavorite(fact.favorite, fact.eventId, of: fact.userId)
        if fact.favorite {
            try SalesStartNews.tell(fact.userId, whoLikes: fact.eventId, in: tx)
        } else {
            try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
        }
    }
}

/// Somebody follows an organizer, or no longer.
struct OnOrganizerFollowed: Reaction {
    func handle(_ fact: OrganizerFollowed, in tx: NotificationsTransaction) throws {
        try tx.tickets.setFollowing(fact.following, fact.organizerId, by: fact.userId)
        if !fact.following { try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx) }
    }
}

/// How the organizer's event goes.
enum OrganizerNotifications {
    static func notify(_ status: String, _ event: TicketEvent, in tx: NotificationsTransaction) throws {
        var facts = EventFacts.of(event)
        facts.set("status", .string(status))
        let trigger = Trigger("event-status", at: tx.happenedAt, subject: event.eventId.rawValue, facts: facts,
                              dedupeKey: "status:\(event.eventId):\(status):\(event.version)")
        try Notifying(tx: tx).notify(trigger, to: event.organizerId, relations: ["organizer"])
    }
}

/// What rules and texts about events use.
enum EventFacts {
    static func of(_ event: TicketEvent) -> Facts {
        let place = [event.venue.name, event.venue.city].joined(separator: ", ")
        var venue: [String: JSONValue] = ["name": .string(event.venue.name), "place": .string(place),
                                          "position": .string("\(event.venue.latitude), \(event.venue.longitude)")]
        if let address = event.venue.statedAddress { venue["address"] = .string(address) }
        return Facts([
            "event": ["id": .string(event.eventId.rawValue), "title": .string(event.title),
                      "startDate": .string(event.startDate.wholeSeconds.description),
                      "endDate": .string(event.endDate.wholeSeconds.description), "status": .string(event.status)],
            "venue": .object(venue),
            "organizer": ["id": .string(event.organizerId.rawValue), "name": .string(event.organizerName)],
        ])
    }
    /// The name and city of a venue; with its address where those are the same as before or after, and with its position on the map where
    /// the address is, too. So the text that names both venues says what is new.
    static func place(of venue: Facts?, besides other: Facts?) -> JSONValue {
        guard let venue, let place = venue["venue.place"]?.string else { return "" }
        guard place == other?["venue.place"]?.string else { return .string(place) }
        let isSameAddress = venue["venue.address"] == other?["venue.address"]
        let detail = venue[isSameAddress ? "venue.position" : "venue.address"]?.string
        return .string([place, detail].compactMap(\.self).joined(separator: ", "))
    }
    /// All of a field: equal before and after several updates if they changed nothing in the end.
    static func value(of field: String, in facts: Facts) -> JSONValue {
        let paths = field == "time" ? ["event.startDate", "event.endDate"] : ["name", "place", "address", "position"].map { "venue.\($0)" }
        return .array(paths.map { facts[$0] ?? .null })
    }
    /// For tenants without limits on updates.
    static func updateType(for changed: Set<String>) -> String? {
        switch (changed.contains("time"), changed.contains("venue")) {
        case (true, true): "event-updated"
        case (true, false): "event-time-changed"
        case (false, true): "event-venue-changed"
        case (false, false): nil
        }
    }
}
