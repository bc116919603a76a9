import Contracts
import Kernel
import ServiceKit

/// A guest has no account whose end could be told: whoever took the guest in tells it.
extension ForgetPayer: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try tx.guestKeys.deleteAll(of: userId)
        try tx.payments.anonymise(userId, as: Payments.erasedUser)
        return NoContent()
    }
}
