import Contracts
import ServiceKit

/// What clients may watch of events.
enum EventTopics {
    /// `listings/{eventId}`: whoever may look at the event may watch it.
    static let all: [LiveTopic] = [
        LiveTopic("listings/{eventId}", access: .guest, plugin: EventListing.name, admission: .asks(EventDetails.self),
                  feeds: availability + status + [
                      Feed(EventUpdated.self, as: "updated", shows: ["eventId", "changed"]),
                  ]),
    ]

    /// How many are left is asked for: what is claimed changes too often to be told in numbers that are right.
    private static let availability = [
        Feed(TicketsClaimed.self, as: "availability", shows: ["eventId"]),
        Feed(ClaimReleased.self, as: "availability", shows: ["listing.id as eventId"], about: "listing.id"),
        Feed(ClaimExpired.self, as: "availability", shows: ["listing.id as eventId"], about: "listing.id"),
        Feed(TicketsFreed.self, as: "availability", shows: ["eventId"]),
        // Others cannot buy the tickets that one person is offered.
        Feed(WaitlistOffered.self, as: "availability", shows: ["eventId", "ticketTypeId"]),
        Feed(WaitlistOfferExpired.self, as: "availability", shows: ["eventId", "ticketTypeId"]),
        Feed(TicketTypeSoldOut.self, as: "availability", shows: ["eventId", "ticketTypeId"], with: ["available": 0]),
        Feed(InventoryLow.self, as: "availability", shows: ["eventId", "remaining"]),
    ]
    private static let status = [
        Feed(EventPublished.self, as: "status", shows: ["eventId"], with: ["status": "published"]),
        Feed(EventStarted.self, as: "status", shows: ["eventId"], with: ["status": "ongoing"]),
        Feed(EventEnded.self, as: "status", shows: ["eventId"], with: ["status": "completed"]),
        // An event that is over stays completed when it is deleted and when it comes back.
        Feed(EventCancelled.self, as: "status", shows: ["eventId", "reason", "event.status as status"]),
        Feed(EventRestored.self, as: "status", shows: ["eventId", "event.status as status"]),
    ]
}
