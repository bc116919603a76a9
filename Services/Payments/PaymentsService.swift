import Contracts
import Kernel
import ServiceKit

/// A sandbox that behaves like a real payment provider, including badly.
public enum Payments: PlatformService {
    public typealias Transaction = PaymentsTransaction
    public typealias View = PaymentsView

    public static let name: ServiceName = "payments-stub"
    /// The request header that asks the sandbox to misbehave.
    static let sandboxHeader = "x-sandbox-payment"
    /// Stands for everybody who erased the account.
    static let erasedUser: User.ID = "erased"

    public static let contents = ServiceContents<PaymentsTransaction, PaymentsView>(
        migrations: [CreatePayments.self, CreateLedger.self, CreateShopCash.self, CreateGuestKeys.self, AddWithdrawalAccount.self,
                     RememberDeadlineOfGuests.self, ReleaseOrders.self, CreateProviderCalls.self],
        commands: [
            CreateIntent.self, CancelIntent.self, ConfirmPayment.self, ApprovePayment.self, RejectPayment.self, ReceiveResult.self, CheckAttempt.self,
            RefundPayment.self, RequestRefund.self, TryRefund.self, KeepPaymentMethod.self, RemovePaymentMethod.self, ChooseDefaultMethod.self,
            ReleaseEarnings.self, RequestWithdrawal.self, SettleWithdrawal.self, KeepPayoutAccount.self, ImportWallet.self, ImportPayment.self,
            RecordCash.self, VoidCash.self, SettleShopCash.self, PayOnPage.self, ForgetPayer.self,
            ProviderAnswered.self, RetryProviderCall.self, ReceiveProviderEvent.self, ApplyProviderReport.self,
        ],
        reactions: [OnUserErased.self, OnOrderCompleted.self,
                    OnEventPublished.self, OnEventUpdated.self, OnEventRestored.self, OnEventEnded.self, OnEventCancelled.self,
                    OnListingPublished.self, OnListingUpdated.self, OnListingWithdrawn.self],
        queries: [
            PaymentDetails.self, PaymentMethodsOfUser.self, TransactionsOfUser.self,
            WalletOfUser.self, WalletEntries.self, WithdrawalsOfUser.self, PayoutAccountOfUser.self, EarningsOfOrganizer.self,
            CashOfOwnShop.self, CashOfShop.self, ShowPayPage.self,
        ],
        intakes: [PrepareConfirm.self, PrepareMethod.self, PreparePayoutAccount.self, PreparePayOnPage.self]
            + PaymentProviders.remote.map(\.webhook.intake),
        publishes: [
            IntentCreated.self, PaymentStarted.self, PaymentRequiresAction.self, PaymentSucceeded.self, PaymentFailed.self, PaymentCanceled.self,
            RefundSucceeded.self, RefundFailed.self, EarningsReleased.self, WithdrawalRequested.self, WithdrawalSettled.self, WithdrawalFailed.self,
            CashRecorded.self, CashVoided.self, CashSettled.self,
        ],
        routes: PaymentRoutes.all + WalletRoutes.all + ShopCashRoutes.all + PayPageRoutes.all,
        plugins: PaymentProviders.all.map { provider in
            PluginDeclaration(provider.name, reads: [.values(PaymentSettings.self)] + provider.reads) { settings, definition in
                check(settings) + provider.problems(settings, definition)
            }
        } + [PluginDeclaration(ShopCashRoutes.plugin)],
        texts: [PaymentTexts.all, PaymentMethodTexts.all, WalletTexts.all, ShopCashTexts.all],
        outsideWork: [ProviderCaller.self]
    )

    /// What is wrong with a tenant's settings of this service.
    private static func check(_ settings: JSONValue) -> [(path: String, message: String)] {
        do {
            return try settings.decoded(as: PaymentSettings.self).problems
        } catch {
            return SettingsProblem.of(error)
        }
    }
}
