import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// The wait after an attempt that failed is over.
public struct RetryWebhook: Command {
    public static let type: MessageType = "payments.retry-webhook.v1"
    public let deliveryId: WebhookDeliveryID
    public let attempt: Int
    public init(deliveryId: WebhookDeliveryID, attempt: Int) { (self.deliveryId, self.attempt) = (deliveryId, attempt) }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var delivery = try tx.webhookDeliveries.find(deliveryId), delivery.retry(attempt, at: tx.now) else { return NoContent() }
        try tx.webhookDeliveries.update(delivery)
        return NoContent()
    }
}

/// Five days after the first of the failures in a row.
public struct DisableFailingWebhook: Command {
    public static let type: MessageType = "payments.disable-failing-webhook.v1"
    public let webhookId: WebhookID
    public let since: Timestamp
    public init(webhookId: WebhookID, since: Timestamp) { (self.webhookId, self.since) = (webhookId, since) }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var endpoint = try tx.webhooks.find(webhookId), endpoint.isEnabled, endpoint.failingSince == since else { return NoContent() }
        try WebhookDispatch(tx: tx).disable(&endpoint, .failing)
        return NoContent()
    }
}

/// A day of the log is 30 days old.
public struct PruneWebhookLog: Command {
    public static let type: MessageType = "payments.prune-webhook-log.v1"
    public init() {}

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try tx.webhookDeliveries.prune(before: tx.now - WebhookDelivery.keptFor)
        return NoContent()
    }
}
