import CatalogDiscovery
import CatalogEvents
import Kernel
import ServiceKit

/// Organizers, ratings, sharing.
enum SocialRoutes {
    static let all: [Route] = organizers + ratings + around
    private static let plugin = EventListing.name

    private static let organizers: [Route] = [
        .get("/organizers", FindOrganizers.self, access: .guest, plugin: plugin,
             query: EventSchemas.paging.merging(["search": .string(1...100)]) { a, _ in a },
             summary: "Who makes events, by name", answer: .page(of: OrganizerDocument.schema)),
        .get("/organizers/{organizerId}", OrganizerDetails.self, access: .guest, plugin: plugin,
            summary: "An organizer with what comes next", answer: OrganizerDocument.schema),
        .command("PUT", "/organizers/{organizerId}/follow", FollowOrganizer.self, access: .user, plugin: plugin, action: "follow",
            summary: "Follow an organizer",
                 answer: FollowAnswer.schema),
        .command("DELETE", "/organizers/{organizerId}/follow", UnfollowOrganizer.self, access: .user, plugin: plugin, action: "follow",
            summary: "Follow an organizer no longer",
                 answer: FollowAnswer.schema),
        .get("/following", FollowedOrganizers.self, access: .user, plugin: plugin, action: "follow", query: EventSchemas.paging,
            summary: "Whom somebody follows, newest first",
             answer: .page(of: OrganizerDocument.schema)),
    ]

    private static let rating = Schema.object([
        "id": .id, "stars": .integer(1...5), "review": Schema.string().orNull, "userName": .string(), "attended": .boolean,
        "createdAt": .time,
            "updatedAt": .time,
    ])
    private static let ratings: [Route] = [
        .get("/events/{eventId}/ratings", EventRatings.self, access: .guest, plugin: plugin, query: EventSchemas.paging,
            summary: "What people say of an event, newest first",
             answer: .page(of: rating, meta: ["mine": rating.orNull, "summary": .object([
                 "average": Schema.number().orNull, "count": .integer(),
                 "distribution": .object(["1": .integer(), "2": .integer(), "3": .integer(), "4": .integer(), "5": .integer()]),
             ])])),
        .command("PUT", "/events/{eventId}/rating", RateEvent.self, access: .user, plugin: plugin, action: "rate",
                 body: .object(["stars": .integer(1...5), "review": Schema.string(0...1000).orNull], required: ["stars"]),
                     summary: "Rate an event one has a ticket for",
                 success: 201, answer: rating,
                 refusals: ["403 own-event", "403 not-an-attendee", "409 event-not-started", "409 event-cancelled"],
                     example: ["stars": 5]).alsoSucceeding(with: 200),
        .command("DELETE", "/events/{eventId}/rating", WithdrawRating.self, access: .user, plugin: plugin, action: "rate",
            summary: "Take one's rating back", success: 204),
    ]

    private static let around: [Route] = [
        .get("/events/{eventId}/similar", SimilarEvents.self, access: .guest, plugin: plugin, summary: "Up to ten events like this one",
            answer: EventSchemas.cards),
        .get("/events/{eventId}/share", ShareEvent.self, access: .guest, plugin: plugin, summary: "A link and a sentence to pass on",
             answer: .object(["url": .string(), "text": .string(), "imageUrl": Schema.string().orNull])),
    ]
}
