import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// Somebody who may have a calendar has one now.
struct OnProviderRegistered: Reaction {
    func handle(_ fact: UserRegistered, in tx: SchedulingTransaction) throws {
        try ProviderProfile(tx: tx).take(fact.userId, name: fact.name, timezone: fact.timezone, roles: fact.roles)
    }
}

/// A provider is called otherwise, or lives elsewhere: new slots are in the new zone, what is booked stays where it is.
struct OnProviderUpdated: Reaction {
    func handle(_ fact: UserUpdated, in tx: SchedulingTransaction) throws {
        try ProviderProfile(tx: tx).take(fact.userId, name: fact.name, timezone: fact.timezone, roles: fact.roles)
        // The event has the whole profile: an account without a zone lives in the app's.
        guard fact.timezone == nil, var record = try tx.calendars.find(fact.userId), record.timezone != nil else { return }
        record.timezone = nil
        try tx.calendars.save(record)
    }
}

/// Somebody may have no calendar any more: the links they sent open nothing, and their feed ends, which tells of customers.
/// Appointments that are booked stay.
struct OnProviderRolesChanged: Reaction {
    func handle(_ fact: RolesChanged, in tx: SchedulingTransaction) throws {
        guard !tx.definition.permissions(of: fact.roles).contains(CalendarPermission.own) else { return }
        let open = try tx.links.unused(of: fact.userId).filter { $0.status(at: tx.now) == .active }
        for link in open { try LinkRevocation(tx: tx).revoke(link) }
        guard var record = try tx.calendars.find(fact.userId), record.feedHash != nil else { return }
        (record.feedHash, record.feedCreatedAt) = (nil, nil)
        try tx.calendars.save(record)
    }
}

/// A provider's account is gone: the calendar ends, customers are told.
struct OnProviderErased: Reaction {
    func handle(_ fact: UserErased, in tx: SchedulingTransaction) throws {
        guard var record = try tx.calendars.find(fact.userId) else { return }  // Had no calendar.
        record.isClosed = true
        try tx.calendars.save(record)
        for link in try tx.links.unused(of: fact.userId) { try LinkRevocation(tx: tx).revoke(link) }
        let life = AppointmentLife(tx: tx)
        let filter = AppointmentStore.Filter(provider: fact.userId, statuses: ["pending", "confirmed"])
        for var appointment in try tx.appointments.page(filter, offset: 0, limit: 100_000).appointments {
            // A past appointment took place; only its timer, a day later, has not completed it yet.
            if appointment.status == .confirmed, appointment.slot.end <= tx.now {
                try life.finish(&appointment, as: .completed, by: .system)
            } else {
                try life.cancel(&appointment, because: .providerErased)
            }
        }
        try tx.calendars.removeAllHours(of: fact.userId)
        try tx.calendars.removeAllOverrides(of: fact.userId)
        try CustomerErasure(tx: tx).eraseCustomers(of: fact.userId)
        for link in try tx.links.withData(of: fact.userId) { try CustomerErasure(tx: tx).erase(link) }
        (record.feedHash, record.feedCreatedAt, record.name, record.changes) = (nil, nil, "", [:])
        try tx.calendars.save(record)
    }
}

/// What scheduling knows of a person with a calendar.
struct ProviderProfile {
    let tx: SchedulingTransaction
    func take(_ user: User.ID, name: String, timezone: String?, roles: [String]) throws {
        guard tx.definition.permissions(of: roles).contains(CalendarPermission.own) else { return }  // Has no calendar.
        var record = try tx.calendars.find(user) ?? CalendarRecord(providerId: user)
        record.name = name
        // A zone that this machine's tz database lacks would stop the calendar: the last good one stays.
        if let timezone, (try? TimeZoneRules.named(timezone)) != nil { record.timezone = timezone }
        try tx.calendars.save(record)
    }
}
