import CatalogKit
import Contracts
import Kernel

/// What an organizer sends of an event: a new one, or changes. Sent fields replace, others stay.
package struct EventEdit: Codable, Sendable, Equatable {
    package struct Place: Codable, Sendable, Equatable {
        package var name: String?
        package var address: String?
        package var city: String?
        package var latitude: Double?
        package var longitude: Double?
        package init(name: String? = nil, address: String? = nil, city: String? = nil, latitude: Double? = nil, longitude: Double? = nil) {
            (self.name, self.address, self.city, self.latitude, self.longitude) = (name, address, city, latitude, longitude)
        }
    }
    package struct RefundPolicy: Codable, Sendable, Equatable {
        package var type: String
        package var hoursBefore: Int?
        package init(type: String, hoursBefore: Int? = nil) { (self.type, self.hoursBefore) = (type, hoursBefore) }
    }

    package var title: PatchField<String> = .absent
    package var description: PatchField<String> = .absent
    package var category: PatchField<String> = .absent
    package var ageRestriction: PatchField<Int> = .absent
    package var startDate: PatchField<TimestampText> = .absent
    package var endDate: PatchField<TimestampText> = .absent
    package var venue: PatchField<Place> = .absent
    /// The full list, in its order: a known id is changed, none is new, one that is missing is deleted.
    package var ticketTypes: PatchField<[TicketTypeEdit]> = .absent
    package var maxTicketsPerUser: PatchField<Int> = .absent
    package var paymentWindowMinutes: PatchField<Int> = .absent
    package var refundPolicy: PatchField<RefundPolicy> = .absent
    package var transferable: PatchField<Bool> = .absent
    package var reEntry: PatchField<Bool> = .absent
    package var doorsOpenMinutes: PatchField<Int> = .absent
    package var wizardStep: PatchField<Int> = .absent
    package init() {}
}

/// What an organizer sends of a ticket type.
package struct TicketTypeEdit: Codable, Sendable, Equatable {
    package var id: TicketTypeID?
    package var name: PatchField<String> = .absent
    package var description: PatchField<String> = .absent
    package var price: PatchField<Price> = .absent
    package var quantity: PatchField<Int> = .absent
    package var minPerOrder: PatchField<Int> = .absent
    package var maxPerOrder: PatchField<Int> = .absent
    package var salesStart: PatchField<TimestampText> = .absent
    package var salesEnd: PatchField<TimestampText> = .absent
    package var paused: PatchField<Bool> = .absent
    package var position: PatchField<Int> = .absent
    package init(id: TicketTypeID? = nil) { self.id = id }

    /// Money as it was sent: a currency the platform does not know is a wrong field, not a broken request.
    package struct Price: Codable, Sendable, Equatable {
        package var amount: Int
        package var currency: String
        package init(amount: Int, currency: String) { (self.amount, self.currency) = (amount, currency) }
    }
}

/// A time in an edit, kept as text until the editor checks it, so that one answer names a wrong time beside the other wrong fields.
package struct TimestampText: Codable, Sendable, Equatable {
    private let text: String
    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(time?.description ?? text)
    }
    /// Nil if the text is not a time (RFC 3339).
    package var time: Timestamp? { Timestamp(text.trimmed) }
}

extension Validation {
    /// The time after an edit, in whole seconds. If the text is not a time, the field fails and the old time stays.
    mutating func time(_ field: String, _ sent: PatchField<TimestampText>, old: Timestamp?) -> Timestamp? {
        switch sent {
        case .absent: return old?.wholeSeconds
        case .null: return nil
        case .value(let text):
            guard let time = text.time else {
                fail(field, "must be a time (RFC 3339)")
                return old?.wholeSeconds
            }
            return time.wholeSeconds
        }
    }
}
