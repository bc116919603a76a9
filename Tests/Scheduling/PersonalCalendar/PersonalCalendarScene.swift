import Contracts
import Kernel
import Messaging
import SchedulingPersonalCalendar
import SchedulingService
import ServiceKit
import TestKit

/// A scheduling shard of one tenant with events and tickets; what catalog and orders say is said by hand.
struct PersonalCalendarScene {
    static let now = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    static let john = Principal.user("john", roles: ["attendee"])
    static let jane = Principal.user("jane", roles: ["attendee"])
    static let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    static let definition = TenantDefinition(
        tenant: "eventpass", name: "EventPassUG", hosts: ["api.eventpass.ug"], currency: .ugx, timezone: "Africa/Kampala", sandbox: true,
        plugins: ["scheduling": ["event-reminders"]],
        settings: ["scheduling": ["eventUrl": "https://eventpass.ug/events/{event.id}", "appointments": ["uidHost": "eventpass.ug"]],
                   "catalog": ["adjacentMinutes": 30]])
    let shard: ShardHarness<Scheduling>
    init() throws { shard = try ShardHarness(Scheduling.self, definition: Self.definition, now: Self.now) }

    static func event(_ id: EventID, _ start: String, hours: Int = 8, organizer: User.ID = "bob", version: Int = 1,
                      title: String? = nil, status: String = "published", latitude: Double = 0.319) -> TicketEvent {
        let start = Timestamp(start) ?? .distantPast
        return TicketEvent(
            eventId: id, organizerId: organizer, organizerName: "Bob Events", title: title ?? "Event \(id)", category: "technology",
            status: status, startDate: start, endDate: start + .hours(hours),
            venue: Venue(name: "Kampala Serena Hotel", address: "Kintu Road", city: "Kampala", latitude: latitude, longitude: 32.5863),
            posterUrl: nil, ageRestriction: nil, ticketTypes: [.init(id: "tt", name: "Regular", price: Money(0, .ugx), quantity: 9)],
            refundPolicy: .init(type: "none", hoursBefore: nil), transferable: true, reEntry: false, doorsOpenMinutes: 180,
            version: version)
    }
    func publish(_ event: TicketEvent) throws { try shard.receive(EventPublished(eventId: event.eventId, event: event)) }

    /// Tickets `<event>-<holder>-0`, `-1`, …
    @discardableResult
    func issue(_ event: TicketEvent, to holder: User.ID, count: Int = 1) throws -> [IssuedTicket] {
        let tickets = (0..<count).map { number in
            IssuedTicket(ticketId: TicketID("\(event.eventId)-\(holder)-\(number)"), ticketTypeId: "tt", holderId: holder,
                         serial: "EP-7F3K-9Q2\(number)")
        }
        try shard.receive(TicketsIssued(orderId: OrderID("o-\(event.eventId)-\(holder)"), eventId: event.eventId, userId: holder,
                                        event: event, tickets: tickets))
        return tickets
    }
    func cancel(_ tickets: [IssuedTicket], of event: TicketEvent, _ reason: String) throws {
        try shard.receive(TicketsCancelled(orderId: "o", eventId: event.eventId, tickets: tickets, reason: reason))
    }
    func callOff(_ event: TicketEvent, deleted: Bool = false) throws {
        try shard.receive(EventCancelled(eventId: event.eventId, event: event, reason: "rain", deleted: deleted, attendeeCount: 1))
    }

    /// A new address, as its path below the root.
    func rotate(as user: Principal) throws -> (url: String, token: String)? {
        let made = try shard.send(raw: "{}", type: RotatePersonalFeed.type, as: user)
        guard made?.status == 201, let url = made?.json["url"]?.string else { return nil }
        return (url, String((url.split(separator: "/").last ?? "").dropLast(".ics".count)))
    }
    func feed(_ token: String) throws -> Reply { try shard.ask(PersonalFeedFile.self, ["feedToken": .string(token)]) }
    func ticketFile(_ id: TicketID, as user: Principal? = john) throws -> Reply {
        try shard.ask(TicketCalendarFile.self, ["ticketId": .string(id.rawValue)], as: user)
    }
}

extension Reply {
    /// Unfolded (RFC 5545, 3.1).
    var calendarLines: [Substring] {
        String(decoding: body, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n")
    }
}
