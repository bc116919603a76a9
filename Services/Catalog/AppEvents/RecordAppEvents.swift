import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// The app tells what happened in it, some at a time. Each is taken or refused for itself.
package struct RecordAppEvents: Command {
    package static let type: MessageType = "catalog.record-app-events.v1"
    let events: [JSONValue]
    let anonymousId: String?
    package init(events: [JSONValue], anonymousId: String? = nil) { (self.events, self.anonymousId) = (events, anonymousId) }

    package static let eventsMax = 50
    package static let anonymousIDCharactersMax = 64

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var check = Validation()
        check.require((1...Self.eventsMax).contains(events.count), "events", "must have 1 to \(Self.eventsMax) entries")
        let anonymous = check.text("anonymousId", anonymousId, 0...Self.anonymousIDCharactersMax, required: false)
        try check.check()
        try tx.appEvents.forget(before: tx.now - .days(AppEvent.rememberedDays))
        let rules = try tx.shopSettings().appEvents
        let zone = try tx.zone()
        var (accepted, duplicates) = (0, 0)
        var rejected: [(index: Int, reason: AppEvent.Refusal)] = []
        for (index, json) in events.enumerated() {
            let event: AppEvent
            do throws(AppEvent.Refusal) { event = try AppEvent(json, rules: rules, now: tx.now) } catch {
                rejected.append((index, error))
                continue
            }
            if try keep(event, by: anonymous, rules, on: zone.local(event.at).date, tx) { accepted += 1 } else { duplicates += 1 }
        }
        return JSONBody(capacity: 256) { (writer: inout JSONWriter) in
            writer.member("accepted", accepted)
            writer.member("duplicates", duplicates)
            writer.member("rejected", array: rejected) { writer, one in
                writer.object { writer in
                    writer.member("index", one.index)
                    writer.member("reason", one.reason.rawValue)
                }
            }
        }
    }

    /// Answers false for an event that is known already.
    private func keep(_ event: AppEvent, by anonymous: String?, _ rules: AppEventRules, on day: CalendarDate,
                      _ tx: CatalogTransaction) throws -> Bool {
        guard try tx.appEvents.remember(event.id, at: tx.now) else { return false }
        try tx.appEvents.count(event.name, on: day)
        if event.name == rules.searchName, let property = rules.searchProperty,
            let text = event.properties[property]?.string?.trimmed.lowercased(), !text.isEmpty {
            try tx.appEvents.count(search: text, on: day)
        }
        try tx.publish(AppEventRecorded(eventId: event.id, name: event.name, at: event.at, userId: tx.principal?.userID,
                                        anonymousId: anonymous.flatMap { $0.isEmpty ? nil : $0 }, properties: event.properties))
        return true
    }
}
