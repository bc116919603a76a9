import Contracts
import Kernel
import PaymentsKit
import PaymentsWebhooks
import ServiceKit

/// A guest has no account that could be erased, so the service that admitted the guest sends this.
extension ForgetPayer: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        try tx.guestKeys.deleteAll(of: userId)
        try tx.payments.anonymise(userId, as: .erased)
        try WebhookDispatch(tx: tx).anonymise(userId)
        return NoContent()
    }
}
