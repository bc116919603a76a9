import Contracts
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    package static let catalog: ServiceName = "catalog"
}

/// What handlers and queries of the catalog both work with. Each subject adds its stores in a file of its own.
package protocol CatalogScope: ServiceScope {}

extension CatalogScope {
    package var claims: ClaimStore { ClaimStore(database: database, tenant: tenant) }
    package var waitlist: WaitlistStore { WaitlistStore(database: database, tenant: tenant) }
    package var attendance: AttendanceStore { AttendanceStore(database: database, tenant: tenant) }
    package var holders: HolderStore { HolderStore(database: database, tenant: tenant) }
    package var people: PersonStore { PersonStore(database: database, tenant: tenant) }
    package var files: FileStore { FileStore(database, tenant) }
    package func zone() throws -> TimeZoneRules { try TimeZoneRules.named(definition.timezone) }
}

/// What a command or reaction of the catalog works with.
public struct CatalogTransaction: ServiceTransaction, CatalogScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
}

/// What a query of the catalog works with.
public struct CatalogView: ServiceView, CatalogScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
}
