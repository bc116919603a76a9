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

    package var title: Sent<String> = .absent
    package var description: Sent<String> = .absent
    package var category: Sent<String> = .absent
    package var ageRestriction: Sent<Int> = .absent
    package var startDate: Sent<Timestamp> = .absent
    package var endDate: Sent<Timestamp> = .absent
    package var venue: Sent<Place> = .absent
    /// The full list: a known id is changed, none is new, one that is missing is deleted.
    package var ticketTypes: Sent<[TicketTypeEdit]> = .absent
    package var maxTicketsPerUser: Sent<Int> = .absent
    package var paymentWindowMinutes: Sent<Int> = .absent
    package var refundPolicy: Sent<RefundPolicy> = .absent
    package var transferable: Sent<Bool> = .absent
    package var reEntry: Sent<Bool> = .absent
    package var doorsOpenMinutes: Sent<Int> = .absent
    package var wizardStep: Sent<Int> = .absent
    package init() {}
}

/// What an organizer sends of a ticket type.
package struct TicketTypeEdit: Codable, Sendable, Equatable {
    package var id: TicketTypeID?
    package var name: Sent<String> = .absent
    package var description: Sent<String> = .absent
    package var price: Sent<Price> = .absent
    package var quantity: Sent<Int> = .absent
    package var minPerOrder: Sent<Int> = .absent
    package var maxPerOrder: Sent<Int> = .absent
    package var salesStart: Sent<Timestamp> = .absent
    package var salesEnd: Sent<Timestamp> = .absent
    package var paused: Sent<Bool> = .absent
    package var position: Sent<Int> = .absent
    package init(id: TicketTypeID? = nil) { self.id = id }

    /// Money as it was sent: a currency the platform does not know is a wrong field, not a broken request.
    package struct Price: Codable, Sendable, Equatable {
        package var amount: Int
        package var currency: String
        package init(amount: Int, currency: String) { (self.amount, self.currency) = (amount, currency) }
    }
}
