import Contracts
import Kernel
import Messaging
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import ServiceKit
import TestKit

/// A notifications shard of a tenant with a few types; John has an account with e-mail.
struct NotificationScene {
    let shard: ShardHarness<Notifications>
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)  // 2026-11-21T07:00:00Z, Saturday 10:00 in Kampala
    static let john = Principal.user("john")

    static func texts(_ title: String, _ body: String, why: String = "Because.") -> JSONValue {
        ["en": ["title": .string(title), "body": .string(body), "why": .string(why)]]
    }
    static let settings: JSONValue = [
        "deepLinkScheme": "eventpassug",
        "categories": ["critical": ["mandatory": true, "fallback": ["sms", "email"]], "engagement": ["fallback": ["email"]]],
        "types": [
            "ticket-purchased": ["cat": "critical", "channels": ["push", "email"], "deepLink": "orders/{order.id}"],
            "payment-failed": ["cat": "critical", "channels": ["push", "email"]],
            "payment-timed-out": ["cat": "critical"], "payment-approval-needed": ["cat": "critical"],
            "refund-processed": ["cat": "critical", "channels": ["push", "email"]],
            "late-payment-refunded": ["cat": "critical", "channels": ["push", "email"]],
            "event-cancelled": ["cat": "critical", "channels": ["push", "email"], "expires": "event.end"],
            "event-venue-changed": ["cat": "critical", "channels": ["push", "email"]], "event-reminder": ["cat": "engagement"],
            "security": ["cat": "critical"],
        ],
        "templates": [
            "ticket-purchased": ["en": ["title": "Your tickets: {event.title}",
                "body": "{tickets.count|count:ticket:tickets}, {event.startDate|when}. Paid: {order.total}.", "why": "You bought tickets."],
                                 "fr": ["title": "Vos billets : {event.title}",
                                     "body": "{tickets.count|count:billet:billets}, {event.startDate|when}",
                                     "why": "Vous avez acheté."]],
            "payment-failed": texts("Failed: {event.title}", "{amount}: {failureCode|failure} Until {retryUntil|when}."),
            "payment-timed-out": texts("Timed out", "{amount}"),
            "payment-approval-needed": texts("Approve {amount}", "{instructions}"),
            "refund-processed": texts("Refund", "{amount} of {order.number}"),
            "late-payment-refunded": texts("Too late", "{amount}"),
            "event-cancelled": texts("Cancelled: {event.title}", "{event.title} is off."),
            "event-venue-changed": texts("Event Updated: {event.title}", "New venue: {venue.place}."),
            "security": texts("Signed out", "Somebody."),
            "event-reminder": texts("{event.title}", "Starts {event.startDate|when}.", why: "{relation|relation}"),
        ],
    ]
    static func definition(settings: JSONValue = Self.settings,
                           channels: [String] = ["in-app", "push", "email", "sms"]) -> TenantDefinition {
        TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", languages: ["en", "fr"],
                         sandbox: true, plugins: ["notifications": channels], settings: ["notifications": settings])
    }

    init(_ definition: TenantDefinition = Self.definition()) throws {
        shard = try ShardHarness(Notifications.self, definition: definition, now: Self.now)
        try shard.receive(UserRegistered(userId: "john", name: "John Okello", email: "john@example.com", roles: ["attendee"]))
    }

    static func event(_ version: Int = 1, title: String = "Kampala Tech Summit", city: String = "Kampala") -> TicketEvent {
        TicketEvent(eventId: "e-1", organizerId: "bob", organizerName: "Bob Events", title: title, category: "technology",
                    status: "published", startDate: now + .days(5) - .hours(1), endDate: now + .days(5) + .hours(7),
                    venue: Venue(name: "Serena", address: nil, city: city, latitude: 0, longitude: 0),
                    posterUrl: nil, ageRestriction: nil, ticketTypes: [], refundPolicy: .init(type: "none", hoursBefore: nil),
                    transferable: true, reEntry: false,
                    doorsOpenMinutes: 180, version: version)
    }
    func issue(_ users: [User.ID] = ["john"], order: OrderID = "o-1", event: TicketEvent = event()) throws {
        let tickets = users.enumerated()
            .map { IssuedTicket(ticketId: TicketID("\(order)-\($0.offset)"), ticketTypeId: "tt", holderId: $0.element,
            serial: "S") }
        try shard.receive(TicketsIssued(orderId: order, eventId: "e-1", userId: users[0], event: event, tickets: tickets))
    }
    func feed(_ who: Principal = Self.john, _ filter: JSONValue = [:]) throws -> [JSONValue] {
        try shard.ask(NotificationsOfUser.self, filter, as: who).json["data"]?.array ?? []
    }
    func outbox(_ filter: JSONValue = [:]) throws -> [JSONValue] { try shard.ask(DevelopmentOutbox.self, filter).json["data"]?.array ?? [] }
}
