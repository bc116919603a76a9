import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Changes what is sent of a receiver; what is absent stays.
public struct ChangeWebhook: Command {
    public static let type: MessageType = "payments.change-webhook.v1"
    public let webhookId: WebhookID
    public let url: String?
    public let events: [String]?
    /// Empty removes it.
    public let description: String?
    public let enabled: Bool?
    public init(webhookId: WebhookID, url: String? = nil, events: [String]? = nil, description: String? = nil, enabled: Bool? = nil) {
        (self.webhookId, self.url, self.events, self.description, self.enabled) = (webhookId, url, events, description, enabled)
    }

    public func handle(in tx: PaymentsTransaction) throws -> WebhookAnswer {
        try tx.require(permission: WebhookRoutes.permission)
        var form = WebhookForm(tx)
        let url = url.map { form.url($0) }, events = events.map { form.events($0) }, text = description.map { form.description($0) }
        try form.check.check()
        var endpoint = try tx.webhooks.require(webhookId)
        if let url, url != endpoint.url {
            // Nobody was called there yet.
            endpoint.failingSince = nil
            tx.cancelTimer(WebhookDispatch.failingTimer(endpoint.id))
            endpoint.url = url
        }
        endpoint.events = events ?? endpoint.events
        endpoint.description = text ?? endpoint.description
        switch enabled {
        case nil: break
        case true?: endpoint.enable()
        case false?: try WebhookDispatch(tx: tx).disable(&endpoint, .paused)
        }
        try tx.webhooks.update(endpoint)
        return WebhookAnswer(endpoint)
    }
}

/// A receiver is gone, with its log. What was on its way is dropped.
public struct DeleteWebhook: Command {
    public static let type: MessageType = "payments.delete-webhook.v1"
    public let webhookId: WebhookID
    public init(webhookId: WebhookID) { self.webhookId = webhookId }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try tx.require(permission: WebhookRoutes.permission)
        var endpoint = try tx.webhooks.require(webhookId)
        // Takes the timers along.
        try WebhookDispatch(tx: tx).disable(&endpoint, .paused)
        try tx.webhooks.delete(webhookId)
        return NoContent()
    }
}
