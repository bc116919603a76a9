import PaymentsKit

extension PaymentsScope {
    package var ledger: LedgerStore { LedgerStore(database, tenant) }
    package var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
}

extension PaymentsTransaction {
    package var suspended: SuspendedEarnerStore { SuspendedEarnerStore(database, tenant) }
}
