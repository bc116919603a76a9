import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Hands messages to their channels. With a provider's settings a message becomes a delivery that a sender takes
/// outside the log; without them it is kept in the development outbox.
package struct Delivering {
    package let tx: NotificationsTransaction
    /// Of the message that is told to many: what is old is forgotten with the first of them.
    private let round: DeliveryRound
    package init(tx: NotificationsTransaction, round: DeliveryRound = DeliveryRound()) { (self.tx, self.round) = (tx, round) }

    /// One message per address. The feed shows channels with a provider as `queued` until the provider has answered.
    package func enqueueDelivery(_ item: Notification, to recipient: Recipient, on channels: [any Channel], _ terms: DeliveryTerms) throws {
        for channel in channels {
            for address in channel.addresses(of: recipient) {
                guard let message = channel.compose(item, to: address, terms.parts) else { continue }
                try send(message, notification: item.id, for: recipient.userId, type: item.type, terms)
            }
        }
    }

    /// One message, also of what is in no feed.
    package func send(_ message: ChannelMessage, notification: String?, for user: User.ID, type: String, _ terms: DeliveryTerms) throws {
        let id = tx.context.newID()
        if !round.hasForgottenOld {
            round.hasForgottenOld = true
            try tx.outbox.prune(at: tx.now)
            try tx.deliveries.prune(at: tx.now)
        }
        guard ChannelSettings.hasProvider(message.channel, in: tx.definition) else {
            return try tx.outbox.insert(message, id: id, for: user, template: type, notification: notification, at: tx.now)
        }
        let delivery = Delivery(id: id, notificationId: notification, userId: user, channel: message.channel, address: message.to,
                                type: type, terms: terms)
        try tx.deliveries.insert(delivery, message, at: tx.now)
        if let notification { try tx.feed.show(ChannelState(message.channel, .queued, at: tx.now), of: notification, user: user) }
    }
}

/// What is done once for all that leaves by one message, however many people it is told to.
package final class DeliveryRound {
    /// Messages that left long ago are gone as of this message's time.
    fileprivate var hasForgottenOld = false
    package init() {}
}
