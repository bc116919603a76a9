import CatalogEvents
import Kernel
import ServiceKit

/// What people like.
enum FavoriteRoutes {
    static let all: [Route] = [
        .command("PUT", "/events/{eventId}/favorite", MarkFavorite.self, access: .user, plugin: EventListing.name, action: "favorite",
                 summary: "Like an event", answer: FavoriteAnswer.schema, refusals: ["409 event-cancelled"]),
        .command("DELETE", "/events/{eventId}/favorite", UnmarkFavorite.self, access: .user, plugin: EventListing.name, action: "favorite",
                 summary: "Like an event no longer", answer: FavoriteAnswer.schema),
        .get("/favorites", FavoriteEvents.self, access: .user, plugin: EventListing.name, action: "favorite", query: EventSchemas.paging,
             summary: "Events somebody likes, newest first", answer: EventSchemas.cards),
    ]
}
