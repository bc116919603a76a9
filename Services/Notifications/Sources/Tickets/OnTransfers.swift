import Contracts
import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// A ticket is offered: to an account as a notification, to an address without one as a message with a link.
struct OnTransferOffered: Reaction {
    func handle(_ fact: TransferOffered, in tx: NotificationsTransaction) throws {
        var facts = EventFacts.of(fact.event)
        facts.set("transfer.id", .string(fact.transferId.rawValue))
        facts.set("from.id", .string(fact.senderId.rawValue))
        facts.set("expiresAt", .string(fact.expiresAt.wholeSeconds.description))
        if let recipient = fact.recipientId {
            let trigger = Trigger("transfer-offered", at: tx.happenedAt, subject: fact.transferId.rawValue, facts: facts,
                                  dedupeKey: "transfer:\(fact.transferId)")
            try Notifying(tx: tx).notify(trigger, to: recipient)
        } else if let sealed = fact.invitation, tx.now < fact.expiresAt {
            try invite(try JSON.decode(TransferInvitation.self, from: Array(tx.context.open(sealed).utf8)), facts, fact, in: tx)
        }
    }

    /// Like a one-time code: it leaves at once by the way it was asked for, and is in no feed and no event.
    private func invite(_ invitation: TransferInvitation, _ facts: Facts, _ fact: TransferOffered, in tx: NotificationsTransaction) throws {
        guard let channel = tx.channels.first(where: { $0.name.rawValue == invitation.channel }) else {
            return  // The tenant has no such way out of the platform.
        }
        guard let (texts, language) = try tx.policy().texts(of: TicketTypes.invitation, locale: nil) else {
            throw MissingTexts(type: TicketTypes.invitation)
        }
        var facts = facts
        facts.set("url", .string(invitation.url))
        try TransferNames.complete(&facts, for: language, in: tx)
        let template = try TextTemplate(facts: facts.members, zone: TimeZoneRules.named(tx.definition.timezone), now: tx.now,
                                        language: language, words: tx.policy().vocabulary)
        let message = ChannelMessage(
            channel: channel.name, to: invitation.to, subject: channel.name == .email ? template.render(texts.title) : nil,
            text: SafeText.withoutMarks(template.render(texts.body)), data: ["transferId": .string(fact.transferId.rawValue)])
        let terms = DeliveryTerms(category: NotificationPolicy.platformCategory, priority: 0, expires: fact.expiresAt)
        // It names the sender: what is kept of it goes with the sender's account.
        let id = fact.transferId.rawValue
        try tx.namings.note(id, of: RecipientStore.stranger, names: fact.senderId.rawValue)
        try Delivering(tx: tx).send(message, notification: id, for: RecipientStore.stranger, type: TicketTypes.invitation, terms)
    }
}

/// A ticket has another holder: the sender hears that it was taken, and what is said to holders is said to the new one.
struct OnTicketTransferred: Reaction {
    func handle(_ fact: TicketTransferred, in tx: NotificationsTransaction) throws {
        try tx.tickets.save(fact.event)
        try tx.tickets.remove([fact.former], of: fact.eventId)
        try tx.tickets.add(fact.tickets, of: fact.eventId)
        let notifying = try Notifying(tx: tx), sender = fact.former.holderId
        for ticket in fact.tickets {
            var facts = EventFacts.of(fact.event)
            facts.set("transfer.id", .string(fact.transferId.rawValue))
            facts.set("to.id", .string(ticket.holderId.rawValue))
            let trigger = Trigger("transfer-accepted", at: tx.happenedAt, subject: fact.transferId.rawValue, facts: facts,
                                  dedupeKey: "transferred:\(fact.transferId)")
            try notifying.notify(trigger, to: sender)
        }
        try ExpiryWarnings(notifying)?.plan(fact.tickets, of: fact.event)
        for holder in Set(fact.tickets.map(\.holderId)).sorted() {
            try FriendNotifications.notify(holder, goesTo: fact.event, in: tx)
            try ReconsiderHeld.reconsider(of: holder.rawValue, in: tx)
        }
        try ReconsiderHeld.reconsider(of: sender.rawValue, in: tx)
        try FriendNotifications.reconsider(about: sender, in: tx)
    }
}

/// Names of who hands a ticket over: in texts only, never in facts that wait.
enum TransferNames {
    static func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        for party in ["from", "to"] {
            guard let user = facts["\(party).id"]?.string, facts["\(party).name"] == nil else { continue }
            let name = try tx.recipients.find(User.ID(user)).name
            facts.set("\(party).name", .string(name.isEmpty ? SourceWords.somebody[language] : name))
        }
    }
    static func person(namedIn facts: Facts) -> String? { facts["from.id"]?.string ?? facts["to.id"]?.string }
}
