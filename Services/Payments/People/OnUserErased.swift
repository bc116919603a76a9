import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A person is gone: kept methods go, money rows stay without the name.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws {
        try tx.methods.deleteAll(of: event.userId)
        try tx.withdrawals.deleteAccount(of: event.userId)
        try tx.suspended.remove(event.userId)
        try tx.payments.anonymise(event.userId, as: Payments.erasedUser)
        try WebhookDispatch(tx: tx).anonymise(event.userId)
    }
}
