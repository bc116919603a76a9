import CatalogKit
import Kernel
import ServiceKit

// What handlers about events work with, over the rows of a message or a question.

extension CatalogScope {
    package var events: EventStore { EventStore(database: database, tenant: tenant) }
    package var ticketTypes: TicketTypeStore { TicketTypeStore(database: database, tenant: tenant) }
    package var history: EventHistoryStore { EventHistoryStore(database: database, tenant: tenant) }
    package var lists: EventListStore { EventListStore(database: database, tenant: tenant) }
    package var posters: PosterStore { PosterStore(database: database, tenant: tenant) }
    package func settings() throws -> CatalogSettings { try definition.settings(of: "catalog") }
}

extension CatalogTransaction {
    package var salesOpenings: SalesOpeningStore { SalesOpeningStore(database: database, tenant: tenant) }
    package var words: WordStore { WordStore(database: database, tenant: tenant) }
}

extension CatalogView {
    /// Lists of events, from the index that this shard's queries keep in memory.
    package var finder: EventFinderStore {
        EventFinderStore(database: database, tenant: tenant, memory: context.memory.value("event-lists/\(tenant)") { EventListMemory() },
                    mayWait: context.mayWait)
    }
}
