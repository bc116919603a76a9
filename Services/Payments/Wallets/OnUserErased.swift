import Contracts
import PaymentsKit
import ServiceKit

/// Where their money went, and whether they were suspended.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws {
        try tx.withdrawals.deleteAccount(of: event.userId)
        try tx.suspended.remove(event.userId)
    }
}
