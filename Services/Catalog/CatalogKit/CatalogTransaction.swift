import Contracts
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of the catalog works with.
public struct CatalogTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    package var events: EventStore { EventStore(database: database, tenant: tenant) }
    package var ticketTypes: TicketTypeStore { TicketTypeStore(database: database, tenant: tenant) }
    package var claims: ClaimStore { ClaimStore(database: database, tenant: tenant) }
    package var people: PersonStore { PersonStore(database: database, tenant: tenant) }
    package var favorites: FavoriteStore { FavoriteStore(database: database, tenant: tenant) }
    package var friends: FriendStore { FriendStore(database: database, tenant: tenant) }
    package var salesOpenings: SalesOpeningStore { SalesOpeningStore(database: database, tenant: tenant) }
    package var words: WordStore { WordStore(database: database, tenant: tenant) }
    package var history: HistoryStore { HistoryStore(database: database, tenant: tenant) }
    package var lists: EventListStore { EventListStore(database: database, tenant: tenant) }
    package var organizers: OrganizerStore { OrganizerStore(database: database, tenant: tenant) }
    package var ratings: RatingStore { RatingStore(database: database, tenant: tenant) }
    package var interests: InterestStore { InterestStore(database: database, tenant: tenant) }
    package var waitlist: WaitlistStore { WaitlistStore(database: database, tenant: tenant) }
    package var posters: PosterStore { PosterStore(database: database, tenant: tenant) }
    package var files: FileStore { FileStore(database, tenant) }
    package var reports: ReportStore { ReportStore(database: database, tenant: tenant) }
    package var attendance: AttendanceStore { AttendanceStore(database: database, tenant: tenant) }
    package func settings() throws -> CatalogSettings { try definition.settings(of: "catalog") }
    package func zone() throws -> TimeZoneRules { try TimeZoneRules.named(definition.timezone) }
}

/// What a query of the catalog works with.
public struct CatalogView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    package var events: EventStore { EventStore(database: database, tenant: tenant) }
    package var ticketTypes: TicketTypeStore { TicketTypeStore(database: database, tenant: tenant) }
    package var claims: ClaimStore { ClaimStore(database: database, tenant: tenant) }
    package var people: PersonStore { PersonStore(database: database, tenant: tenant) }
    package var favorites: FavoriteStore { FavoriteStore(database: database, tenant: tenant) }
    package var friends: FriendStore { FriendStore(database: database, tenant: tenant) }
    package var lists: EventListStore { EventListStore(database: database, tenant: tenant) }
    package var history: HistoryStore { HistoryStore(database: database, tenant: tenant) }
    package var organizers: OrganizerStore { OrganizerStore(database: database, tenant: tenant) }
    package var ratings: RatingStore { RatingStore(database: database, tenant: tenant) }
    package var interests: InterestStore { InterestStore(database: database, tenant: tenant) }
    package var waitlist: WaitlistStore { WaitlistStore(database: database, tenant: tenant) }
    package var posters: PosterStore { PosterStore(database: database, tenant: tenant) }
    package var files: FileStore { FileStore(database, tenant) }
    package func settings() throws -> CatalogSettings { try definition.settings(of: "catalog") }
    package func zone() throws -> TimeZoneRules { try TimeZoneRules.named(definition.timezone) }
}
