import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit
import ServiceKit

/// What a company reports of a message that it took. The first final report counts; what is repeated, out of order or
/// too late changes nothing, so a signature that covers no time does no harm.
public struct TakeDeliveryReport: Command {
    public static let type: MessageType = "notifications.delivery-report.v1"
    public enum Outcome: String, Codable, Sendable {
        /// The device has it.
        case delivered
        /// The device will never have it.
        case failed
    }
    public let deliveryId: String
    public let channel: ChannelName
    public let attempt: Int
    /// Nil: the message is still on its way.
    public let outcome: Outcome?
    /// The company's reason.
    public let code: String?
    /// Nothing sent to this address will ever arrive.
    public let addressIsDead: Bool?
    public init(deliveryId: String, channel: ChannelName, attempt: Int, outcome: Outcome?, code: String? = nil,
                addressIsDead: Bool? = nil) {
        (self.deliveryId, self.channel, self.attempt, self.outcome) = (deliveryId, channel, attempt, outcome)
        (self.code, self.addressIsDead) = (code, addressIsDead)
    }

    /// Networks try for three days at most.
    static let takenFor: Duration = .days(3)

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard let outcome, let delivery = try tx.deliveries.find(deliveryId), delivery.channel == channel, attempt <= delivery.attempt,
            try tx.deliveryReports.isOpen(delivery.id, since: tx.now - Self.takenFor) else { return NoContent() }
        let end = DeliveryEnd(tx: tx, delivery: delivery, code: code)
        switch (outcome, delivery.state) {
        case (.delivered, _):
            // The report of an earlier try, or one that outran the sender's own result: the person has the message.
            tx.cancelTimer(RetryDelivery.timerID(delivery.id))
            try tx.deliveryReports.record(outcome, of: delivery.id)
            try end.settle(.accepted, .delivered)
        case (.failed, .queued), (.failed, .accepted):
            guard attempt == delivery.attempt else { break }  // An earlier try: a later one may arrive.
            try tx.deliveryReports.record(outcome, of: delivery.id)
            if addressIsDead == true { try end.discardAddress() }
            try end.abandon()
        case (.failed, .waiting), (.failed, .failed): break  // It is tried again, or was given up.
        }
        return NoContent()
    }
}
