import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/draft`: edits of a public event that wait. 404 when there are none.
package struct EventDraft: Query {
    package static let type: MessageType = "catalog.event-draft.v1"
    let eventId: EventID

    package func answer(in view: CatalogView) throws -> PendingEdit {
        let user = try view.user()
        let seen = try view.events.find(eventId, seenBy: user.userID)
        try EventAccess.requireOwner(seen?.event, user.userID, roles: user.roles)
        if let event = seen?.event { try PendingEdit.requirePublic(event) }
        guard let pending = try view.history.pendingEdit(of: eventId) else { throw Rejection.notFound }
        return PendingEdit(eventId: eventId, edit: pending.edit, savedAt: pending.savedAt.wholeSeconds)
    }
}
