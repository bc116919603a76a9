import Kernel

/// What happens to an order by itself when its time has come.
package enum FoodTimer: String, Codable, Sendable, CaseIterable {
    case paymentTimeout, acceptReminder, acceptTimeout, late, noCourier, overdue, ratingReminder

    /// The timers of an order in its present state, the earliest first; at the same moment the one that ends it.
    package static func pending(of order: FoodOrder, _ settings: FoodSettings) -> [(timer: FoodTimer, due: Timestamp)] {
        var found: [(timer: FoodTimer, due: Timestamp)] = []
        func add(_ timer: FoodTimer, _ due: Timestamp?) {
            guard let due, !order.sent.contains(timer) else { return }
            found.append((timer, due))
        }
        switch order.status {
        case .pending:
            if let released = order.times.releasedAt {
                add(.acceptTimeout, order.deadline(settings))
                add(.acceptReminder, released + .minutes(settings.acceptReminderMinutes))
            } else {
                add(.paymentTimeout, order.deadline(settings))
            }
        case .accepted, .preparing:
            add(.late, order.times.estimatedReadyAt.map { $0 + .minutes(settings.lateMinutes) })
        case .ready:
            guard order.delivery?.courier == nil else { break }
            add(.noCourier, withoutCourierSince(order).map { $0 + .minutes(settings.courierWaitMinutes) })
        case .outForDelivery:
            add(.overdue, order.times.pickedUpAt.map { $0 + .minutes(settings.overdueMinutes) })
        case .delivered:
            if order.rating == nil { add(.ratingReminder, order.endedAt.map { $0 + .minutes(settings.ratingReminderMinutes) }) }
        case .cancelled: break
        }
        return found.sorted { ($0.due, $0.timer.rank) < ($1.due, $1.timer.rank) }
    }

    /// The later of the moment it was ready and the moment the last courier lost the job.
    private static func withoutCourierSince(_ order: FoodOrder) -> Timestamp? {
        guard let ready = order.times.readyAt else { return nil }
        return max(ready, order.delivery?.unassignedSince ?? ready)
    }
    private var rank: Int {
        switch self {
        case .paymentTimeout, .acceptTimeout, .noCourier: 0
        case .acceptReminder, .late, .overdue, .ratingReminder: 1
        }
    }
}
