import CatalogKit
import Kernel
import ServiceKit

// What handlers about help and support tickets work with.

extension CatalogScope {
    package var support: SupportTicketStore { SupportTicketStore(database: database, tenant: tenant) }
    package var help: HelpStore { HelpStore(database: database, tenant: tenant) }
    /// Throws 401 for a guest.
    func supportAccess() throws -> SupportAccess {
        let user = try user()
        return SupportAccess(user.userID, roles: user.roles, in: definition)
    }
}

extension CatalogTransaction {
    package var orderOwners: OrderOwnerStore { OrderOwnerStore(database: database, tenant: tenant) }
}
