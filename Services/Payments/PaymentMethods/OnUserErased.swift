import Contracts
import PaymentsKit
import ServiceKit

/// Kept methods go with the account.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws { try tx.methods.deleteAll(of: event.userId) }
}
