import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A receiver gets a new secret. For a day both sign, so that it can change over without losing a message.
public struct RotateWebhookSecret: Command {
    public static let type: MessageType = "payments.rotate-webhook-secret.v1"
    public let webhookId: WebhookID
    public init(webhookId: WebhookID) { self.webhookId = webhookId }

    public struct Rotated: Encodable, Sendable {
        package let secret: String
        let previousValidUntil: Timestamp
    }

    public func handle(in tx: PaymentsTransaction) throws -> Answer<Rotated> {
        try tx.require(permission: WebhookRoutes.permission)
        let endpoint = try tx.webhooks.require(webhookId)
        let made = try WebhookDispatch(tx: tx).makeSecret(of: endpoint.id)
        let until = tx.now + WebhookSignature.previousValidFor
        try tx.webhooks.rotate(endpoint.id, to: made.protected, previousUntil: until)
        return Answer(Rotated(secret: made.secret, previousValidUntil: until.wholeSeconds), secret: true)
    }
}
