import Contracts
import Kernel

/// What happens to an order by itself when its time has come.
package enum FuelTimer: String, Codable, Sendable, CaseIterable {
    case paymentTimeout, moveOverdue, tipOverdue, offer, reminder, alert, notServed, captureRetry

    /// The timers of an order in its present state, the earliest first; at the same moment the one that ends it.
    package static func pending(of order: FuelOrder, _ settings: FuelOrderSettings) -> [(timer: FuelTimer, due: Timestamp)] {
        var found: [(timer: FuelTimer, due: Timestamp)] = []
        func add(_ timer: FuelTimer, _ due: Timestamp) { if !order.sent.contains(timer) { found.append((timer, due)) } }
        let schedule = order.schedule
        switch order.status {
        case .pending: add(.paymentTimeout, order.payBy(settings))
        case .scheduled:
            add(.offer, schedule.startsAt - .hours(settings.offerHours))
            add(.alert, alertAt(order, settings))
            add(.notServed, schedule.promisedBy + .hours(settings.notServedHours))
        case .assigned: add(.notServed, schedule.promisedBy + .hours(settings.notServedHours))
        case .enRoute, .arrived, .fueling, .completed, .cancelled, .failed: break
        }
        switch order.status {
        case .scheduled, .assigned, .enRoute:
            if schedule.type == .window { add(.reminder, schedule.startsAt - .minutes(settings.reminderMinutes)) }
        case .pending, .arrived, .fueling, .completed, .cancelled, .failed: break
        }
        if let move = order.pendingMove { add(.moveOverdue, move.wait.overdueAt) }
        if let tip = order.pendingTip { add(.tipOverdue, tip.overdueAt) }
        if let due = order.captureAgainAt(settings) { add(.captureRetry, due) }
        return found.sorted { ($0.due, $0.timer.rank) < ($1.due, $1.timer.rank) }
    }

    /// When staff are alerted that no driver has taken it.
    private static func alertAt(_ order: FuelOrder, _ settings: FuelOrderSettings) -> Timestamp {
        switch order.schedule.type {
        case .window: order.schedule.startsAt - .minutes(settings.alertMinutes)
        case .asap: (order.scheduledAt ?? order.receivedAt) + .minutes(settings.asapAlertMinutes)
        }
    }
    private var rank: Int {
        switch self {
        case .paymentTimeout, .notServed: 0
        case .moveOverdue, .tipOverdue, .offer, .reminder, .alert, .captureRetry: 1
        }
    }
}

extension FuelOrder {
    /// Without an authorisation it fails at this time.
    package func payBy(_ settings: FuelOrderSettings) -> Timestamp { receivedAt + .minutes(settings.pendingMinutes) }

    /// From this time on nobody gives a tip. Nil: nothing was delivered.
    func tipBy(_ settings: FuelOrderSettings) -> Timestamp? { completedAt.map { $0 + .hours(settings.tipHours) } }

    /// From this time on no attempt of such a payment starts. Nil: what is owed may always be paid.
    func payBy(_ purpose: PaymentPurpose, _ settings: FuelOrderSettings) -> Timestamp? {
        switch purpose {
        case .order: payBy(settings)
        case .tip: tipBy(settings)
        case .balance: nil
        }
    }

    /// When a refused capture is asked for again. Nil: it was not refused, or the answer is still to come.
    func captureAgainAt(_ settings: FuelOrderSettings) -> Timestamp? {
        guard let first = capture.firstRefusedAt, !capture.isAsked, balanceDue == 0, final?.captured == 0,
              (1...settings.captureRetryMinutes.count).contains(capture.refusals) else { return nil }
        return first + .minutes(settings.captureRetryMinutes[capture.refusals - 1])
    }

    /// When a refused capture is asked for the last time. Nil: it was not refused.
    func lastCaptureAt(_ settings: FuelOrderSettings) -> Timestamp? {
        capture.firstRefusedAt.map { $0 + .minutes(settings.captureRetryMinutes.last ?? 0) }
    }
}
