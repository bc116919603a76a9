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
    /// - Parameter form: what is wrong with the rest of the request; it is named beside a missing name, and before 404.
    package func calendarOwner(named provider: String?, form: Validation = Validation()) throws -> User.ID {
        guard let owner = try calendarOwnerOrAll(named: provider, isRequired: true, form: form) else { throw Rejection.notFound }
        return owner
    }
    /// The same; nil: a studio that names nobody means everybody.
    package func calendarOwnerOrAll(named provider: String?, isRequired: Bool = false, form: Validation = Validation()) throws -> User.ID? {
        let user = try user()
        let permissions = definition.permissions(of: user.roles)
        let isReader = permissions.contains(CalendarPermission.read), isProvider = permissions.contains(CalendarPermission.own)
        guard isReader || isProvider else { throw Rejection.forbidden(without: CalendarPermission.own) }
        let named = provider.flatMap { $0.isEmpty ? nil : $0 }
        var form = form
        if isRequired, named == nil, !isProvider { form.fail(names.providerId, "is required") }
        try form.check()
        guard let named else { return isProvider ? user.userID : nil }
        if isReader {
            guard named.utf8.count <= 64, try calendars.find(User.ID(named)) != nil else { throw Rejection.notFound }
            return User.ID(named)
        }
        // An answer with the caller's own calendar would pass for that of the provider who was named.
        guard named == user.userID.rawValue else { throw Rejection.notFound }
        return user.userID
    }
}
