import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Somebody can be reached now.
struct OnUserRegistered: Reaction {
    func handle(_ fact: UserRegistered, in tx: NotificationsTransaction) throws {
        try tx.recipients.save(Recipient(userId: fact.userId, name: fact.name, email: fact.email, phone: fact.phone, locale: fact.locale))
        // Seeded accounts are older than their news.
        let registered = min(fact.registeredAt ?? tx.now, tx.now)
        try tx.recipients.describe(fact.userId,
                                   .init(roles: fact.roles, zone: fact.timezone, createdAt: registered, lastActivityAt: tx.now,
                                         verifiedPhone: fact.verified?.contains("phone") == true ? fact.phone : nil))
        for source in tx.sources.all { try source.keep(fact.profile, of: fact.userId, in: tx) }
        let notifying = try Notifying(tx: tx)
        let zone = try tx.zone(of: fact.userId)
        for type in try tx.policy().typesWithTimers {
            for expression in type.timers.compactMap(InstantExpression.init) where expression.base == .fact("user.createdAt") {
                guard let span = expression.span else { continue }
                let due = span.shift(registered, sign: expression.sign, zone: zone)
                try notifying.schedule(Trigger(type.name, at: due, subject: nil, facts: Facts()), to: fact.userId, at: due,
                                       timer: fact.userId.rawValue)
            }
        }
        try CheckActivity.watch(fact.userId, from: tx.now, in: tx)
    }
}

/// Somebody is reached elsewhere, or called otherwise.
struct OnUserUpdated: Reaction {
    func handle(_ fact: UserUpdated, in tx: NotificationsTransaction) throws {
        try tx.recipients.save(Recipient(userId: fact.userId, name: fact.name, email: fact.email, phone: fact.phone, locale: fact.locale))
        try tx.recipients.describe(fact.userId, .init(roles: fact.roles))
        try tx.recipients.setZone(fact.timezone, of: fact.userId)
        for source in tx.sources.all { try source.keep(fact.profile, of: fact.userId, in: tx) }
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// Roles decide which messages are on by default.
struct OnRolesChanged: Reaction {
    func handle(_ fact: RolesChanged, in tx: NotificationsTransaction) throws {
        try tx.recipients.describe(fact.userId, .init(roles: fact.roles))
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
    }
}

/// Who is here is not inactive.
struct OnSessionRefreshed: Reaction {
    func handle(_ fact: SessionRefreshed, in tx: NotificationsTransaction) throws { try tx.recipients.sawActive(fact.userId, at: tx.now) }
}

/// The same.
struct OnSessionStarted: Reaction {
    func handle(_ fact: SessionStarted, in tx: NotificationsTransaction) throws { try tx.recipients.sawActive(fact.userId, at: tx.now) }
}

/// Who proves an address has it, whatever a provider said before. A STOP of the owner holds all the same.
struct OnContactVerified: Reaction {
    func handle(_ fact: ContactVerified, in tx: NotificationsTransaction) throws {
        try tx.deliveries.markReachable(fact.address, on: fact.contact == "phone" ? .sms : .email)
        if fact.contact == "phone" { try tx.recipients.describe(fact.userId, .init(verifiedPhone: fact.address)) }
    }
}

/// A device gets pushes, or no more.
struct OnPushTokenChanged: Reaction {
    func handle(_ fact: PushTokenChanged, in tx: NotificationsTransaction) throws {
        try tx.recipients.setToken(fact.pushToken, of: fact.userId, session: fact.sessionId)
    }
}

/// A device that is signed out gets no pushes.
struct OnSessionRevoked: Reaction {
    func handle(_ fact: SessionRevoked, in tx: NotificationsTransaction) throws {
        try tx.recipients.setToken(nil, of: fact.userId, session: fact.sessionId)
    }
}

/// A person is gone: so is everything that was said to them; what waited for them is dropped.
struct OnUserErased: Reaction {
    func handle(_ fact: UserErased, in tx: NotificationsTransaction) throws {
        let waiting = try tx.candidates.waiting(of: fact.userId.rawValue)
        try tx.recipients.forget(fact.userId)
        for source in tx.sources.all { try source.forget(fact.userId, in: tx) }
        try tx.schedule("forget-namings:\(fact.userId)", at: tx.now, ForgetNamings(personId: fact.userId))
        let store = try DecisionContext(tx)
        for stored in waiting {
            try store.settle(stored.candidate, Decision(.drop, ["no_recipient"]), for: try store.recipient(fact.userId.rawValue),
                             at: tx.now)
        }
        try tx.recipients.forget(fact.userId)
    }
}
