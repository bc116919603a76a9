import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// How one attempt went, reported by `WebhookSender`. Reports about attempts that are over change nothing.
public struct WebhookAttempted: Command {
    public static let type: MessageType = "payments.webhook-attempted.v1"
    public let deliveryId: WebhookDeliveryID
    public let attempt: Int
    /// The tenant's time.
    public let at: Timestamp
    public let statusCode: Int?
    public let error: String?
    public let durationMs: Int
    public let retryAfterSeconds: Int?
    public init(deliveryId: WebhookDeliveryID, attempt: Int, at: Timestamp, statusCode: Int? = nil, error: String? = nil,
                durationMs: Int = 0, retryAfterSeconds: Int? = nil) {
        (self.deliveryId, self.attempt, self.at, self.statusCode) = (deliveryId, attempt, at, statusCode)
        (self.error, self.durationMs, self.retryAfterSeconds) = (error, durationMs, retryAfterSeconds)
    }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard var delivery = try tx.webhookDeliveries.find(deliveryId), delivery.awaits(attempt),
            var endpoint = try tx.webhooks.find(delivery.endpointId) else { return NoContent() }
        let result = WebhookAttempt(number: attempt, at: at, statusCode: statusCode, error: error, durationMs: max(0, durationMs))
        try tx.webhookDeliveries.insert(result, of: deliveryId)
        let dispatch = WebhookDispatch(tx: tx)
        switch result.verdict {
        case .delivered:
            delivery.succeed()
            tx.cancelTimer(WebhookDispatch.failingTimer(endpoint.id))
            endpoint.failingSince = nil
            try tx.webhooks.update(endpoint)
        case .gone:
            delivery.fail(next: nil)
            try dispatch.disable(&endpoint, .gone)
        case .failed:
            try noteFailure(of: &endpoint, in: tx)
            delivery.fail(next: nextAttempt(delivery, endpoint, in: tx))
        }
        try tx.webhookDeliveries.update(delivery)
        if case .waiting(let until) = delivery.status {
            let retry = RetryWebhook(deliveryId: deliveryId, attempt: delivery.attempt)
            try tx.schedule(WebhookDispatch.retryTimer(deliveryId), at: until, retry)
        }
        return NoContent()
    }

    /// Nil: what was sent to a receiver that is switched off is not tried again, and neither is what failed ten times.
    private func nextAttempt(_ delivery: WebhookDelivery, _ endpoint: WebhookEndpoint, in tx: PaymentsTransaction) -> Timestamp? {
        guard endpoint.isEnabled else { return nil }
        let asked = retryAfterSeconds.map { Duration.seconds(min(max(0, $0), Int(Int32.max))) }
        let wait = WebhookSchedule.wait(afterFailures: delivery.failures + 1, retryAfter: asked, delivery: deliveryId.rawValue,
                                        attempt: attempt)
        return wait.map { tx.now + $0 }
    }

    private func noteFailure(of endpoint: inout WebhookEndpoint, in tx: PaymentsTransaction) throws {
        guard endpoint.isEnabled, endpoint.failingSince == nil else { return }
        endpoint.failingSince = tx.now
        try tx.webhooks.update(endpoint)
        let end = DisableFailingWebhook(webhookId: endpoint.id, since: tx.now)
        try tx.schedule(WebhookDispatch.failingTimer(endpoint.id), at: tx.now + WebhookEndpoint.failingMax, end)
    }
}
