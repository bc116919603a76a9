import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// How far somebody goes decides what is too far; what they share, what their friends hear.
struct OnInterestsChanged: Reaction {
    func handle(_ fact: InterestsChanged, in tx: NotificationsTransaction) throws {
        guard try !tx.recipients.isErased(fact.userId) else { return }
        try tx.recipients.setTravel(fact.maxTravelDistanceKm, of: fact.userId)
        try tx.friends.setSharing(fact.shareAttendance ?? false, of: fact.userId)
        try ReconsiderHeld.reconsider(of: fact.userId.rawValue, in: tx)
        if fact.shareAttendance != true { try FriendNotifications.reconsider(about: fact.userId, in: tx) }
    }
}

/// The catalog says what to suggest to the people we asked for: they hear of it, and the next ones are asked for.
struct OnEventsSuggested: Reaction {
    func handle(_ fact: EventsSuggested, in tx: NotificationsTransaction) throws {
        guard let question = Suggesting.Question(fact.context) else { return }  // Somebody else asked.
        let notifying = try Notifying(tx: tx)
        for suggestion in fact.suggestions {
            // Erased while the answer was on its way.
            guard try tx.recipients.profile(suggestion.userId) != nil else { continue }
            var facts = Facts(question.facts)
            facts.set("items", .array(suggestion.items.map { ["id": .string($0.eventId.rawValue), "title": .string($0.title)] }))
            if let distance = suggestion.distanceKm { facts.set("distanceKm", .double(distance)) }
            try notifying.notify(Trigger(question.kind, at: question.at, subject: nil, facts: facts), to: suggestion.userId,
                                 relations: suggestion.isNearby ? ["nearby"] : [], asOf: question.at)
        }
        if let last = question.askedUpTo { try Suggesting(tx: tx).ask(question.kind, at: question.at, after: last) }
    }
}
