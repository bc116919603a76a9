import Contracts
import Kernel
import ServiceKit

/// Somebody can be reached now.
struct OnUserRegistered: Reaction {
    func handle(_ fact: UserRegistered, in tx: NotificationsTransaction) throws {
        try tx.recipients.save(Recipient(userId: fact.userId, name: fact.name, email: fact.email, phone: fact.phone, locale: fact.locale))
    }
}

/// Somebody is reached elsewhere, or called otherwise.
struct OnUserUpdated: Reaction {
    func handle(_ fact: UserUpdated, in tx: NotificationsTransaction) throws {
        try tx.recipients.save(Recipient(userId: fact.userId, name: fact.name, email: fact.email, phone: fact.phone, locale: fact.locale))
    }
}

/// Who proves an address has it, whatever a provider said before.
struct OnContactVerified: Reaction {
    func handle(_ fact: ContactVerified, in tx: NotificationsTransaction) throws {
        try tx.deliveries.markReachable(fact.address, on: fact.contact == "phone" ? .sms : .email)
    }
}

/// A device gets pushes, or no more.
struct OnPushTokenChanged: Reaction {
    func handle(_ fact: PushTokenChanged, in tx: NotificationsTransaction) throws {
        try tx.recipients.setToken(fact.pushToken, of: fact.userId, session: fact.sessionId)
    }
}

/// A device that is signed out gets no pushes. A session that was cut off because its token was used twice is told to its owner.
struct OnSessionRevoked: Reaction {
    func handle(_ fact: SessionRevoked, in tx: NotificationsTransaction) throws {
        try tx.recipients.setToken(nil, of: fact.userId, session: fact.sessionId)
        guard fact.reason == "refresh-reuse" else { return }
        try Notifying(tx: tx).notify(Candidate(type: "security", recipientId: fact.userId, at: tx.now, subject: fact.sessionId,
            dedupeKey: "revoked:\(fact.sessionId)", facts: [:]))
    }
}

/// A person is gone: so is everything that was said to them.
struct OnUserErased: Reaction {
    func handle(_ fact: UserErased, in tx: NotificationsTransaction) throws { try tx.recipients.forget(fact.userId) }
}
