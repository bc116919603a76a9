import Contracts
import ServiceKit

extension Feature {
    /// Signed events to addresses of a tenant's own.
    package static let webhooks = Feature(
        "webhooks",
        migrations: [CreateWebhooks.self],
        commands: [
            RegisterWebhook.self, ChangeWebhook.self, DeleteWebhook.self, RotateWebhookSecret.self, TestWebhook.self, ResendWebhook.self,
            WebhookAttempted.self,
        ],
        timers: [RetryWebhook.self, DisableFailingWebhook.self, PruneWebhookLog.self],
        reactions: [OnUserErased.self],
        queries: [WebhooksOfTenant.self, WebhookDetails.self, DeliveriesOfWebhook.self],
        routes: WebhookRoutes.all,
        texts: [WebhookTexts.all],
        sideEffectWorkers: [WebhookSender.self])
}
