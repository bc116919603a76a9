import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Money rows stay without the name.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws { try tx.payments.anonymise(event.userId, as: .erased) }
}
