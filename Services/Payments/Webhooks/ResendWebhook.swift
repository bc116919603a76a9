import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Sends a message that says nothing, so that somebody sees whether a receiver works. Also to one that is switched off.
public struct TestWebhook: Command {
    public static let type: MessageType = "payments.test-webhook.v1"
    public let webhookId: WebhookID
    public init(webhookId: WebhookID) { self.webhookId = webhookId }

    public func handle(in tx: PaymentsTransaction) throws -> Answer<WebhookDeliveryAnswer> {
        try tx.require(permission: WebhookRoutes.permission)
        let endpoint = try tx.webhooks.require(webhookId)
        let delivery = try WebhookDispatch(tx: tx).sendTest(to: endpoint)
        return Answer(WebhookDeliveryAnswer(delivery, []), status: 202)
    }
}

/// An operator sends a message again, after a success too.
public struct ResendWebhook: Command {
    public static let type: MessageType = "payments.resend-webhook.v1"
    public let webhookId: WebhookID
    public let deliveryId: WebhookDeliveryID
    public init(webhookId: WebhookID, deliveryId: WebhookDeliveryID) { (self.webhookId, self.deliveryId) = (webhookId, deliveryId) }

    public func handle(in tx: PaymentsTransaction) throws -> Answer<WebhookDeliveryAnswer> {
        try tx.require(permission: WebhookRoutes.permission)
        _ = try tx.webhooks.require(webhookId)
        guard var delivery = try tx.webhookDeliveries.find(deliveryId), delivery.endpointId == webhookId,
            delivery.createdAt > tx.now - WebhookDelivery.keptFor else { throw Rejection.notFound }
        if delivery.resend(at: tx.now) {
            tx.cancelTimer(WebhookDispatch.retryTimer(delivery.id))
            try tx.webhookDeliveries.update(delivery)
        }
        return Answer(WebhookDeliveryAnswer(delivery, try tx.webhookDeliveries.attempts(of: delivery.id)), status: 202)
    }
}
