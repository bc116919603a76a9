import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let event = Self("event")
}

/// `events.yml`: events with their ticket types, entrances and waitlists.
public struct DemoEvents: DemoReader {
    public static let file = "events.yml"
    public static let keys = ["events"]

    struct Event {
        let n: Int
        let title: String
        let owner: Int
        let category: String
        let description: String?
        let status: String
        let start, end, published, cancelled: Timestamp?
        let cancelReason: String?
        let venue: Venue?
        let age: Int?
        let reEntry: Bool
        let maxTicketsPerUser: Int?
        let wizardStep: Int?
        let tickets: [TicketType]
        /// Names of entrances.
        let gates: [String]
        /// Accounts that wait for a ticket of the first type, in their order.
        let waiting: [Int]
    }
    struct TicketType {
        let name: String
        let price: Int
        let quantity: Int
        let isPaused: Bool
    }

    let events: [Event]

    public init(_ form: DemoForm) {
        events = form.list("events", in: form.root).map { Self.event($0, form) }
    }

    private static func event(_ value: YAMLFile.Value, _ form: DemoForm) -> Event {
        form.allow(["n", "title", "owner", "category", "description", "status", "start", "end", "published", "cancelled", "cancelReason",
                    "venue", "age", "reEntry", "maxTicketsPerUser", "wizardStep", "tickets", "gates", "waitlist"],
                   in: value, what: "an event")
        return Event(
            n: form.own(of: .event, in: value), title: form.text("title", in: value),
            owner: form.reference("owner", to: .account, in: value), category: form.text("category", in: value),
            description: form.optionalText("description", in: value), status: form.text("status", in: value, default: "published"),
            start: form.optionalTime("start", in: value), end: form.optionalTime("end", in: value),
            published: form.optionalTime("published", in: value), cancelled: form.optionalTime("cancelled", in: value),
            cancelReason: form.optionalText("cancelReason", in: value), venue: venue(value, form),
            age: form.optionalNumber("age", in: value), reEntry: form.flag("reEntry", in: value, default: false),
            maxTicketsPerUser: form.optionalNumber("maxTicketsPerUser", in: value),
            wizardStep: form.optionalNumber("wizardStep", in: value),
            tickets: form.list("tickets", in: value).map { ticket in
                form.allow(["name", "price", "quantity", "paused"], in: ticket, what: "a ticket type")
                return TicketType(name: form.text("name", in: ticket), price: form.number("price", in: ticket),
                                  quantity: form.number("quantity", in: ticket), isPaused: form.flag("paused", in: ticket, default: false))
            },
            gates: form.texts("gates", in: value).map(\.text), waiting: form.references("waitlist", to: .account, in: value))
    }

    private static func venue(_ event: YAMLFile.Value, _ form: DemoForm) -> Venue? {
        guard let value = event["venue"] else { return nil }
        form.allow(["name", "address", "city", "latitude", "longitude"], in: value, what: "a venue")
        return Venue(name: form.text("name", in: value), address: form.optionalText("address", in: value),
                     city: form.text("city", in: value),
                     latitude: form.decimal("latitude", in: value), longitude: form.decimal("longitude", in: value))
    }

    // MARK: - Messages

    public func messages(in content: DemoContent) -> [DemoMessage] {
        events.flatMap { [DemoMessage("event/\($0.n)", .offers, $0.message(in: content))] + $0.surroundings(in: content) }
    }
    /// The event as other services know it. Nil for a draft.
    func snapshot(of n: Int, in content: DemoContent) -> TicketEvent? {
        events.first { $0.n == n }?.snapshot(in: content)
    }
}

extension DemoEvents.Event {
    fileprivate func message(in content: DemoContent) -> ImportEvent {
        let sales = content.of(DemoSales.self)?.lasting(of: n) ?? []
        let sold = Dictionary(sales.map { ($0.type, $0.each * $0.buyers.count) }, uniquingKeysWith: +)
        let bought = Dictionary(sales.flatMap { sale in sale.buyers.map { ($0, sale.each) } }, uniquingKeysWith: +)
        let attended = Set(sales.filter(\.attended).flatMap(\.buyers))
        let types = tickets.enumerated().map { index, type in
            ImportEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, index + 1)), name: type.name, price: type.price,
                                   quantity: type.quantity, sold: sold[index + 1] ?? 0, paused: type.isPaused)
        }
        let created = (published ?? content.time.seededAt) - .days(1)
        var message = ImportEvent(eventId: EventID(DemoID.event(n)), organizerId: content.user(owner), title: title,
                                  category: category, status: status, startDate: start,
                                  endDate: end, venue: venue, ticketTypes: types, createdAt: created.wholeSeconds, publishedAt: published)
        message.organizerName = content.name(of: owner)
        message.buyers = bought.sorted { $0.key < $1.key }.map {
            ImportEvent.Buyer(userId: content.user($0.key), quantity: $0.value, attended: attended.contains($0.key) ? true : nil)
        }
        message.description = description
        message.ageRestriction = age
        message.maxTicketsPerUser = maxTicketsPerUser
        message.reEntry = reEntry
        message.wizardStep = wizardStep
        message.cancelledAt = cancelled
        message.cancelReason = cancelReason
        return message
    }

    /// Entrances, and who waits for a ticket.
    fileprivate func surroundings(in content: DemoContent) -> [DemoMessage] {
        let event = EventID(DemoID.event(n))
        let gates = gates.enumerated().map { index, name in
            DemoMessage("gate/\(n)/\(index + 1)", .choices, ImportGate(
                gateId: DemoID.gate(event: n, index + 1), eventId: event, name: name))
        }
        return gates + waiting.map { account in
            DemoMessage("waiting/\(n)/\(account)", .choices, ImportWaitlistEntry(
                entryId: DemoID.waiting(event: n, account), eventId: event, ticketTypeId: TicketTypeID(DemoID.ticketType(event: n, 1)),
                userId: content.user(account), quantity: 1))
        }
    }

    fileprivate func snapshot(in content: DemoContent) -> TicketEvent? {
        guard let start, let end, let venue else { return nil }
        let types = tickets.enumerated().map { index, type in
            TicketEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, index + 1)), name: type.name,
                                   price: Money(type.price, content.currency), quantity: type.quantity)
        }
        return TicketEvent(eventId: EventID(DemoID.event(n)), organizerId: content.user(owner), organizerName: content.name(of: owner),
                           title: title, category: category,
                           status: status, startDate: start, endDate: end, venue: venue, posterUrl: nil, ageRestriction: age,
                           ticketTypes: types,
                           refundPolicy: TicketEvent.RefundPolicy(type: "until", hoursBefore: 24), transferable: true, reEntry: reEntry,
                           doorsOpenMinutes: 180, version: 1)
    }
}
