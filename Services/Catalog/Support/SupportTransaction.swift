import CatalogKit
import Kernel
import ServiceKit

// What handlers about help and support tickets work with.

extension CatalogTransaction {
    package var support: SupportTicketStore { SupportTicketStore(database: database, tenant: tenant) }
    package var orderOwners: OrderOwnerStore { OrderOwnerStore(database: database, tenant: tenant) }
    package var help: HelpStore { HelpStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var support: SupportTicketStore { SupportTicketStore(database: database, tenant: tenant) }
    package var help: HelpStore { HelpStore(database: database, tenant: tenant) }
}
