import Contracts
import Kernel
import NotificationsKit
import ServiceKit

/// An app reports what happened in it, some events at a time. Each is taken or rejected for itself; a repeated one counts once.
package struct RecordClientEvents: Command {
    package static let type: MessageType = "notifications.record-client-events.v1"
    package let events: [JSONValue]
    package init(events: [JSONValue]) { self.events = events }

    package static let counts = 1...100
    /// Longer than an event may be old when it comes.
    private static let rememberedDays = 30

    package func handle(in tx: NotificationsTransaction) throws -> JSONBody {
        var check = Validation()
        check.require(Self.counts.contains(events.count), "events",
                      "must have \(Self.counts.lowerBound) to \(Self.counts.upperBound) entries")
        let sent = events.compactMap(ClientEvent.Sent.init)
        check.require(sent.count == events.count, "events", "must each have a UUID as id and a time (RFC 3339) as at")
        try check.check()
        let store = tx.clientEvents
        try store.forget(before: tx.now - .days(Self.rememberedDays))
        let zone = try TimeZoneRules.named(tx.definition.timezone)
        var (accepted, duplicates) = (0, 0)
        var rejected: [(id: String, reason: ClientEvent.Rejected)] = []
        for one in sent {
            let event: ClientEvent
            do throws(ClientEvent.Rejected) { event = try ClientEvent(one, now: tx.now) } catch {
                rejected.append((one.writtenID, error))
                continue
            }
            if try keep(event, on: zone.local(event.at).date, store, tx) { accepted += 1 } else { duplicates += 1 }
        }
        return JSONBody(status: 202, capacity: 128 + rejected.count * 96) { (writer: inout JSONWriter) in
            writer.member("accepted", accepted)
            writer.member("duplicates", duplicates)
            writer.member("rejected", array: rejected) { writer, one in
                writer.object { writer in
                    writer.member("id", one.id)
                    writer.member("reason", one.reason.rawValue)
                }
            }
        }
    }

    /// Answers false for an event that is known already.
    private func keep(_ event: ClientEvent, on day: CalendarDate, _ store: ClientEventStore, _ tx: NotificationsTransaction) throws
        -> Bool {
        guard try store.remember(event.id, at: tx.now) else { return false }
        try store.count(event.name, on: day)
        try tx.publish(ClientEventRecorded(eventId: event.id, name: event.name, at: event.at, params: event.params))
        return true
    }
}

extension NotificationsScope {
    package var clientEvents: ClientEventStore { ClientEventStore(database: database, tenant: tenant) }
}
