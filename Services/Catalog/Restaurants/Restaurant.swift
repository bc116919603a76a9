import CatalogKit
import Contracts
import Kernel

/// The name tenant files know restaurants by, under `plugins.catalog`.
package enum RestaurantPlugin { package static let name = "restaurant" }

/// A restaurant: who owns it, where it is, when it is open, how busy it is.
package struct Restaurant: Sendable, Equatable {
    package enum Status: String, Sendable, CaseIterable { case draft, active, suspended }

    package let id: RestaurantID
    package let ownerId: User.ID
    package var slug: String
    /// By language; the tenant's first one is always there.
    package var names: [String: String]
    package var descriptions: [String: String]
    /// Codes of the tenant's cuisines.
    package var cuisines: [String]
    package internal(set) var status: Status
    package var availability: Availability
    /// When it is open, in the tenant's time zone.
    package var calendar: OpeningCalendar
    package var phone: String
    package var location: Coordinates
    package var addressLine: String
    /// Ids of uploads.
    package var logoId: String?
    package var coverId: String?
    package var prepMinutes: Int
    /// Orders the kitchen takes at once; nil: any number.
    package var maxActiveOrders: Int?
    /// A subtotal from which the delivery is free, in minor units; nil: never.
    package var freeDeliveryAbove: Int?
    package var commissionBasisPoints: Int
    /// Orders in a row that were not accepted in time.
    package var notAccepted: Int
    /// Rises with each change of the menu; 0: nothing was ever on it.
    package internal(set) var menuVersion: Int
    package internal(set) var ratingSum: Int
    package internal(set) var ratingCount: Int
    /// Its place among the featured ones, from 1; nil: it is not among them.
    package internal(set) var featured: Int?
    package let createdAt: Timestamp

    package init(id: RestaurantID, ownerId: User.ID, slug: String, names: [String: String], descriptions: [String: String],
                 cuisines: [String], status: Status, availability: Availability, calendar: OpeningCalendar, phone: String,
                 location: Coordinates, addressLine: String, logoId: String?, coverId: String?, prepMinutes: Int, maxActiveOrders: Int?,
                 freeDeliveryAbove: Int?, commissionBasisPoints: Int, notAccepted: Int, menuVersion: Int, ratingSum: Int,
                 ratingCount: Int, featured: Int?, createdAt: Timestamp) {
        (self.id, self.ownerId, self.slug, self.names, self.descriptions) = (id, ownerId, slug, names, descriptions)
        (self.cuisines, self.status, self.availability, self.calendar) = (cuisines, status, availability, calendar)
        (self.phone, self.location, self.addressLine, self.logoId, self.coverId) = (phone, location, addressLine, logoId, coverId)
        (self.prepMinutes, self.maxActiveOrders, self.freeDeliveryAbove) = (prepMinutes, maxActiveOrders, freeDeliveryAbove)
        (self.commissionBasisPoints, self.notAccepted, self.menuVersion) = (commissionBasisPoints, notAccepted, menuVersion)
        (self.ratingSum, self.ratingCount, self.featured, self.createdAt) = (ratingSum, ratingCount, featured, createdAt)
    }

    package var timezone: String { calendar.zone.name }
    /// Mean of the stars with one decimal; nil: nobody rated it.
    package var rating: Double? { Stars.average(sum: ratingSum, count: ratingCount) }

    /// The mode at an instant: a busy or paused one ends by itself.
    package func mode(at instant: Timestamp) -> Availability.Mode { availability.mode(at: instant) }
    /// What a busy kitchen adds to the preparation.
    package func extraMinutes(at instant: Timestamp) -> Int { availability.extraMinutes(at: instant) }

    /// Whether it takes orders at an instant, by today's hours and the present mode.
    package func opening(at instant: Timestamp) -> Opening {
        let mode = mode(at: instant)
        switch status {
        case .draft, .suspended: return Opening(open: false, mode: mode, opensAt: nil, closesAt: nil)
        case .active: break
        }
        switch mode {
        case .normal, .busy:
            let isOpen = calendar.isOpen(at: instant)
            return Opening(open: isOpen, mode: mode, opensAt: isOpen ? nil : calendar.opensAt(after: instant),
                           closesAt: isOpen ? calendar.closesAt(from: instant) : nil)
        case .paused:
            let opens = availability.until.flatMap { calendar.isOpen(at: $0) ? $0 : calendar.opensAt(after: $0) }
            return Opening(open: false, mode: mode, opensAt: opens, closesAt: nil)
        }
    }

    /// The next instant at which `opening` may read differently by itself, or at which to look again; nil: never.
    package func changesAt(after instant: Timestamp) -> Timestamp? {
        guard status == .active else { return nil }
        let ends = availability.mode(at: instant) == .normal ? nil : availability.until
        guard !calendar.isEmpty else { return ends }
        // What is further away than a calendar looks is looked at later.
        let hours = calendar.isOpen(at: instant)
            ? calendar.closesAt(from: instant) ?? instant + .days(OpeningCalendar.alwaysDays - 1)
            : calendar.opensAt(after: instant) ?? instant + .days(OpeningCalendar.horizonDays - 1)
        return [ends, hours].compactMap { $0 }.filter { $0 > instant }.min()
    }
}

/// Whether a restaurant takes orders, since and until when.
package struct Opening: Sendable, Equatable {
    package let open: Bool
    package let mode: Availability.Mode
    /// When it opens again; nil: it is open, or nobody knows.
    package let opensAt: Timestamp?
    /// When it closes; nil: it is closed, or open for eight days on end.
    package let closesAt: Timestamp?
    package init(open: Bool, mode: Availability.Mode, opensAt: Timestamp?, closesAt: Timestamp?) {
        (self.open, self.mode, self.opensAt, self.closesAt) = (open, mode, opensAt, closesAt)
    }
}

/// How busy a restaurant says it is.
package struct Availability: Sendable, Equatable {
    package enum Mode: String, Sendable, CaseIterable { case normal, busy, paused }

    package let kind: Mode
    /// What `busy` adds to the preparation, in minutes; 0 in other modes.
    package let addedMinutes: Int
    /// Nil: until somebody changes it.
    package let until: Timestamp?
    package init(_ kind: Mode, addedMinutes: Int = 0, until: Timestamp? = nil) {
        (self.kind, self.addedMinutes, self.until) = (kind, addedMinutes, until)
    }
    package static let normal = Availability(.normal)

    package func mode(at instant: Timestamp) -> Mode { until.map { instant < $0 } ?? true ? kind : .normal }
    package func extraMinutes(at instant: Timestamp) -> Int { mode(at: instant) == .busy ? addedMinutes : 0 }
}

extension Restaurant {
    /// The text of the first of these languages that has one.
    package func text(_ texts: [String: String], _ languages: [String]) -> String { languages.lazy.compactMap { texts[$0] }.first ?? "" }
}
