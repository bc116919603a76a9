import Contracts
import ServiceKit

extension Feature {
    /// Balanced books of an app, wallets of people, withdrawals, cash that is handed over.
    package static let accountLedger = Feature(
        "account-ledger",
        migrations: [CreateAccountLedger.self],
        commands: [PostLedger.self, RequestWalletWithdrawal.self, SettleCourierCash.self, AdjustWallet.self],
        timers: [SettleWalletWithdrawal.self],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnWalletHolderErased.self],
        queries: [
            WalletOfOwner.self, EntriesOfOwner.self, WithdrawalsOfOwner.self, ManagedWallets.self, ManagedEntries.self, LedgerReport.self,
        ],
        preprocessors: [PrepareWalletWithdrawal.self],
        publishes: [CourierCashSettled.self, WithdrawalRequested.self, WithdrawalSettled.self],
        routes: AccountLedgerRoutes.all,
        plugins: [
            PluginDeclaration(AccountLedger.plugin, reads: [.values(LedgerSettings.self, at: LedgerSettings.place)],
                              check: LedgerSettings.check),
        ],
        texts: [AccountLedgerTexts.all])
}
