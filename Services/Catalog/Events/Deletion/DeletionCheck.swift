import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /events/{eventId}/deletion-check`: what deleting would cost, and the token that says it was seen.
package struct DeletionCheck: Query {
    package static let type: MessageType = "catalog.deletion-check.v1"
    let eventId: EventID

    package func answer(in view: CatalogView) throws -> JSONValue {
        let user = try view.user()
        let seen = try view.events.find(eventId, seenBy: user.userID)
        try EventAccess.requireOwner(seen?.event, user.userID, roles: user.roles)
        guard let event = seen?.event else { throw Rejection.notFound }
        try EventAccess.requireNotDeleted(event)
        let deletion = EventDeletion(event, types: try view.ticketTypes.of(eventId),
            attendeeCount: try view.holders.count(in: eventId), now: view.now)
        return .object(DeletionGuard(deletion, of: eventId, for: user.userID, key: view.context.serviceKey(DeletionGuard.keyPurpose),
                                     tenant: view.tenant, currency: view.definition.currency, now: view.now).members)
    }
}
