import CatalogKit
import Contracts
import ServiceKit

/// An account is gone: so are the pictures of the person.
struct OnUploaderErased: Reaction {
    func handle(_ event: UserErased, in tx: CatalogTransaction) throws { try tx.uploads.erase(event.userId) }
}
