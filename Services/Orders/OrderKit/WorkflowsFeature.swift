import Contracts
import ServiceKit

extension Feature {
    /// What every order workflow hears: news of payments, events and people; and the deadlines of waiting answers.
    static let workflows = Feature(
        "workflows",
        timers: [AnswerOverdue.self],
        reactions: [
            OnIntentCreated.self, OnPaymentStarted.self, OnPaymentRequiresAction.self, OnPaymentSucceeded.self, OnPaymentFailed.self,
            OnPaymentCanceled.self, OnEventPublished.self, OnEventUpdated.self, OnUserRegistered.self, OnUserUpdated.self,
            OnUserErased.self,
        ])
}
