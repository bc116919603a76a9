import Contracts
import Kernel
import ServiceKit

/// An account is gone: the person is forgotten here, counts stay true.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws { try tx.people.erase(event.userId) }
}
