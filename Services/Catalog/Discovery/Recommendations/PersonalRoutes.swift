import CatalogEvents
import Kernel
import ServiceKit

/// What is chosen for somebody, and the facts it is chosen by.
enum PersonalRoutes {
    static let all: [Route] = recommendations + interests
    private static let plugin = EventListing.name

    private static let recommendations: [Route] = [
        .get("/home", Home.self, access: .guest, plugin: plugin, query: EventSchemas.coordinates, summary: "The first screen, in sections",
             answer: .object(["sections": .array(.object(["key": .string(), "title": .string(), "events": .array(Personal.schema)])),
                 "coldStart": .boolean, "profile": .string()])),
        .get("/recommendations", Recommendations.self, access: .user, plugin: plugin, action: "continue",
             query: EventSchemas.coordinates.merging(["limit": .integer(1...50)]) { a, _ in a },
                 summary: "Events for somebody, best first, each with its arithmetic",
             answer: .page(of: Personal.schema, meta: ["profile": .string(), "coldStart": .boolean])),
        .get("/events/{eventId}/recommendation", EventRecommendation.self, access: .user, plugin: plugin, action: "continue",
             query: EventSchemas.coordinates,
             summary: "How well one event fits, with the arithmetic", answer: Personal.schema, refusals: ["403 age-restricted"]),
        .get("/recommendations/config", RecommendationConfig.self, access: .guest, plugin: plugin, summary: "Weights and thresholds",
             answer: .object(["defaultProfile": .string(), "profiles": .any, "thresholds": .any])),
    ]

    /// Types only: ranges and what the app's data says are checked together, so that one answer holds every failing field.
    private static let interest: [String: Schema] = [
        "preferredCategories": .array(.string(nil, "Slugs of `GET /categories`, at most \(SetInterests.categoriesMax).")),
        "city": Schema.string(nil, "At most 80 characters.").orNull,
        "location": Schema.object(["latitude": .number(), "longitude": .number()], required: ["latitude", "longitude"]).orNull,
        "maxTravelDistanceKm": .number(), "pricePreference": Schema.string(nil, "free, budget, moderate, premium or null.").orNull,
        "preferredDaysOfWeek": .array(.integer()), "preferredTimesOfDay": .array(.string(nil, "morning, afternoon, evening or night.")),
        "personalization": .boolean, "shareAttendance": .boolean,
    ]
    private static let interestAnswer = Schema.object(interest.merging([
        "inferredCategories": .array(.string()), "followedOrganizerIds": .array(.id), "confidenceScore": .number(0...1),
        "isNewUser": .boolean,
        "interactions": .object(["views": .integer(), "likes": .integer(), "shares": .integer(), "purchases": .integer()]),
    ]) { a, _ in a })
    private static let terms = Schema.page(of: .object(["term": .string()]))

    private static let interests: [Route] = [
        .get("/interests", MyInterests.self, access: .user, plugin: plugin, action: "profile", summary: "What somebody likes",
             answer: interestAnswer),
        .command("PUT", "/interests", SetInterests.self, access: .user, plugin: plugin, action: "profile", body: .object(interest),
            summary: "Say what one likes",
                 answer: interestAnswer, example: ["preferredCategories": ["music"], "city": "Kampala"]).alsoCheckedByHandler(),
        .command("DELETE", "/interests/history", PruneHistory.self, access: .user, plugin: plugin, action: "profile",
            summary: "Forget views, shares and searches", success: 204),
        .command("POST", "/interactions", NoteInteractions.self, access: .guest, plugin: plugin,
                 body: .object(["items": .array(.object(["eventId": .id, "type": .oneOf("view", "share", "like", "purchase"), "at": .time],
                     required: ["eventId", "type"]),
                                                1...NoteInteractions.itemsMax)], required: ["items"]),
                 summary: "What was looked at and shared", success: 204,
                 example: ["items": [["eventId": .string(EventSchemas.exampleID), "type": "view"]]]),
        .get("/search/recent", RecentSearches.self, access: .user, plugin: plugin, action: "continue",
            summary: "The last ten searches, newest first", answer: terms),
        .command("POST", "/search/recent", RememberSearch.self, access: .user, plugin: plugin, action: "continue",
                 body: .object(["term": .string(1...100)],
                     required: ["term"]),
                 summary: "Remember a search", answer: terms, example: ["term": "jazz"]),
        .command("DELETE", "/search/recent", ForgetSearches.self, access: .user, plugin: plugin, action: "continue",
            summary: "Clear the recent searches", success: 204),
    ]
}
