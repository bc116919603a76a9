import Contracts
import Kernel

/// What a caller may do with an order now: each of these succeeds, everything else is refused.
package enum FoodActions {
    package enum Name: String, Sendable, CaseIterable {
        case accept, reject, prepare, ready
        case prepTime = "prep-time"
        case cancel, rate, message, share
    }
    /// How long a thread stays open after the order's end, for all but the staff.
    static let threadWindow: Duration = .hours(24)

    package static func allowed(_ order: FoodOrder, for viewer: FoodViewer, at now: Timestamp, _ settings: FoodSettings) -> [Name] {
        Name.allCases.filter { isAllowed($0, order, viewer, now, settings) }
    }

    private static func isAllowed(_ action: Name, _ order: FoodOrder, _ viewer: FoodViewer, _ now: Timestamp,
        _ settings: FoodSettings) -> Bool {
        let kitchen = viewer.runsKitchen(of: order)
        let isCustomer = order.customer == viewer.user && viewer.has(FoodViewer.Permission.place)
        switch action {
        case .accept, .reject: return kitchen && order.status == .pending && order.deadline(settings).map { now < $0 } == true
        case .prepare: return kitchen && order.status == .accepted
        case .ready: return kitchen && order.status == .preparing
        case .prepTime:
            return kitchen && (order.status == .accepted || order.status == .preparing)
                && order.times.prepChanges < FoodSale.prepChangesMax
        case .cancel: return mayCancel(order, viewer, now, settings)
        case .rate: return isCustomer && FoodSale.mayRate(order, at: now)
        case .message: return viewer.speaks(in: order).map { mayWrite(order, as: $0, at: now) } == true
        case .share: return isCustomer && !order.status.isFinal
        }
    }

    private static func mayCancel(_ order: FoodOrder, _ viewer: FoodViewer, _ now: Timestamp, _ settings: FoodSettings) -> Bool {
        switch viewer.cancels(order) {
        case .customer: FoodCancelRules.cost(of: order, at: now, settings) != .impossible
        case .owner: FoodCancelRules.ownerMayCancel(order)
        case .staff: !order.status.isFinal
        case .courier, nil: false
        }
    }

    package static func mayWrite(_ order: FoodOrder, as standing: FoodStanding, at now: Timestamp) -> Bool {
        standing == .staff || order.endedAt.map { now < $0 + threadWindow } ?? true
    }
}
