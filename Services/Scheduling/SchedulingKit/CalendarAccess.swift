import Contracts
import Kernel
import ServiceKit

/// Permissions of calendars, as tenant files give them to roles.
package enum CalendarPermission {
    /// Has a calendar.
    package static let own = "calendars:own"
    /// Reads everybody's.
    package static let read = "calendars:read"
}

extension SchedulingTransaction {
    /// Whose calendar is changed: the asker's.
    package func provider() throws -> User.ID {
        try require(permission: CalendarPermission.own)
        return try user().userID
    }
}

extension SchedulingView {
    /// Whose calendar is read: the asker's own, or the one a studio names. Throws 403, 422 without a
    /// name, 404 for a stranger and for a provider who names another one.
    package func calendarOwner(named provider: String?) throws -> User.ID {
        guard let owner = try calendarOwnerOrAll(named: provider) else { throw Rejection.invalid([names.providerId: ["is required"]]) }
        return owner
    }
    /// The same; nil: a studio that names nobody means everybody.
    package func calendarOwnerOrAll(named provider: String?) throws -> User.ID? {
        let user = try user()
        let permissions = definition.permissions(of: user.roles)
        if permissions.contains(CalendarPermission.read) {
            guard let provider, !provider.isEmpty else { return permissions.contains(CalendarPermission.own) ? user.userID : nil }
            guard provider.utf8.count <= 64, try calendars.find(User.ID(provider)) != nil else { throw Rejection.notFound }
            return User.ID(provider)
        }
        guard permissions.contains(CalendarPermission.own) else { throw Rejection.forbidden(without: CalendarPermission.own) }
        // An answer with the caller's own calendar would pass for that of the provider who was named.
        if let provider, !provider.isEmpty, provider != user.userID.rawValue { throw Rejection.notFound }
        return user.userID
    }
}
