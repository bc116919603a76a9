import Contracts
import Kernel
import Messaging
import NotificationPolicy
import ServiceKit

/// What came of one try to hand a message over, told by the sender. Results of tries that are over change nothing.
public struct DeliveryResult: Command {
    public static let type: MessageType = "notifications.delivery-result.v1"
    public enum Outcome: String, Codable, Sendable {
        /// The provider has it.
        case accepted
        /// The device has it.
        case delivered
        /// Trying again may help.
        case failedTransient = "failed-transient"
        /// Trying again does not help.
        case failedPermanent = "failed-permanent"
    }
    public let deliveryId: String
    public let channel: ChannelName
    public let attempt: Int
    public let outcome: Outcome
    /// The provider's reason: `UNREGISTERED`, `451`, `timeout`.
    public let code: String?
    /// The provider's id of the message.
    public let providerId: String?
    /// Not before.
    public let retryAfterSeconds: Int?
    /// Nothing sent to this address will ever arrive.
    public let addressIsDead: Bool?
    public init(deliveryId: String, channel: ChannelName, attempt: Int, outcome: Outcome, code: String? = nil, providerId: String? = nil,
        retryAfterSeconds: Int? = nil,
                addressIsDead: Bool? = nil) {
        (self.deliveryId, self.channel, self.attempt, self.outcome, self.code) = (deliveryId, channel, attempt, outcome, code)
        (self.providerId, self.retryAfterSeconds, self.addressIsDead) = (providerId, retryAfterSeconds, addressIsDead)
    }

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let delivery = try tx.deliveries.find(deliveryId) else { return NoContent() }  // The recipient was erased meanwhile.
        guard delivery.attempt == attempt, delivery.state == .queued else { return NoContent() }  // A try that is over.
        switch outcome {
        case .accepted: try settle(delivery, .accepted, .sent, in: tx)
        case .delivered: try settle(delivery, .accepted, .delivered, in: tx)
        case .failedTransient:
            if let due = next(delivery, now: tx.now) {
                try tx.deliveries.wait(delivery.id, code: code)
                try tx.schedule("delivery:\(delivery.id)", at: due, RetryDelivery(deliveryId: delivery.id, attempt: attempt + 1))
            } else {
                try giveUp(delivery, in: tx)
            }
        case .failedPermanent:
            if addressIsDead == true { try bury(delivery, in: tx) }
            try giveUp(delivery, in: tx)
        }
        return NoContent()
    }

    /// When to try again; nil: there is no try left, or no time.
    private func next(_ delivery: Delivery, now: Timestamp) -> Timestamp? {
        guard let wait = delivery.terms.wait(afterAttempt: attempt) else { return nil }
        let due = now + max(wait, .seconds(min(max(retryAfterSeconds ?? 0, 0), Self.retryAfterSecondsMax)))
        if let expires = delivery.terms.expires, due > expires { return nil }
        return due
    }
    /// A provider that asks for more is not coming back for this message.
    static let retryAfterSecondsMax = 3_600

    private func settle(_ delivery: Delivery, _ state: Delivery.State, _ shown: ChannelState.State, in tx: NotificationsTransaction) throws {
        try tx.deliveries.settle(delivery.id, state, code: code, providerId: providerId)
        if let item = delivery.notificationId { try tx.feed.show(ChannelState(delivery.channel, shown, at: tx.now), of: item, user: delivery.userId) }
    }

    /// A token the provider does not know is forgotten at once, here and at the account; other addresses are not written to again until they change.
    private func bury(_ delivery: Delivery, in tx: NotificationsTransaction) throws {
        let reason = code ?? outcome.rawValue
        switch delivery.channel {
        case .push:
            try tx.deliveries.forgetToken(delivery.address)
            try tx.publish(PushTokenRejected(userId: delivery.userId, pushToken: delivery.address, code: reason))
        case .email, .sms: try tx.deliveries.markUnreachable(delivery.address, on: delivery.channel, of: delivery.userId, code: reason, at: tx.now)
        case .inApp: break  // The feed has no address that could die.
        }
    }

    /// No further try on this channel: the next channel of the category, unless another device has the message or may still get it.
    private func giveUp(_ delivery: Delivery, in tx: NotificationsTransaction) throws {
        try tx.deliveries.settle(delivery.id, .failed, code: code, providerId: providerId)
        var fallback: ChannelName?
        if let item = delivery.notificationId {
            let progress = try tx.deliveries.progress(of: item)
            if progress[delivery.channel, default: []].allSatisfy({ $0 == .failed }) {
                try tx.feed.show(ChannelState(delivery.channel, .failed, at: tx.now), of: item, user: delivery.userId)
                fallback = try fallBack(item, delivery, used: Set(progress.keys), in: tx)
            }
        }
        try tx.publish(DeliveryFailed(deliveryId: delivery.id, notificationId: delivery.notificationId, recipientId: delivery.userId, kind: delivery.type,
                                      category: delivery.terms.category, channel: delivery.channel.rawValue, code: code ?? outcome.rawValue,
                                          fallback: fallback?.rawValue))
    }

    private func fallBack(_ item: String, _ delivery: Delivery, used: Set<ChannelName>, in tx: NotificationsTransaction) throws -> ChannelName? {
        if let expires = delivery.terms.expires, tx.now > expires { return nil }  // Too late for any channel.
        guard let notification = try tx.feed.find(item, of: delivery.userId) else { return nil }
        let sent = Set(notification.channels.filter { [.sent, .queued, .delivered, .opened].contains($0.state) }.map(\.channel))
        let recipient = try tx.recipients.find(delivery.userId)
        for name in delivery.terms.fallback where name != delivery.channel && !used.contains(name) && !sent.contains(name) {
            guard let channel = Delivering.channels(of: tx).first(where: { $0.name == name }), !channel.addresses(of: recipient).isEmpty else { continue }
            try tx.feed.show(ChannelState(name, .sent, at: tx.now), of: item, user: delivery.userId)
            try Delivering(tx: tx).handOver(notification, to: recipient, on: [channel], delivery.terms)
            return name
        }
        return nil
    }
}

/// The wait after a failed try is over.
public struct RetryDelivery: Command {
    public static let type: MessageType = "notifications.retry-delivery.v1"
    public let deliveryId: String
    public let attempt: Int
    public init(deliveryId: String, attempt: Int) { (self.deliveryId, self.attempt) = (deliveryId, attempt) }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let delivery = try tx.deliveries.find(deliveryId), delivery.state == .waiting else { return NoContent() }  // Erased meanwhile.
        try tx.deliveries.queue(delivery.id, attempt: attempt)
        return NoContent()
    }
}
