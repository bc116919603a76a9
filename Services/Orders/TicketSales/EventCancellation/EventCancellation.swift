import Contracts
import Kernel

/// How far the orders of a cancelled event are undone.
package struct EventCancellation: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case running, completed
        /// Some money could not go back, or not within `hoursMax`: a person has to see to it.
        case completedWithFailures = "completed-with-failures"
    }
    /// Orders told per message: other messages get their turn in between.
    package static let ordersPerSlice = 200
    /// After this the report is closed as it is.
    package static let hoursMax = 24

    package let eventId: EventID
    package let attendees: Int
    package var isEveryOrderHandled: Bool
    package var orders: Int
    package var tickets: Int
    package var refundsPending: Int
    package var refundsSucceeded: Int
    package var refundsFailed: Int
    /// Minor units.
    package var refundTotal: Int
    package var refundedTotal: Int
    package var closedAt: Timestamp?

    package var state: State {
        guard closedAt != nil else { return .running }
        return refundsPending == 0 && refundsFailed == 0 ? .completed : .completedWithFailures
    }
    /// Nothing is left to wait for.
    package var isSettled: Bool { isEveryOrderHandled && refundsPending == 0 }
}
