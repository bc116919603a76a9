import Contracts
import PaymentsKit
import ServiceKit

extension Feature {
    /// A payment and its attempts at providers.
    package static func intents<List: PaymentProviderList>(_: List.Type) -> Feature {
        Feature(
            "intents",
            migrations: [CreatePayments.self, AddPaymentPurpose.self],
            commands: [
                CreateIntent.self, CancelIntent.self, ConfirmPayment.self, ApprovePayment.self, RejectPayment.self, ReceiveResult.self,
                CheckAttempt.self, ImportPayment.self,
            ],
            reactions: [OnUserErased.self],
            queries: [PaymentDetails.self, PaymentMethodsOfUser.self, TransactionsOfUser.self],
            preprocessors: [PrepareConfirm<List>.self, PrepareMethod<List>.self],
            publishes: [
                IntentCreated.self, PaymentStarted.self, PaymentRequiresAction.self, PaymentSucceeded.self, PaymentFailed.self,
                PaymentCanceled.self,
            ],
            routes: PaymentRoutes.all(List.self),
            plugins: List.providers.all.map { provider in
                PluginDeclaration(provider.name, reads: [.values(PaymentSettings.self)] + provider.reads) { settings, definition in
                    PaymentSettings.problems(of: settings) + provider.problems(settings, definition)
                }
            },
            texts: [PaymentTexts.all])
    }
}
