import Contracts
import Kernel
import PaymentsKit
import ServiceKit

extension PaymentsScope {
    package var webhooks: WebhookEndpointStore { WebhookEndpointStore(database, tenant) }
    var webhookDeliveries: WebhookDeliveryStore { WebhookDeliveryStore(database, tenant) }
}

/// Rows and timers of what is sent to receivers. Used by every command that starts or ends a delivery.
package struct WebhookDispatch {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }
    package static let cipherUse = "webhook-secret"
    static func retryTimer(_ delivery: WebhookDeliveryID) -> String { "webhook-retry:\(delivery)" }
    static func failingTimer(_ endpoint: WebhookID) -> String { "webhook-failing:\(endpoint)" }

    /// A message to these receivers, sent as soon as it is committed.
    package func send(_ type: String, data: JSONValue, about user: User.ID?, to endpoints: [WebhookEndpoint]) throws {
        let messageId = try insertMessage(type, data: data, about: user)
        for endpoint in endpoints { try insertDelivery(of: messageId, type, to: endpoint) }
    }
    func sendTest(to endpoint: WebhookEndpoint) throws -> WebhookDelivery {
        let messageId = try insertMessage(WebhookEvents.test, data: .object([:]), about: nil)
        return try insertDelivery(of: messageId, WebhookEvents.test, to: endpoint)
    }
    private func insertMessage(_ type: String, data: JSONValue, about user: User.ID?) throws -> String {
        let id = tx.context.newID()
        let body = try WebhookBody.bytes(type: type, at: tx.now, tenant: tx.tenant, data: data, style: tx.definition.json)
        try tx.webhookDeliveries.insert(message: id, type: type, body: body, about: user, at: tx.now)
        try schedulePruning()
        return id
    }
    @discardableResult
    private func insertDelivery(of messageId: String, _ type: String, to endpoint: WebhookEndpoint) throws -> WebhookDelivery {
        let delivery = WebhookDelivery(id: tx.newID(), endpointId: endpoint.id, messageId: messageId, type: type,
                                       status: .queued(since: tx.now), createdAt: tx.now)
        try tx.webhookDeliveries.insert(delivery)
        return delivery
    }

    /// One timer for all messages of a day.
    private func schedulePruning() throws {
        let day = tx.now.secondsSinceEpoch / 86_400
        let end = Timestamp(secondsSinceEpoch: (day + 1) * 86_400) + WebhookDelivery.keptFor
        try tx.schedule("webhook-log:\(day)", at: end, PruneWebhookLog())
    }

    /// Encrypts a new secret for its row, and answers both forms.
    func makeSecret(of endpoint: WebhookID) throws -> (secret: String, protected: String) {
        let secret = WebhookSignature.secret(of: tx.secretBytes(for: Self.cipherUse))
        return (secret, try tx.context.columnCipher(Self.cipherUse).protect(secret, of: endpoint.rawValue))
    }

    /// Nothing more is sent to it: what has no end yet has failed.
    func disable(_ endpoint: inout WebhookEndpoint, _ reason: WebhookStatus) throws {
        endpoint.disable(reason)
        try tx.webhooks.update(endpoint)
        tx.cancelTimer(Self.failingTimer(endpoint.id))
        for var delivery in try tx.webhookDeliveries.pending(of: endpoint.id) {
            tx.cancelTimer(Self.retryTimer(delivery.id))
            delivery.abandon()
            try tx.webhookDeliveries.update(delivery)
        }
    }
}
