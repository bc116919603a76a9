import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An event is called off, by its owner before it starts (in two steps when tickets are sold), or by a moderator.
package struct CancelEvent: Command {
    package static let type: MessageType = "catalog.cancel-event.v1"
    let eventId: EventID
    let reason: String
    let confirmationToken: String?
    package init(eventId: EventID, reason: String, confirmationToken: String? = nil) {
        (self.eventId, self.reason, self.confirmationToken) = (eventId, reason, confirmationToken)
    }
    static let moderating = "reports:moderate"

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user()
        var check = Validation()
        let why = check.text("reason", reason, 3...500, multiline: true)
        try check.check()
        let isModerator = tx.definition.permissions(of: user.roles).contains(Self.moderating)
        let found = try tx.events.find(eventId, seenBy: user.userID)
        let isOwner = found?.event.organizerID == user.userID
        if !(isModerator && found?.event.isVisible(to: nil) == true) {
            try EventAccess.requireOwner(found?.event, user.userID, roles: user.roles)
        }
        guard let found else { throw Rejection.notFound }
        if found.event.deletedAt != nil { throw Self.notCancellable(found.event.status(at: tx.now)) }
        let asModerator = isModerator && !isOwner
        let publicReason = try asModerator ? Self.moderationReason(in: tx) : why ?? reason
        let change = try Self.callOff(found, by: user.userID, reason: publicReason, asModerator: asModerator,
                                      confirmationToken: confirmationToken, in: tx)
        if asModerator {
            // It names the organizer: after the erasure a request that is sent again is refused.
            tx.context.answerIsAbout(found.event.organizerID)
            try ModerationNotice(to: found.event.organizerID, event: found.event, decision: ModerationNotice.eventCancelled,
                                 note: why ?? reason, key: "\(eventId):\(change.event.version)").send(in: tx)
        }
        return try change.answer()
    }

    /// A moderator's decision about a report: at once, also while the event takes place. Throws 409 for an event that cannot be
    /// cancelled.
    package static func asModerator(_ id: EventID, by moderator: User.ID, in tx: CatalogTransaction) throws {
        guard let found = try tx.events.find(id, seenBy: moderator), found.event.deletedAt == nil else { throw notCancellable(nil) }
        _ = try callOff(found, by: moderator, reason: try moderationReason(in: tx), asModerator: true, confirmationToken: nil, in: tx)
    }

    /// Ticket holders read who cancelled the event; the moderator's own words go to the organizer.
    private static func moderationReason(in tx: CatalogTransaction) throws -> String {
        "Cancelled by \(try tx.settings().moderationName ?? tx.definition.name)"
    }

    private static func callOff(_ found: SeenEvent, by user: User.ID, reason: String, asModerator: Bool, confirmationToken: String?,
                                in tx: CatalogTransaction) throws -> EventChange {
        var change = try EventChange(found, by: user, in: tx)
        let twoSteps = try DeletionGuard(change)
        try refuseUnlessCancellable(found.event.status(at: tx.now), asModerator: asModerator)
        if !asModerator { try twoSteps.requireConfirmation(confirmationToken) }
        try change.cancel(because: reason, twoSteps.deletion)
        return change
    }

    private static func refuseUnlessCancellable(_ status: EventStatus, asModerator: Bool) throws(Rejection) {
        switch status {
        case .published: return
        case .ongoing: if asModerator { return }
        case .draft, .completed, .cancelled: break
        }
        throw notCancellable(status)
    }
    /// - Parameter status: nil: the event is gone.
    package static func notCancellable(_ status: EventStatus?) -> Rejection {
        let members = status.map { ["eventStatus": JSONValue.string($0.rawValue), "currentStatus": .string($0.rawValue)] } ?? [:]
        return .conflict("event-not-cancellable", "This event cannot be cancelled in its current state", members)
    }
}
