import CatalogKit
import Contracts
import Kernel

/// A partner shop: what it gives, where it is, when it is open, who works there.
package struct Shop: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case draft, active, suspended, closed }
    package enum Step: Sendable { case publish, suspend, resume, close }

    package let id: Int
    package private(set) var state: State
    /// By language.
    package var names: [String: String]
    package var categoryID: Int
    package var neighborhoodID: Int
    /// Hundredths of a percent.
    package var discountBasisPoints: Int
    package var phone: String
    package var address: String
    package var place: Coordinates
    /// Nil: not known.
    package var hours: OpeningHours?
    package var specialDays: [OpeningHours.SpecialDay]
    /// In the order of their ids.
    package var vendors: [User.ID]
    package let createdAt: Timestamp
    /// When it became public for the first time.
    package private(set) var publishedAt: Timestamp?

    package init(id: Int, state: State, names: [String: String], categoryID: Int, neighborhoodID: Int, discountBasisPoints: Int,
                 phone: String, address: String,
                 place: Coordinates, hours: OpeningHours?, specialDays: [OpeningHours.SpecialDay], vendors: [User.ID], createdAt: Timestamp,
                 publishedAt: Timestamp?) {
        (self.id, self.state, self.names, self.categoryID, self.neighborhoodID) = (id, state, names, categoryID, neighborhoodID)
        (self.discountBasisPoints, self.phone, self.address, self.place, self.hours) = (discountBasisPoints, phone, address, place, hours)
        (self.specialDays, self.vendors, self.createdAt, self.publishedAt) = (specialDays, vendors, createdAt, publishedAt)
    }

    /// Throws 409 `invalid-transition` for a step that does not start here.
    package mutating func take(_ step: Step, at now: Timestamp) throws(Rejection) {
        switch (state, step) {
        case (.draft, .publish):
            state = .active
            publishedAt = now
        case (.active, .suspend): state = .suspended
        case (.suspended, .resume): state = .active
        case (.draft, .close), (.active, .close), (.suspended, .close): state = .closed
        case (.active, .publish), (.suspended, .publish), (.closed, .publish), (.draft, .suspend), (.suspended, .suspend),
            (.closed, .suspend),
            (.draft, .resume), (.active, .resume), (.closed, .resume), (.closed, .close):
            throw Rejection.invalidTransition(from: state.rawValue)
        }
    }
    /// How other services hear of a shop in this state when it changes.
    package enum News: Sendable { case none, published, updated }
    package var news: News {
        switch state {
        case .closed: .none  // It does not change.
        case .active: .published
        // Counters and cash books know who works there before the public sees it.
        case .draft, .suspended: .updated
        }
    }
    /// A closed shop never changes. Throws 409 `shop-closed`.
    package func requireOpenToChanges() throws(Rejection) {
        switch state {
        case .draft, .active, .suspended: return
        case .closed: throw Rejection.conflict("shop-closed", "This shop is closed for good and can't be changed.")
        }
    }

    /// What it is sorted by.
    package func orderName(_ firstLanguage: String) -> String {
        names[firstLanguage] ?? names.sorted { $0.key < $1.key }.first?.value ?? ""
    }

    package func isStaffed(by user: User.ID) -> Bool { vendors.contains(user) }
    /// New for 30 days, or as long as the tenant says.
    package static func isNew(publishedAt: Timestamp?, now: Timestamp, days: Int) -> Bool {
        publishedAt.map { now - $0 < .days(days) } ?? false
    }
}

extension Rejection {
    static func invalidTransition(from state: String) -> Rejection {
        .conflict("invalid-transition", "This cannot be done in the state \(state).", ["currentStatus": .string(state)])
    }
}
