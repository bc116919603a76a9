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
    /// Names are checked by the query, together with the lists, so that one answer says everything that is wrong.
    private static let browsing: [String: Schema] = [
        "search": .string(1...100), "category": .string(1...200, "Slugs, separated by commas"), "city": .string(1...80),
        "latitude": .number(-90...90), "longitude": .number(-180...180), "radius": .number(0.1...500),
        "bbox": .string(7...120, "minLng,minLat,maxLng,maxLat"),
        "when": .string(1...40, "today, tomorrow, this-week, this-weekend, this-month or happening-now"),
        "from": .time, "to": .time, "price": .string(1...40, "free, budget, moderate, premium, separated by commas"),
        "priceMin": .integer(0...1_000_000_000), "priceMax": .integer(0...1_000_000_000), "organizerId": .id,
        "status": .string(1...40, "published, ongoing, completed"),
        "sort": .string(1...40, "relevance, startDate, price, distance, popular or newest"),
    ]
}
