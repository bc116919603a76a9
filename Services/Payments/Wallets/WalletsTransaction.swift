import PaymentsKit

extension PaymentsTransaction {
    package var ledger: LedgerStore { LedgerStore(database, tenant) }
    package var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
    package var suspended: SuspendedEarnerStore { SuspendedEarnerStore(database, tenant) }
}
extension PaymentsView {
    package var ledger: LedgerStore { LedgerStore(database, tenant) }
    package var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
}
