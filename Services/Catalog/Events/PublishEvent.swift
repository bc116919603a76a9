import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A draft that is complete goes on sale.
package struct PublishEvent: Command {
    package static let type: MessageType = "catalog.publish-event.v1"
    let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var change = try EventChange(toEdit: eventId, in: tx)
        switch change.event.life {
        case .draft: try EventAccess.requireNotDeleted(change.event)
        case .published, .cancelled:
            throw Rejection.conflict("event-not-draft", "Only a draft can be published.",
                                     ["currentStatus": .string(change.event.status(at: tx.now).rawValue)])
        }
        try refuseIncomplete(change)
        change.event.life = .published
        change.event.publishedAt = tx.now
        change.event.updatedAt = tx.now
        change.event.version += 1
        try tx.events.update(change.event)
        try EventTimers(tx).set(for: change.event)
        if let snapshot = change.snapshot() { try tx.publish(EventPublished(eventId: eventId, event: snapshot)) }
        return try change.answer(warnings: try conflicts(change.event, tx))
    }

    private func refuseIncomplete(_ change: EventChange) throws {
        let tx = change.tx
        let problems = EventListing.problems(toPublish: change.event, offers: change.types, now: tx.now)
        guard !problems.isEmpty else { return }
        var steps: [String: JSONValue] = [:]
        for step in EventWizard(change.event, types: change.types).steps {
            var fields = Set(step.problems.keys)
            if step.number == 2, problems["startDate"] != nil { fields.insert("startDate") }
            steps[String(step.number)] = .array(fields.sorted().map { .string($0) })
        }
        throw Rejection(422, "validation-failed", "The event is not complete.", errors: problems, members: ["steps": .object(steps)])
    }

    /// Other events of the organizer at the same time, or close (R13).
    private func conflicts(_ event: Event, _ tx: CatalogTransaction) throws -> [EventWarning] {
        guard let start = event.startDate, let end = event.endDate else { return [] }
        let mine = TimeWindow(start: start, end: end)
        let adjacent = try tx.settings().adjacentMinutes
        return try tx.events.others(ofOrganizer: event.organizerID, than: event.id, in: mine.widened(byMinutes: adjacent))
            .compactMap { other in CalendarConflict(mine, other.window, adjacentMinutes: adjacent).map { ($0, other) } }
            .sorted { ($0.0.rank, $0.1.window.start) < ($1.0.rank, $1.1.window.start) }
            .map { kind, other in
                .calendarConflict(kind: kind, eventID: other.id, title: other.title, window: other.window,
                                  overlapMinutes: CalendarConflict.overlapMinutes(mine, other.window),
                                  gapMinutes: CalendarConflict.gapMinutes(mine, other.window))
            }
    }
}
