import Kernel

/// What of an event an organizer edits, field by field, for its history and for telling what changed.
package enum EventFields {
    package struct Change: Codable, Sendable, Equatable {
        package let field: String
        package let before: JSONValue
        package let after: JSONValue
    }

    package static func changes(from old: (event: Event, types: [TicketType]), to new: (event: Event, types: [TicketType]),
                                _ currency: Currency) -> [Change] {
        zip(values(old.event, old.types, currency), values(new.event, new.types, currency)).compactMap { before, after in
            before.value == after.value ? nil : Change(field: before.field, before: before.value, after: after.value)
        }
    }

    private static func values(_ event: Event, _ types: [TicketType], _ currency: Currency) -> [(field: String, value: JSONValue)] {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        func number(_ value: Int?) -> JSONValue { value.map { .int($0) } ?? .null }
        func time(_ value: Timestamp?) -> JSONValue { value.map { .string($0.wholeSeconds.description) } ?? .null }
        func degrees(_ value: Double?) -> JSONValue { value.map { .double($0) } ?? .null }
        let place = event.place
        return [
            ("title", text(event.title)), ("description", text(event.description)), ("category", text(event.category)), ("ageRestriction",
                number(event.ageRestriction)),
            ("startDate", time(event.startDate)), ("endDate", time(event.endDate)),
            ("venue", place.isEmpty ? .null : ["name": text(place.name), "address": text(place.address), "city": text(place.city),
                                               "latitude": degrees(place.latitude), "longitude": degrees(place.longitude)]),
            ("ticketTypes", .array(types.map { type in
                ["id": .string(type.id.rawValue), "name": .string(type.name), "description": text(type.description),
                 "price": Money(type.price, currency).json,
                 "quantity": .int(type.stock.quantity), "minPerOrder": .int(type.minPerOrder), "maxPerOrder": .int(type.maxPerOrder),
                 "salesStart": time(type.salesStart), "salesEnd": time(type.salesEnd), "paused": .bool(type.isPaused),
                 "position": .int(type.position)]
            })),
            ("maxTicketsPerUser", .int(event.terms.maxTicketsPerUser)), ("paymentWindowMinutes", .int(event.terms.paymentWindowMinutes)),
            ("refundPolicy", event.terms.refundHoursBefore.map { ["type": "until", "hoursBefore": .int($0)] } ?? ["type": "none"]),
            ("transferable", .bool(event.terms.transferable)), ("reEntry", .bool(event.terms.reEntry)), ("doorsOpenMinutes",
                .int(event.terms.doorsOpenMinutes)),
            ("wizardStep", .int(event.wizardStep)), ("posterUrl", text(event.posterURL)),
        ]
    }

    /// Holders of tickets are told of these, and may give their tickets back.
    package static let toldToHolders: Set<String> = ["startDate", "endDate", "venue"]
}
