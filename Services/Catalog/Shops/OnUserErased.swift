import CatalogKit
import Contracts
import ServiceKit

/// An account is gone: the person works in no shop, keeps none, and their ratings have no words and no name.
struct OnUserErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws {
        try StaffChange(tx).leaveEverywhere(event.userId)
        try tx.shopPeople.erase(event.userId)
    }
}
