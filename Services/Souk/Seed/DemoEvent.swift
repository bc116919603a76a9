import Contracts
import Kernel
import ServiceKit

/// One event of `events.yml`.
struct DemoEvent: Sendable {
    struct TicketType: Sendable {
        let name: String
        let price: Int
        let quantity: Int
        let isPaused: Bool
    }
    let n: Int
    let title: String
    let owner: Int
    let category: String
    let description: String?
    let status: String
    let start: Timestamp?
    let end: Timestamp?
    let published: Timestamp?
    let cancelled: Timestamp?
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

    private static let keys = ["n", "title", "owner", "category", "description", "status", "start", "end", "published", "cancelled",
                               "cancelReason", "venue", "age", "reEntry", "maxTicketsPerUser", "wizardStep", "tickets", "gates", "waitlist"]

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoEvent] {
        let form = YAMLForm(file: file.path)
        form.allow(["events"], in: file.root, what: "events.yml")
        let events = form.list("events", in: file.root).map { value in
            form.allow(keys, in: value, what: "an event")
            return DemoEvent(
                n: form.number("n", in: value), title: form.text("title", in: value), owner: form.number("owner", in: value),
                category: form.text("category", in: value),
                description: form.optionalText("description", in: value), status: form.text("status", in: value, default: "published"),
                start: form.time("start", in: value, time),
                end: form.time("end", in: value, time), published: form.time("published", in: value, time),
                cancelled: form.time("cancelled", in: value, time),
                cancelReason: form.optionalText("cancelReason", in: value), venue: venue(value, form),
                age: value["age"] == nil ? nil : form.number("age", in: value),
                reEntry: form.flag("reEntry", in: value, default: false),
                maxTicketsPerUser: value["maxTicketsPerUser"] == nil ? nil : form.number("maxTicketsPerUser", in: value),
                wizardStep: value["wizardStep"] == nil ? nil : form.number("wizardStep", in: value),
                tickets: form.list("tickets", in: value).map { ticket in
                    form.allow(["name", "price", "quantity", "paused"], in: ticket, what: "a ticket type")
                    return TicketType(name: form.text("name", in: ticket), price: form.number("price", in: ticket),
                                      quantity: form.number("quantity", in: ticket),
                                      isPaused: form.flag("paused", in: ticket, default: false))
                },
                gates: form.texts("gates", in: value).map(\.text), waiting: form.numbers("waitlist", in: value))
        }
        try form.check()
        return events
    }

    private static func venue(_ event: YAMLFile.Value, _ form: YAMLForm) -> Venue? {
        guard let value = event["venue"] else { return nil }
        form.allow(["name", "address", "city", "latitude", "longitude"], in: value, what: "a venue")
        return Venue(name: form.text("name", in: value), address: form.optionalText("address", in: value),
                     city: form.text("city", in: value),
                     latitude: form.decimal("latitude", in: value), longitude: form.decimal("longitude", in: value))
    }

    func message(organizerName: String, sold: [Int: Int], buyers: [ImportEvent.Buyer], at time: Timestamp) -> ImportEvent {
        let types = tickets.enumerated().map { index, type in
            ImportEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, index + 1)), name: type.name, price: type.price,
                                   quantity: type.quantity, sold: sold[index + 1] ?? 0, paused: type.isPaused)
        }
        let created = (published ?? time) - .days(1)
        var message = ImportEvent(eventId: EventID(DemoID.event(n)), organizerId: User.ID(DemoID.user(owner)), title: title,
                                  category: category, status: status, startDate: start,
                                  endDate: end, venue: venue, ticketTypes: types, createdAt: created.wholeSeconds, publishedAt: published)
        message.organizerName = organizerName
        message.description = description
        message.ageRestriction = age
        message.buyers = buyers
        message.maxTicketsPerUser = maxTicketsPerUser
        message.reEntry = reEntry
        message.wizardStep = wizardStep
        message.cancelledAt = cancelled
        message.cancelReason = cancelReason
        return message
    }

    /// The door, and who waits for what is sold out.
    func surroundings() -> [(String, any Message)] {
        let event = EventID(DemoID.event(n))
        let gates = gates.enumerated().map { index, name -> (String, any Message) in
            ("gate/\(n)/\(index + 1)", ImportGate(gateId: DemoID.gate(event: n, index + 1), eventId: event, name: name))
        }
        let line = waiting.map { account -> (String, any Message) in
            let entry = ImportWaitlistEntry(entryId: DemoID.waiting(event: n, account), eventId: event,
                                            ticketTypeId: TicketTypeID(DemoID.ticketType(event: n, 1)),
                                            userId: User.ID(DemoID.user(account)), quantity: 1)
            return ("waiting/\(n)/\(account)", entry)
        }
        return gates + line
    }

    /// As other services know it. Nil for a draft.
    func snapshot(organizerName: String, currency: Currency) -> TicketEvent? {
        guard let start, let end, let venue else { return nil }
        let types = tickets.enumerated().map { index, type in
            TicketEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, index + 1)), name: type.name,
                                   price: Money(type.price, currency), quantity: type.quantity)
        }
        return TicketEvent(eventId: EventID(DemoID.event(n)), organizerId: User.ID(DemoID.user(owner)), organizerName: organizerName,
                           title: title, category: category,
                           status: status, startDate: start, endDate: end, venue: venue, posterUrl: nil, ageRestriction: age,
                           ticketTypes: types,
                           refundPolicy: TicketEvent.RefundPolicy(type: "until", hoursBefore: 24), transferable: true, reEntry: reEntry,
                           doorsOpenMinutes: 180, version: 1)
    }
}

extension YAMLForm {
    func list(_ key: String, in value: YAMLFile.Value) -> [YAMLFile.Value] {
        switch value[key]?.content {
        case .list(let values): return values
        case nil: return []
        default:
            fail(value.line(of: key), "'\(key)' must be a list")
            return []
        }
    }
    func number(_ key: String, in value: YAMLFile.Value, default fallback: Int? = nil) -> Int {
        if case .scalar(.int(let number)) = value[key]?.content { return number }
        if let fallback, value[key] == nil { return fallback }
        fail(value.line(of: key), "'\(key)' must be a whole number")
        return 0
    }
    func numbers(_ key: String, in value: YAMLFile.Value) -> [Int] {
        list(key, in: value).compactMap { item in
            if case .scalar(.int(let number)) = item.content { return number }
            fail(item.line, "'\(key)' must hold whole numbers")
            return nil
        }
    }
    func decimal(_ key: String, in value: YAMLFile.Value) -> Double {
        switch value[key]?.content {
        case .scalar(.double(let number)): return number
        case .scalar(.int(let number)): return Double(number)
        default:
            fail(value.line(of: key), "'\(key)' must be a number")
            return 0
        }
    }
    func optionalText(_ key: String, in value: YAMLFile.Value) -> String? { value[key] == nil ? nil : text(key, in: value) }
    func time(_ key: String, in value: YAMLFile.Value, _ time: DemoTime) -> Timestamp? {
        guard let text = optionalText(key, in: value) else { return nil }
        if let instant = time(text) { return instant }
        fail(value.line(of: key), "'\(text)' is no time here; write d+5 09:00, next saturday 17:00 or now-1h")
        return nil
    }
}
