import Contracts
import Kernel

/// Who may change an event. What somebody may not know of is 404, what everybody sees is 403.
package enum EventAccess {
    package static func requireOwner(_ event: Event?, _ user: User.ID, roles: [String]) throws(Rejection) {
        guard let event, event.isVisible(to: user) else { throw .notFound }
        guard event.organizerID == user else {
            throw Rejection(403, "not-event-owner", "You don't have permission to modify this event")
        }
        // Who lost the role has no say over the events of before.
        guard roles.contains(organizerRole) else {
            throw Rejection(403, "role-required", "Only organizers may do this.", members: ["requiredRole": .string(organizerRole)])
        }
    }
    package static let organizerRole = "organizer"

    /// Checks a user who creates an event; the rejection says how to get the role.
    package static func requireOrganizer(roles: [String]) throws(Rejection) {
        if roles.contains(organizerRole) { return }
        throw Rejection(403, "organizer-approval-required", "Only approved organizers can create events.",
                        members: ["next": "/organizer-application"])
    }
    /// Suspended organizers see everything and may delete and cancel, but nothing new reaches people.
    package static func requireNotSuspended(_ isSuspended: Bool) throws(Rejection) {
        if isSuspended {
            throw Rejection(403, "organizer-suspended", "Your organizer account is suspended. You can't create, publish or edit events.")
        }
    }
    package static func requireNotDeleted(_ event: Event) throws(Rejection) {
        if event.deletedAt != nil { throw .conflict("event-deleted", "This event was deleted.") }
    }
    /// `If-Match`: the entity tag's version, a plain version, or `*`.
    package static func requireCurrent(_ ifMatch: String?, version: Int) throws(Rejection) {
        guard let ifMatch, ifMatch.trimmed != "*" else { return }
        let isCurrent = ifMatch.split(separator: ",").contains { part in
            var tag = Substring(part.trimmingWhitespace)
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            tag = tag.drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != "." }
            return Int(tag) == version
        }
        if !isCurrent {
            throw Rejection(412, "stale-version", "The event was changed meanwhile. Load it again.", members: ["version": .int(version)])
        }
    }
}

extension Substring {
    fileprivate var trimmingWhitespace: String { String(self).trimmed }
}
