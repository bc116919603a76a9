import Kernel
import ServiceKit

/// What answers about events look like.
package enum EventSchemas {
    /// A draft may know its place in part.
    package static let venue =
        Schema.object(["name": Schema.string().orNull, "address": Schema.string().orNull, "city": Schema.string().orNull,
        "latitude": Schema.number().orNull, "longitude": Schema.number().orNull]).orNull
    package static let organizer = Schema.object([
        "id": .id, "name": .string(), "verified": .boolean, "followerCount": .integer(), "following": .boolean,
    ])
    package static let ticketType = Schema.object([
        "id": .id, "name": .string(), "description": Schema.string().orNull, "price": .money, "quantity": .integer(), "sold": .integer(),
        "held": .integer(),
        "available": .integer(), "minPerOrder": .integer(), "maxPerOrder": .integer(), "salesStart": Schema.time.orNull,
        "salesEnd": Schema.time.orNull,
        "paused": .boolean, "position": .integer(), "state": .oneOf("on-sale", "not-started", "ended", "paused", "sold-out"),
    ])
    private static let cardMembers: [String: Schema] = [
        "id": .id, "title": Schema.string().orNull, "category": Schema.string().orNull,
        "status": .oneOf("draft", "published", "ongoing", "completed", "cancelled"), "organizer": organizer,
        "startDate": Schema.time.orNull, "endDate": Schema.time.orNull, "venue": venue, "posterUrl": Schema.string().orNull,
        "ageRestriction": Schema.integer().orNull, "isHappeningNow": .boolean, "hasStarted": .boolean, "isTicketSalesOpen": .boolean,
        "timeUntilSalesClose": Schema.integer().orNull.varyingWithTime, "salesUrgency": Schema.string().orNull,
        "priceRange": Schema.object(["min": .money, "max": .money]).orNull, "isFree": .boolean, "priceBand": Schema.string().orNull,
        "favorite": .boolean, "favoriteCount": .integer(), "rating": .object(["average": Schema.number().orNull, "count": .integer()]),
        "version": .integer(), "createdAt": .time, "publishedAt": Schema.time.orNull, "updatedAt": .time, "distanceKm": .number(),
    ]
    package static let card = Schema.object(cardMembers)
    package static let event = Schema.object(cardMembers.merging([
        "description": Schema.string().orNull, "ticketTypes": .array(ticketType),
        "maxTicketsPerUser": .integer(), "paymentWindowMinutes": .integer(), "refundPolicy": .object(["type": .oneOf("none", "until"),
            "hoursBefore": .integer()]),
        "transferable": .boolean, "reEntry": .boolean, "doorsOpenMinutes": .integer(),
    ]) { _, new in new }).adding(owners)
    /// What only the organizer sees.
    private static let owners: [String: Schema] = [
        "permissions": .object(["canEdit": .boolean, "canDelete": .boolean, "editWarning": Schema.string().orNull]),
        "stats": .object(["ticketsSold": .integer(), "attendeeCount": .integer(), "revenue": .money]),
        "wizard": .object(["currentStep": .integer(1...3), "steps": .object([:]), "missing": .array(.string())]),
        "deletedAt": Schema.time.orNull,
    ]
    /// An event after a change, with what its owner should know.
    static let changed = event.adding(["warnings": .array(.object([
        "code": .oneOf("tickets-sold", "calendar-conflict"), "message": .string(), "ticketCount": .integer(),
        "attendeeCount": .integer(), "kind": .string(), "source": .string(), "eventId": .id, "title": .string(), "start": .time,
        "end": .time, "overlapMinutes": .integer(), "gapMinutes": .integer(),
    ], required: ["code", "message"]))])
    package static let cards = Schema.page(of: card)
    static let ownCards = Schema.page(of: card.adding(owners))

    package static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    package static let coordinates: [String: Schema] = ["latitude": .number(-90...90), "longitude": .number(-180...180)]
    package static let exampleID = "00000000-0000-4000-8000-00000e000001"
}
