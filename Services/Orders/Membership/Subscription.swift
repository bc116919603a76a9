import Contracts
import Kernel

/// A paid period of membership: local dates, both inclusive.
package struct Subscription: Sendable, Equatable {
    package enum Source: String, Sendable, CaseIterable { case vendor, inApp = "in_app" }
    package enum Status: Sendable, Equatable {
        case active
        case expired
        case cancelled(Cancellation)
        package var name: String {
            switch self {
            case .active: "active"
            case .expired: "expired"
            case .cancelled: "cancelled"
            }
        }
    }
    package struct Cancellation: Sendable, Equatable {
        package let at: Timestamp
        /// The local day: the last one that was covered, unless the sale was undone.
        package let day: CalendarDate
        package let cause: Cause
        /// The cause, or a person's text about it. It decides nothing.
        package let reason: String
        package init(at: Timestamp, day: CalendarDate, cause: Cause, reason: String) {
            (self.at, self.day, self.cause, self.reason) = (at, day, cause, reason)
        }
    }
    /// The code of a cancellation: rules and events go by it.
    package enum Cause: String, Sendable, CaseIterable {
        /// A shop took the sale back in time: the period never was.
        case voided
        case erased
        /// The payment was refunded.
        case refunded
        /// An authorized person ended it.
        case endedByHand = "cancelled"
    }

    package let id: Int
    package let userID: User.ID
    package let startDate: CalendarDate
    package let endDate: CalendarDate
    package let months: Int
    package let source: Source
    package let price: Money
    package let shopID: Int?
    package let activationID: String?
    package let orderID: OrderID?
    package var status: Status
    package let createdAt: Timestamp

    package init(id: Int, userID: User.ID, startDate: CalendarDate, endDate: CalendarDate, months: Int, source: Source, price: Money,
                 shopID: Int? = nil, activationID: String? = nil, orderID: OrderID? = nil, status: Status = .active, createdAt: Timestamp) {
        (self.id, self.userID, self.startDate, self.endDate, self.months, self.source) = (id, userID, startDate, endDate, months, source)
        (self.price, self.shopID, self.activationID, self.orderID, self.status) = (price, shopID, activationID, orderID, status)
        self.createdAt = createdAt
    }

    /// The timer that writes `expired` may be a moment late; the date never is.
    package func status(on today: CalendarDate) -> Status {
        switch status {
        case .active: endDate < today ? .expired : .active
        case .expired, .cancelled: status
        }
    }
    package func covers(_ date: CalendarDate) -> Bool {
        switch status {
        case .active, .expired: startDate <= date && date <= endDate
        case .cancelled: false
        }
    }
    /// The same period on other days.
    package func moved(to start: CalendarDate, _ end: CalendarDate) -> Subscription {
        Subscription(id: id, userID: userID, startDate: start, endDate: end, months: months, source: source, price: price, shopID: shopID,
                     activationID: activationID, orderID: orderID, status: status, createdAt: createdAt)
    }
    package var isCancelled: Bool {
        switch status {
        case .active, .expired: false
        case .cancelled: true
        }
    }
}
