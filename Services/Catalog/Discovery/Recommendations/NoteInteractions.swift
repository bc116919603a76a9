import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The app tells what was looked at and shared. Likes and purchases are known from favorites and orders. Looks are counted for the
/// organizer, for every viewer; interests are stored only of people who want suggestions.
package struct NoteInteractions: Command {
    package static let type: MessageType = "catalog.note-interactions.v1"
    package struct Item: Codable, Sendable {
        let eventId: EventID
        let type: String
        let at: Timestamp?
        package init(eventId: EventID, type: String, at: Timestamp? = nil) { (self.eventId, self.type, self.at) = (eventId, type, at) }
    }
    let items: [Item]
    package init(items: [Item]) { self.items = items }
    package static let types = ["view", "share", "like", "purchase"]
    package static let itemsMax = 100

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        check.require((1...Self.itemsMax).contains(items.count), "items", "must have 1 to \(Self.itemsMax) entries")
        for (i, item) in items.enumerated() { check.require(Self.types.contains(item.type), "items.\(i).type",
            "must be one of \(Self.types.joined(separator: ", "))") }
        try check.check()
        let user = tx.principal?.userID
        // Somebody without personal suggestions counts like a guest, and nothing of them is stored.
        let isPersonal = try user.flatMap { try tx.interests.settings(of: $0) }?.personalization != false
        let person = isPersonal ? user : nil
        // By their time: a view that is reported late would else hide the ones before it.
        let now = tx.now
        for item in items.sorted(by: { ($0.at ?? now) < ($1.at ?? now) }) {
            // Unknown events are ignored: the app may be behind.
            guard let event = try tx.events.find(item.eventId, seenBy: user)?.event, event.isVisible(to: user) else { continue }
            switch item.type {
            case "view": try view(event, by: person, isOwner: event.organizerID == user, at: item.at, in: tx)
            case "share": if let person { try tx.interests.addShare(of: item.eventId, by: person) }
            default: continue  // Facts that come from elsewhere.
            }
        }
        return NoContent()
    }

    private func view(_ event: Event, by person: User.ID?, isOwner: Bool, at reported: Timestamp?, in tx: CatalogTransaction) throws {
        // A phone may report later, and its clock may be wrong: nobody looked before the event was published or in the future.
        let at = min(max(reported ?? tx.now, event.publishedAt ?? event.createdAt), tx.now)
        var isFirst = false
        if let person {
            guard let counted = try tx.interests.addView(of: event.id, by: person, at: at) else { return }
            isFirst = counted == .first
        }
        guard !isOwner else { return }
        try tx.publish(EventViewed(eventId: event.id, userId: person, organizerId: event.organizerID, first: isFirst, at: at))
    }
}
