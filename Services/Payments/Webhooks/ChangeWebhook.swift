import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Changes what is sent of a receiver; what is absent stays.
public struct ChangeWebhook: Command {
    public static let type: MessageType = "payments.change-webhook.v1"
    public let webhookId: WebhookID
    package let form: JSONValue
    /// - Parameter description: empty removes it.
    public init(webhookId: WebhookID, url: String? = nil, events: [String]? = nil, description: String? = nil, enabled: Bool? = nil) {
        self.webhookId = webhookId
        form = WebhookForm.json(url: url, events: events, description: description, enabled: enabled)
    }
    public init(from decoder: any Decoder) throws { (webhookId, form) = try PathForm.read("webhookId", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(webhookId, as: "webhookId", form, encoder) }

    public func handle(in tx: PaymentsTransaction) throws -> WebhookAnswer {
        try tx.require(permission: WebhookRoutes.permission)
        let known = try tx.settings().unknownFirst ? tx.webhooks.require(webhookId) : nil
        var reader = WebhookForm(form, isEdit: true, tx)
        let url = reader.url(), events = reader.events(), text = reader.description(), enabled = reader.enabled()
        try reader.finish()
        var endpoint = try known ?? tx.webhooks.require(webhookId)
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
