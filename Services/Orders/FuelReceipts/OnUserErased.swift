import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// An account was erased: its receipts keep the money and lose the person.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: OrdersTransaction) throws { try tx.fuelReceipts.forget(event.userId) }
}
