import CatalogKit
import Contracts
import Kernel

/// The status people see. `ongoing` and `completed` are not stored: they follow from the clock.
package enum EventStatus: String, Sendable, CaseIterable { case draft, published, ongoing, completed, cancelled }

/// An event with tickets, as its organizer made it. A draft may lack anything.
package struct Event: Sendable, Equatable {
    /// What is stored of its life.
    package enum Life: Sendable, Equatable {
        case draft
        case published
        case cancelled(at: Timestamp, reason: String)
    }
    package struct Place: Sendable, Equatable {
        package var name: String?
        package var address: String?
        package var city: String?
        package var latitude: Double?
        package var longitude: Double?
        package init(name: String? = nil, address: String? = nil, city: String? = nil, latitude: Double? = nil, longitude: Double? = nil) {
            (self.name, self.address, self.city, self.latitude, self.longitude) = (name, address, city, latitude, longitude)
        }
        package var isEmpty: Bool { name == nil && address == nil && city == nil && latitude == nil && longitude == nil }
    }
    /// What a sale is bound to.
    package struct Terms: Sendable, Equatable {
        package var maxTicketsPerUser: Int
        package var paymentWindowMinutes: Int
        /// Nil: no refunds.
        package var refundHoursBefore: Int?
        package var transferable: Bool
        package var reEntry: Bool
        package var doorsOpenMinutes: Int
        package init(maxTicketsPerUser: Int, paymentWindowMinutes: Int, refundHoursBefore: Int?, transferable: Bool = true,
            reEntry: Bool = false, doorsOpenMinutes: Int) {
            (self.maxTicketsPerUser, self.paymentWindowMinutes, self.refundHoursBefore) =
                (maxTicketsPerUser, paymentWindowMinutes, refundHoursBefore)
            (self.transferable, self.reEntry, self.doorsOpenMinutes) = (transferable, reEntry, doorsOpenMinutes)
        }
    }
    /// Prices of its ticket types in short, kept with the event so that lists need no second look.
    package struct PriceSummary: Sendable, Equatable {
        /// Over the types that are not paused; nil: there is none.
        package var range: ClosedRange<Int>?
        /// Of all types that cost something.
        package var lowestPaid: Int?
        /// There are types and none costs anything.
        package var isFree: Bool
        package init(range: ClosedRange<Int>? = nil, lowestPaid: Int? = nil,
                     isFree: Bool = false) { (self.range, self.lowestPaid, self.isFree) = (range,
            lowestPaid, isFree) }
        package init(_ types: [TicketType]) {
            let open = types.filter { !$0.isPaused }.map(\.price)
            range = open.min().flatMap { low in open.max().map { low...$0 } }
            lowestPaid = types.map(\.price).filter { $0 > 0 }.min()
            isFree = !types.isEmpty && types.allSatisfy { $0.price == 0 }
        }
    }

    package let id: EventID
    package let organizerID: User.ID
    package var title: String?
    package var description: String?
    package var category: String?
    package var life: Life
    package var deletedAt: Timestamp?
    package var startDate: Timestamp?
    package var endDate: Timestamp?
    package var place: Place
    package var posterURL: String?
    package var ageRestriction: Int?
    package var terms: Terms
    package var wizardStep: Int
    package var version: Int
    package let createdAt: Timestamp
    package var publishedAt: Timestamp?
    package var updatedAt: Timestamp
    package var favoriteCount = 0
    package var ratingCount = 0
    /// Stars of all ratings added up.
    package var ratingSum = 0
    package var prices = PriceSummary()
    package var hasPublishedLowInventory = false
    /// Follows from the organizer, not from the event's own row: sales pause, everything else goes on.
    package var isOrganizerSuspended = false

    package init(id: EventID, organizerID: User.ID, life: Life, place: Place = Place(), terms: Terms, wizardStep: Int = 1, version: Int = 1,
        createdAt: Timestamp, updatedAt: Timestamp) {
        (self.id, self.organizerID, self.life, self.place, self.terms) = (id, organizerID, life, place, terms)
        (self.wizardStep, self.version, self.createdAt, self.updatedAt) = (wizardStep, version, createdAt, updatedAt)
    }

    /// The limits of a length and of how far ahead, so that lists can look at a bounded stretch of time.
    package static let lengthDaysMax = 30

    /// Called off: nobody holds a ticket of it any more, and what was paid goes back.
    package var isCancelled: Bool {
        if case .cancelled = life { true } else { false }
    }

    package func status(at now: Timestamp) -> EventStatus {
        switch life {
        case .draft: return .draft
        case .cancelled: return .cancelled
        case .published:
            if now < startDate ?? .distantFuture { return .published }
            return now < endDate ?? .distantFuture ? .ongoing : .completed
        }
    }
    package func hasStarted(at now: Timestamp) -> Bool { now >= startDate ?? .distantFuture }
    /// Published and not started. In the second of its start the sales are closed.
    package func isTicketSalesOpen(at now: Timestamp) -> Bool {
        status(at: now) == .published && deletedAt == nil && !isOrganizerSuspended
    }

    /// Whole seconds to the start while sales are open.
    package func secondsUntilSalesClose(at now: Timestamp) -> Int? {
        guard isTicketSalesOpen(at: now), let startDate else { return nil }
        return Int((startDate - now).wholeSeconds)
    }

    /// Where it happens, once everything needed is known.
    package var venue: Venue? {
        guard let name = place.name, let city = place.city, let latitude = place.latitude, let longitude = place.longitude else {
            return nil
        }
        return Venue(name: name, address: place.address, city: city, latitude: latitude, longitude: longitude)
    }

    /// One decimal, rounded half up; nil: nobody has rated.
    package var ratingAverage: Double? { Stars.average(sum: ratingSum, count: ratingCount) }

    /// May this person know that it exists?
    package func isVisible(to user: User.ID?) -> Bool {
        if user == organizerID { return true }
        return deletedAt == nil && life != .draft
    }
}

package enum SalesUrgency: String, Sendable {
    case red, orange, green
    package init(seconds: Int) { self = seconds < 3600 ? .red : seconds < 86_400 ? .orange : .green }
}

package enum PriceBand: String, Sendable, CaseIterable {
    case free, budget, moderate, premium
    /// Nil: there are no prices yet.
    package init?(_ prices: Event.PriceSummary, _ bands: CatalogSettings.PriceBands) {
        if prices.isFree { self = .free; return }
        guard let lowest = prices.lowestPaid else { return nil }
        self = lowest <= bands.budget ? .budget : lowest <= bands.moderate ? .moderate : .premium
    }
}
