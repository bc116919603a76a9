import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
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
        let end = DeliveryEnd(tx: tx, delivery: delivery, code: code, providerId: providerId)
        switch outcome {
        case .accepted: try end.settle(.accepted, .sent)
        case .delivered: try end.settle(.accepted, .delivered)
        case .failedTransient:
            if let due = next(delivery, now: tx.now) {
                try tx.deliveries.wait(delivery.id, code: code)
                try tx.schedule(RetryDelivery.timerID(delivery.id), at: due, RetryDelivery(deliveryId: delivery.id, attempt: attempt + 1))
            } else {
                try end.abandon(outcome)
            }
        case .failedPermanent:
            if addressIsDead == true { try end.discardAddress() }
            try end.abandon()
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
}

/// The wait after a failed try is over.
public struct RetryDelivery: Command {
    public static let type: MessageType = "notifications.retry-delivery.v1"
    public let deliveryId: String
    public let attempt: Int
    public init(deliveryId: String, attempt: Int) { (self.deliveryId, self.attempt) = (deliveryId, attempt) }
    package static func timerID(_ delivery: String) -> String { "delivery:\(delivery)" }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // Erased meanwhile.
        guard let delivery = try tx.deliveries.find(deliveryId), delivery.state == .waiting else { return NoContent() }
        try tx.deliveries.queue(delivery.id, attempt: attempt)
        return NoContent()
    }
}
