import Contracts
import PaymentsKit
import ServiceKit

extension Feature {
    /// Earnings of organizers and their withdrawal.
    package static func wallets<List: PaymentProviderList>(_: List.Type) -> Feature {
        Feature(
            "wallets",
            migrations: [CreateLedger.self, AddWithdrawalAccount.self, ReleaseOrders.self, AddSuspendedEarners.self, KeepBalances.self,
                         KeepPaymentOfEarning.self],
            commands: [RequestWithdrawal.self, SettleWithdrawal.self, KeepPayoutAccount.self, OpenPayoutAccount.self, ImportWallet.self],
            timers: [ReleaseEarnings.self],
            reactions: [
                OnOrderCompleted.self, OnEventPublished.self, OnEventUpdated.self, OnEventRestored.self, OnEventEnded.self,
                OnEventCancelled.self, OnOrganizerUpdated.self, OnUserErased.self,
            ],
            queries: [
                WalletOfUser.self, WalletEntries.self, WithdrawalsOfUser.self, PayoutAccountOfUser.self, EarningsOfOrganizer.self,
                EarningsStatement.self,
            ],
            preprocessors: [PreparePayoutAccount<List>.self],
            publishes: [EarningsReleased.self, WithdrawalRequested.self, WithdrawalSettled.self, WithdrawalFailed.self],
            routes: WalletRoutes.all(List.self),
            plugins: [PluginDeclaration(WalletRoutes.plugin)],
            texts: [WalletTexts.all])
    }
}
