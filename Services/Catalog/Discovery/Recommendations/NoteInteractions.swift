import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The app tells what was looked at and shared. Likes and purchases are known from favorites and orders; guests leave
/// no trace; neither do those who do not want it.
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
        guard let user = tx.principal?.userID, try tx.interests.settings(of: user)?.personalization != false else { return NoContent() }
        for item in items {
            // Unknown events are ignored: the app may be behind.
            guard let event = try tx.events.find(item.eventId, seenBy: user)?.event, event.isVisible(to: user) else { continue }
            switch item.type {
            case "view":
                let isFirst = try tx.interests.addView(of: item.eventId, by: user, at: min(item.at ?? tx.now, tx.now))
                if isFirst { try tx.publish(EventViewed(eventId: item.eventId, userId: user, organizerId: event.organizerID)) }
            case "share": try tx.interests.addShare(of: item.eventId, by: user)
            default: continue  // Facts that come from elsewhere.
            }
        }
        return NoContent()
    }
}
