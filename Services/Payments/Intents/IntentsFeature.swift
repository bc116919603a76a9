import Contracts
import ServiceKit

extension Feature {
    /// A payment and its attempts at providers.
    static let intents = Feature(
        "intents",
        migrations: [CreatePayments.self, AddPaymentPurpose.self],
        commands: [
            CreateIntent.self, CancelIntent.self, ConfirmPayment.self, ApprovePayment.self, RejectPayment.self, ReceiveResult.self,
            CheckAttempt.self, ImportPayment.self,
        ],
        queries: [PaymentDetails.self, PaymentMethodsOfUser.self, TransactionsOfUser.self],
        preprocessors: [PrepareConfirm.self, PrepareMethod.self],
        publishes: [
            IntentCreated.self, PaymentStarted.self, PaymentRequiresAction.self, PaymentSucceeded.self, PaymentFailed.self,
            PaymentCanceled.self,
        ],
        routes: PaymentRoutes.all,
        plugins: PaymentProviders.all.map { provider in
            PluginDeclaration(provider.name, reads: [.values(PaymentSettings.self)] + provider.reads) { settings, definition in
                PaymentSettings.problems(of: settings) + provider.problems(settings, definition)
            }
        },
        texts: [PaymentTexts.all])
}
