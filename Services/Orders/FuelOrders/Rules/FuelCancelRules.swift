import Contracts
import Kernel

/// What cancelling costs, and until when it is free (R10).
package enum FuelCancelRules {
    package enum Cost: Sendable, Equatable {
        case impossible
        /// Minor units.
        case fee(Int)
    }

    /// Nil as long as the order is pending: cancelling costs nothing then.
    package static func freeUntil(_ order: FuelOrder, _ settings: FuelOrderSettings) -> Timestamp? {
        guard let scheduled = order.scheduledAt else { return nil }
        let grace = scheduled + .minutes(settings.graceMinutes)
        return switch order.schedule.type {
        case .window: max(order.schedule.startsAt - .hours(settings.freeCancelHours), grace)
        case .asap: grace
        }
    }

    /// What cancelling would cost now. Staff cancel for free.
    package static func cost(of order: FuelOrder, asStaff: Bool, at now: Timestamp, _ settings: FuelOrderSettings) -> Cost {
        switch order.status {
        case .fueling, .completed, .cancelled, .failed: return .impossible
        case .pending: return .fee(0)
        case .scheduled, .assigned:
            let isFree = asStaff || now >= order.schedule.promisedBy || freeUntil(order, settings).map { now < $0 } == true
            return .fee(isFree ? 0 : min(settings.cancelFee, order.authorized))
        case .enRoute:
            let isFree = asStaff || now >= order.schedule.promisedBy
            return .fee(isFree ? 0 : min(settings.enRouteFee, order.authorized))
        case .arrived: return .fee(asStaff ? 0 : min(settings.arrivedFee, order.authorized))
        }
    }
}
