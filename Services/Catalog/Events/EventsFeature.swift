import Contracts
import ServiceKit

extension Feature {
    /// An event from draft to history: ticket types, posters, cancelling and deleting.
    package static let events = Feature(
        "events",
        migrations: [CreateEvents.self, CreateEventHistory.self, CreatePosters.self, CreateSalesOpenings.self, NumberEventChanges.self,
                     NumberRatings.self, NumberWhatCardsShow.self, KeepDeletionCosts.self],
        commands: [
            CreateEvent.self, ChangeEvent.self, PublishEvent.self, DuplicateEvent.self, ImportEvent.self, CancelEvent.self,
            DeleteEvent.self, RestoreEvent.self, SaveEventDraft.self, DiscardEventDraft.self, ApplyEventDraft.self, RemovePoster.self,
            AddTicketType.self, ChangeTicketType.self, RemoveTicketType.self, ClaimTickets.self, ReturnTickets.self,
        ],
        timers: [StartEvent.self, EndEvent.self, PurgeEvent.self, AnnounceSalesOpening.self, BeginTicketSales.self],
        queries: [
            EventDetails.self, AppConfig.self, EventHistory.self, ShareEvent.self, DeletionCheck.self, EventDraft.self,
            OrganizerEvents.self, EventPosters.self, ReadMedia.self, TicketTypes.self, TicketQuote.self,
        ],
        uploads: [AttachPoster.self],
        publishes: [
            EventPublished.self, EventUpdated.self, EventStarted.self, EventEnded.self, EventCancelled.self, EventRestored.self,
            SalesOpening.self, TicketsClaimed.self, InventoryLow.self, TicketTypeSoldOut.self, EventCountsChanged.self,
            DraftChanged.self, TicketsFreed.self,
        ],
        routes: OrganizerRoutes.all + PosterRoutes.all,
        live: EventTopics.all,
        plugins: [EventListing.declaration],
        texts: [EventTexts.all])
}
