import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A tenant's receivers, newest first.
public struct WebhooksOfTenant: Query {
    public static let type: MessageType = "payments.webhooks-of-tenant.v1"
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> Page<WebhookAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let all = try view.webhooks.all()
        return Page(all.dropFirst(request.offset).prefix(request.perPage).map { WebhookAnswer($0) }, request, total: all.count)
    }
}

/// One receiver.
public struct WebhookDetails: Query {
    public static let type: MessageType = "payments.webhook-details.v1"
    public let webhookId: WebhookID

    public func answer(in view: PaymentsView) throws -> WebhookAnswer { WebhookAnswer(try view.webhooks.require(webhookId)) }
}

/// What was sent to a receiver in the last 30 days, newest first.
public struct DeliveriesOfWebhook: Query {
    public static let type: MessageType = "payments.deliveries-of-webhook.v1"
    public let webhookId: WebhookID
    public let status: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> Page<WebhookDeliveryAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let filter = try status.map { name in
            guard let filter = WebhookDeliveryStore.Filter(rawValue: name) else {
                throw Rejection.invalid(["status": ["must be one of pending, succeeded, failed"]])
            }
            return filter
        }
        let endpoint = try view.webhooks.require(webhookId), start = view.now - WebhookDelivery.keptFor
        let deliveries = try view.webhookDeliveries.page(of: endpoint.id, filter, since: start, limit: request.perPage,
                                                         offset: request.offset)
        let shown = try deliveries.map { WebhookDeliveryAnswer($0, try view.webhookDeliveries.attempts(of: $0.id)) }
        return Page(shown, request, total: try view.webhookDeliveries.count(of: endpoint.id, filter, since: start))
    }
}
