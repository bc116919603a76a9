import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

/// Hands messages to their channels. With a provider's settings a message becomes a delivery that a sender takes
/// outside the log; without them it is kept in the development outbox.
struct Delivering {
    let tx: NotificationsTransaction
    /// Of the message that is told to many: what is old is forgotten with the first of them.
    private let composer: MessageComposer
    init(tx: NotificationsTransaction, composer: MessageComposer? = nil) {
        (self.tx, self.composer) = (tx, composer ?? MessageComposer(tx))
    }

    /// Channels of the tenant, in their order.
    static func channels(of tx: NotificationsTransaction) -> [any Channel] {
        Channels.all.filter { tx.definition.has(plugin: $0.plugin, of: Notifications.name) }
    }

    /// One message per address. The feed shows channels with a provider as `queued` until the provider has answered.
    func enqueueDelivery(_ item: Notification, to recipient: Recipient, on channels: [any Channel], _ terms: DeliveryTerms) throws {
        for channel in channels {
            for address in channel.addresses(of: recipient) {
                guard let message = channel.compose(item, to: address, terms.parts) else { continue }
                try send(message, notification: item.id, for: recipient.userId, type: item.type, terms)
            }
        }
    }

    /// One message, also of what is in no feed.
    func send(_ message: ChannelMessage, notification: String?, for user: User.ID, type: String, _ terms: DeliveryTerms) throws {
        let id = tx.context.newID()
        if !composer.hasForgottenOld {
            composer.hasForgottenOld = true
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
