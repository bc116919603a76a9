import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Keeps what `auth` tells of a person.
struct PersonProjection {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    func save(_ user: User.ID, name: String, roles: [String]) throws {
        let isRenamed = try tx.people.save(user, name: name, isOrganizer: roles.contains(EventAccess.organizerRole))
        if isRenamed { try EventIndex(tx).refreshAll(ofOrganizer: user) }
    }
}
