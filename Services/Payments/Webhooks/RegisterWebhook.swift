import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A tenant names an address that receives its payment events. The only answer but a rotation's that shows a secret.
public struct RegisterWebhook: Command {
    public static let type: MessageType = "payments.register-webhook.v1"
    package let form: JSONValue
    public init(url: String, events: [String], description: String? = nil, enabled: Bool? = nil) {
        form = WebhookForm.json(url: url, events: events, description: description, enabled: enabled)
    }
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func handle(in tx: PaymentsTransaction) throws -> Answer<WebhookAnswer> {
        try tx.require(permission: WebhookRoutes.permission)
        var reader = WebhookForm(form, isEdit: false, tx)
        let url = reader.url(), events = reader.events(), text = reader.description(), enabled = reader.enabled()
        try reader.finish()
        guard let url, let events else { throw Rejection.invalid(["body": ["has the wrong type"]]) }
        guard try tx.webhooks.count() < WebhookEndpoint.perTenantMax else {
            throw Rejection.conflict("webhook-limit", "You have \(WebhookEndpoint.perTenantMax) webhooks. Delete one first.")
        }
        let endpoint = WebhookEndpoint(id: tx.newID(), url: url, events: events, description: text ?? "",
                                       status: enabled == false ? .paused : .enabled, createdAt: tx.now)
        let made = try WebhookDispatch(tx: tx).makeSecret(of: endpoint.id)
        try tx.webhooks.insert(endpoint, protectedSecret: made.protected)
        return Answer(WebhookAnswer(endpoint, secret: made.secret), status: 201, location: "/webhooks/\(endpoint.id)", secret: true)
    }
}
