import Contracts
import Kernel
import Messaging
import ServiceKit

/// What can be found, looked at and claimed: events with tickets, who makes them, who likes them, and how many seats are left.
public enum Catalog: PlatformService {
    public static let name: ServiceName = "catalog"

    public static let contents = ServiceContents<CatalogTransaction, CatalogView>(
        migrations: [CreateClaims.self, CreateEvents.self],
        commands: [
            ClaimTickets.self, ExtendClaim.self, ConfirmClaim.self, ReleaseClaim.self, ReturnStock.self, ExpireClaim.self,
            StartEvent.self, EndEvent.self,
            MarkFavorite.self, UnmarkFavorite.self,
            SetBirthDate.self, ImportEvent.self, ImportFavorite.self, ImportFollow.self,
        ],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnUserErased.self],
        queries: [EventDetails.self, BrowseEvents.self, FavoriteEvents.self, Categories.self, Cities.self, AppConfig.self, TicketQuote.self],
        publishes: [
            TicketsClaimed.self, ClaimRefused.self, ClaimConfirmed.self, ClaimConfirmRefused.self, ClaimExpired.self, ClaimReleased.self,
            InventoryLow.self, TicketTypeSoldOut.self, EventPublished.self, EventStarted.self, EventEnded.self, EventFavorited.self,
        ],
        routes: CatalogRoutes.all,
        plugins: [EventListing.declaration])
}
