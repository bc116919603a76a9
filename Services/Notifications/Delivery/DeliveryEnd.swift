import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// What follows when a message has left, or never will. The sender's own results and companies' later reports come to the same ends.
package struct DeliveryEnd {
    package let tx: NotificationsTransaction
    package let delivery: Delivery
    /// The provider's reason.
    package var code: String?
    /// The provider's id of the message.
    package var providerId: String?
    package init(tx: NotificationsTransaction, delivery: Delivery, code: String? = nil, providerId: String? = nil) {
        (self.tx, self.delivery, self.code, self.providerId) = (tx, delivery, code, providerId)
    }

    package func settle(_ state: Delivery.State, _ shown: ChannelState.State) throws {
        try tx.deliveries.settle(delivery.id, state, code: code, providerId: providerId)
        if let item = delivery.notificationId {
            try tx.feed.show(ChannelState(delivery.channel, shown, at: tx.now), of: item, user: delivery.userId)
        }
    }

    /// A token the provider does not know is forgotten at once, here and at the account; other addresses are not
    /// written to again until they change.
    package func discardAddress() throws {
        let reason = code ?? DeliveryResult.Outcome.failedPermanent.rawValue
        switch delivery.channel {
        case .push:
            try tx.recipients.forgetToken(delivery.address)
            try tx.publish(PushTokenRejected(userId: delivery.userId, pushToken: delivery.address, code: reason))
        case .email, .sms:
            try tx.deliveries.markUnreachable(delivery.address, on: delivery.channel, of: delivery.userId, code: reason, at: tx.now)
        case .inApp: break  // The feed has no address that could die.
        }
    }

    /// No further try on this channel: the next channel of the category, unless another device has the message or may still get it.
    /// - Parameter reason: what is told where the provider gave none.
    package func abandon(_ reason: DeliveryResult.Outcome = .failedPermanent) throws {
        try tx.deliveries.settle(delivery.id, .failed, code: code, providerId: providerId)
        var fallback: ChannelName?
        if let item = delivery.notificationId {
            let progress = try tx.deliveries.progress(of: item)
            if progress[delivery.channel, default: []].allSatisfy({ $0 == .failed }) {
                try tx.feed.show(ChannelState(delivery.channel, .failed, at: tx.now), of: item, user: delivery.userId)
                fallback = try fallBack(item, used: Set(progress.keys))
            }
        }
        // People without an account have no notifications. The id of an invitation is that of its transfer.
        let notification = delivery.userId == RecipientStore.stranger ? nil : delivery.notificationId
        try tx.publish(DeliveryFailed(
            deliveryId: delivery.id, notificationId: notification, recipientId: delivery.userId, kind: delivery.type,
            category: delivery.terms.category, channel: delivery.channel.rawValue, code: code ?? reason.rawValue,
            fallback: fallback?.rawValue))
    }

    private func fallBack(_ item: String, used: Set<ChannelName>) throws -> ChannelName? {
        if let expires = delivery.terms.expires, tx.now > expires { return nil }  // Too late for any channel.
        guard let notification = try tx.feed.find(item, of: delivery.userId) else { return nil }
        let sent = Set(notification.channels.filter { [.sent, .queued, .delivered, .opened].contains($0.state) }.map(\.channel))
        let recipient = try tx.recipients.find(delivery.userId)
        for name in delivery.terms.fallback where name != delivery.channel && !used.contains(name) && !sent.contains(name) {
            guard let channel = tx.channels.first(where: { $0.name == name }),
                  !channel.addresses(of: recipient).isEmpty else { continue }
            try tx.feed.show(ChannelState(name, .sent, at: tx.now), of: item, user: delivery.userId)
            try Delivering(tx: tx).enqueueDelivery(notification, to: recipient, on: [channel], delivery.terms)
            return name
        }
        return nil
    }
}
