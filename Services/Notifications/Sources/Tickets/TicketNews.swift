import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Events with tickets: their orders and payments, friends who go, organizers and their sales.
package struct TicketNews: NotificationSource {
    package init() {}
    package let words = SourceWords.tickets
    package var feature: Feature? { .ticketNews }

    package func subject(of candidate: Candidate) -> String? { candidate.facts["event.id"]?.string ?? candidate.subject }
    package func facts(of event: String, in tx: NotificationsTransaction) throws -> Facts? { try tx.tickets.event(event)?.facts }
    package func relations(of candidate: Candidate, to event: String, in tx: NotificationsTransaction) throws -> Set<String> {
        var ties = candidate.facts.relations.subtracting(TicketStore.derived)
        if let friend = candidate.facts["friend.id"]?.string,
            try !tx.friends.isGoing(friend, to: event, asFriendOf: candidate.recipientId) {
            ties.remove("friend")
        }
        return try ties.union(tx.tickets.relations(of: candidate.recipientId, to: event))
    }

    package func isOpen(_ condition: String, _ candidate: Candidate, knowing event: Facts?,
                        in tx: NotificationsTransaction) throws -> Bool? {
        switch condition {
        case "sales.upcoming":
            guard let announced = candidate.facts.time("salesStart"), candidate.facts["event.id"] != nil, event != nil else { return nil }
            return candidate.facts.time("event.salesStart") == announced && !Self.isOff(candidate.facts)
        case "order.awaiting":
            guard let order = candidate.facts["order.id"]?.string ?? candidate.subject else { return nil }
            return try tx.tickets.order(OrderID(order)).map { $0.state == "awaiting" }
        case "ticket.valid":
            guard let ticket = candidate.facts["ticket.id"]?.string else { return nil }
            // Tickets of a cancelled event stay with their holders here, so that these hear of its end.
            guard !Self.isOff(candidate.facts) else { return false }
            // Held by the recipient, and not scanned yet.
            return try tx.tickets.holds(ticket, user: candidate.recipientId) && !tx.conditions.isClosed(condition, ticket)
        case "event.active":
            // The event's status answers. But a reminder is of one start: once that moved, another reminder is due.
            guard let reminded = candidate.facts.time("remindedStart"), let start = candidate.facts.time("event.startDate") else {
                return nil
            }
            return reminded == start ? nil : false
        default: return nil
        }
    }
    private static func isOff(_ facts: Facts) -> Bool { facts["event.status"]?.string.map(SourceWords.offStatuses.contains) ?? false }

    package func isRefunded(_ candidate: Candidate, in tx: NotificationsTransaction) throws -> Bool {
        // A candidate that stands for several sales names only the last order.
        guard try candidate.type == tx.policy().sales?.type, candidate.facts["count"]?.int ?? 1 <= 1,
            let order = candidate.facts["order.id"]?.string, let tickets = candidate.facts["tickets.count"]?.int, tickets > 0 else {
            return false
        }
        return try tx.tickets.refundedTickets(of: OrderID(order)) >= tickets
    }
    package func purchases(of user: User.ID, since: Timestamp, in tx: NotificationsTransaction) throws -> Int {
        try tx.tickets.ticketsBought(by: user.rawValue, since: since)
    }

    /// The name of a friend, or of who hands a ticket over, stands in texts only, never in facts that wait.
    package func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        try TransferNames.complete(&facts, for: language, in: tx)
        // A reminder that was held while a payment began says how long the seats are kept by now.
        if facts["order.holdExpiresAt"] != nil, let order = facts["order.id"]?.string,
            let kept = try tx.tickets.order(OrderID(order))?.holdExpiresAt {
            facts.set("order.holdExpiresAt", .string(kept.wholeSeconds.description))
        }
        guard facts.relations.contains("friend"), facts["friend.name"] == nil else { return }
        let name = try facts["friend.id"]?.string.map { try tx.recipients.find(User.ID($0)).name } ?? ""
        facts.set("friend.name", .string(name.isEmpty ? SourceWords.someFriend[language] : name))
    }
    package func person(namedIn facts: Facts) -> String? { facts["friend.id"]?.string ?? TransferNames.person(namedIn: facts) }

    package func suggest(_ type: NotificationPolicy.MessageType, at time: Timestamp, to people: SuggestionAudience,
                 in tx: NotificationsTransaction) throws -> Bool {
        switch people {
        case .everybody: try Suggesting(tx: tx).ask(type.name, at: time)
        case .one(let user, let facts): try Suggesting(tx: tx).ask(type, at: time, for: user, facts: facts)
        }
        return true
    }

    package func forget(_ user: User.ID, in tx: NotificationsTransaction) throws {
        try tx.tickets.forget(user)
        try tx.friends.forget(user)
    }
}
