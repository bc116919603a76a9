import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// Two people are friends: each may hear where the other one goes.
struct OnFriendshipMade: Reaction {
    func handle(_ fact: FriendshipMade, in tx: NotificationsTransaction) throws {
        // Topics have no order among each other: one of them may be gone already.
        guard try !tx.recipients.isErased(fact.userId), try !tx.recipients.isErased(fact.friendId) else { return }
        try tx.friends.befriend(fact.userId, fact.friendId)
    }
}

/// Friends no longer: what waits to be told of one of them is decided anew.
struct OnFriendshipEnded: Reaction {
    func handle(_ fact: FriendshipEnded, in tx: NotificationsTransaction) throws {
        try tx.friends.part(fact.userId, fact.friendId)
        for user in [fact.userId, fact.friendId] { try ReconsiderHeld.reconsider(of: user.rawValue, in: tx) }
    }
}

/// Who goes where, for friends who care about the same event.
enum FriendNotifications {
    /// Somebody has a ticket. Whoever holds one too or likes the event hears of it, if this friend lets them.
    static func notify(_ friend: User.ID, goesTo event: TicketEvent, in tx: NotificationsTransaction) throws {
        guard try tx.friends.isSharing(friend) else { return }
        var facts = EventFacts.of(event)
        // The name is looked up when the text is made: nothing here knows it when the account is gone.
        facts.set("friend.id", .string(friend.rawValue))
        facts.set("relations", ["friend"])
        let trigger = Trigger("friend-attending", at: tx.happenedAt, subject: event.eventId.rawValue, facts: facts)
        try ContinueAnnouncement.begin(trigger, to: .friends(of: friend, around: event.eventId), except: event.organizerId, in: tx)
    }
    /// Somebody gave a ticket back, or shares no longer where they go: what waits to be told of it is decided anew. One
    /// slice: of more, the rest is when it is due.
    static func reconsider(about friend: User.ID, in tx: NotificationsTransaction) throws {
        let namings = try tx.namings.all(of: friend, limit: ReconsiderHeld.sliceMax)
        try ReconsiderHeld.reconsider(try namings.compactMap { try tx.candidates.find($0.notification) }, in: tx)
    }
}
