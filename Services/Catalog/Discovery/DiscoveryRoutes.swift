import CatalogEvents
import Kernel
import ServiceKit

/// Finding events and looking at them.
enum DiscoveryRoutes {
    static let all: [Route] = [
        .get("/events", BrowseEvents.self, access: .guest, plugin: EventListing.name,
             query: browsing.merging(EventSchemas.paging) { a, _ in a },
             summary: "Events that are published or running, by search, category, place, time and price", answer: EventSchemas.cards,
             example: ["search": "tech", "sort": "startDate"]),
        .get("/events/{eventId}", EventDetails.self, access: .guest, plugin: EventListing.name, query: EventSchemas.coordinates,
             summary: "One event with its ticket types; its organizer also sees permissions, numbers and the state of the wizard",
             answer: EventSchemas.event, refusals: ["403 age-restricted"]),
        .ask("/events/{eventId}/quote", TicketQuote.self, access: .guest, plugin: EventListing.name,
             body: .object(["items": .array(ticketLine, 1...20)], required: ["items"]),
             summary: "What tickets would cost and what stands against ordering them; holds nothing", answer: quote,
             refusals: ["403 age-restricted"],
             example: ["items": [["ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 2]]]),
        .get("/categories", Categories.self, access: .guest, plugin: EventListing.name, query: EventSchemas.paging,
             summary: "Categories with the number of events in each",
             answer: .page(
                 of: .object(["slug": .string(), "name": .string(), "colorHex": .string(), "icon": .string(), "eventCount": .integer()]))),
        .get("/cities", Cities.self, access: .guest, plugin: EventListing.name, query: EventSchemas.paging,
            summary: "Cities where something is on, the busiest first",
             answer: .page(of: .object(["city": .string(), "eventCount": .integer()]))),
        .get("/config", AppConfig.self, access: .guest, plugin: EventListing.name,
             summary: "Limits, categories, prompts and versions the app starts with",
             answer: .object(
                 ["currency": .string(), "timezone": .string(), "categories": .array(.any), "ageRestrictions": .array(.integer()),
                  "priceBands": .array(.any), "paymentMethods": .array(.string()), "poster": .any, "limits": .any, "prompts": .any,
                  "legal": .any, "support": .any, "features": .any])),
    ]

    static let ticketLine = Schema.object(["ticketTypeId": .id, "quantity": .integer(1...1000)], required: ["ticketTypeId", "quantity"])
    private static let quote = Schema.object([
        "items": .array(.object(["ticketTypeId": .id, "name": .string(), "quantity": .integer(), "unitPrice": .money, "subtotal": .money])),
        "total": .money, "available": .boolean, "problems": .array(.string()), "salesCloseAt": Schema.time.orNull,
            "timeUntilSalesClose": Schema.integer().orNull,
    ])
    /// Types only: the query checks names and limits together, so that one answer names every parameter that is wrong.
    private static let browsing: [String: Schema] = [
        "search": .string(nil, "1 to 100 characters"), "category": .string(nil, "Slugs, separated by commas"),
        "city": .string(nil, "1 to 80 characters"), "latitude": .number(), "longitude": .number(), "radius": .number(),
        "bbox": .string(nil, "minLng,minLat,maxLng,maxLat"),
        "when": .string(nil, "today, tomorrow, this-week, this-weekend, this-month or happening-now"),
        "from": .string(nil, "RFC 3339"), "to": .string(nil, "RFC 3339"),
        "price": .string(nil, "free, budget, moderate, premium, separated by commas"),
        "priceMin": .integer(), "priceMax": .integer(), "organizerId": .id,
        "status": .string(nil, "published, ongoing, completed"),
        "sort": .string(nil, "relevance, startDate, price, distance, popular or newest"),
    ]
}
