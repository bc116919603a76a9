import Contracts
import ServiceKit

extension Feature {
    /// What orders of every workflow learn: news of payments and people, and the end of their waits.
    package static func workflows<Workflows: OrderWorkflowList>(of _: Workflows.Type) -> Feature {
        Feature(
            "workflows",
            migrations: [CreateRefundReasons.self],
            commands: [ExplainRefund<Workflows>.self],
            timers: [EndOverdueWait<Workflows>.self],
            reactions: [
                OnIntentCreated<Workflows>.self, OnPaymentStarted<Workflows>.self, OnPaymentRequiresAction<Workflows>.self,
                OnPaymentAuthorized<Workflows>.self, OnPaymentSucceeded<Workflows>.self, OnPaymentFailed<Workflows>.self,
                OnPaymentCanceled<Workflows>.self, OnCaptureFailed<Workflows>.self,
                OnRefundSucceeded<Workflows>.self, OnRefundFailed<Workflows>.self,
                OnUserRegistered.self, OnUserUpdated.self, OnUserErased<Workflows>.self,
            ])
    }
}
