import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An account was erased. What it bought and looked at stays counted, under a name that leads to nobody.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        let pseudonym = DeterministicID.make("erased", tx.context.envelope.id)
        try tx.businessNumbers.erase(event.userId, as: pseudonym)
    }
}
