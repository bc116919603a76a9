import Contracts
import Kernel
import OrdersKit
import OrdersVehicles

// How an order ends without a delivery, what happens by itself, and erasure (R10, R16).
extension FuelSale {
    static func cancel(_ by: FuelActor, _ reason: String?, _ acceptedFee: Int?, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        if order.status == .cancelled { return [] }
        let cost = FuelCancelRules.cost(of: order, asStaff: by != .customer, at: now, settings)
        guard case .fee(let fee) = cost else { throw .notCancellable(order) }
        if fee > 0, acceptedFee.map({ $0 < fee }) ?? true { throw .cancellationFeeChanged(order.money(fee)) }
        order.move(to: .cancelled, by: by, at: now)
        order.cancellationFee = fee
        // Its quote stays used, also if no card was authorised yet.
        return end(&order, fee: fee, .cancellationFee, by: by) + [.announce(.cancelled(by: by, reason: reason))] + charge(&order)
    }

    static func fail(_ order: inout FuelOrder, _ failure: FuelFailure, by: FuelActor, fee: Int, _ at: Timestamp) -> [FuelEffect] {
        let wasScheduled = order.scheduledAt != nil
        order.failure = failure
        order.move(to: .failed, by: by, at: at)
        return end(&order, fee: fee, .noShowFee, by: by) + (wasScheduled ? [] : [.reopenQuote]) + [.announce(.failed(by: by))]
            + charge(&order)
    }

    /// What every end without a delivery gives back. The driver is still named.
    private static func end(_ order: inout FuelOrder, fee: Int, _ code: FuelLine.Code, by: FuelActor) -> [FuelEffect] {
        if fee > 0 { order.final = FuelFinal(lines: [FuelLine(code: code, amount: order.money(fee))], total: fee, due: fee) }
        return giveUpMove(&order) + [.releaseClaim(order.claim), .returnPromo, .tellDrivers(by: by)]
    }

    // MARK: - What happens by itself

    static func fired(_ timer: FuelTimer, _ order: inout FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) -> [FuelEffect] {
        switch timer {
        case .paymentTimeout: return fail(&order, FuelFailure(slug: .paymentTimeout), by: .system, fee: 0, now)
        case .notServed: return fail(&order, FuelFailure(slug: .notServed), by: .system, fee: 0, now)
        case .moveOverdue: return giveUpMove(&order, .schedulingUnavailable)
        case .tipOverdue: return answerTip(nil, &order)
        case .captureRetry: return captureAgain(&order)
        case .offer:
            order.sent.append(timer)
            return [.tellDrivers(by: .system)]
        case .reminder:
            order.sent.append(timer)
            return [.announce(.reminder)]
        case .alert:
            order.sent.append(timer)
            return [.announce(.assignmentOverdue)]
        }
    }

    // MARK: - Erasure

    static func erased(_ name: String?, _ order: inout FuelOrder, _ now: Timestamp) -> [FuelEffect] {
        guard !order.isErased else { return [] }
        order.isErased = true
        switch order.status {
        case .pending, .scheduled, .assigned:
            order.move(to: .cancelled, by: .system, at: now)
            order.cancellationFee = 0
            return end(&order, fee: 0, .cancellationFee, by: .system) + [.announce(.cancelled(by: .system, reason: nil))] + charge(&order)
        case .enRoute, .arrived, .fueling:
            order.keptName = name  // The driver needs a name at the car.
            return []
        case .completed, .cancelled, .failed: return []
        }
    }

    /// Forgets what names its customer. Rows of money stay.
    static func forget(_ order: inout FuelOrder) {
        (order.contactPhone, order.notes, order.keptName) = (nil, nil, nil)
        order.failure?.note = nil
        order.vehicle = order.vehicle.anonymous
        order.quote = order.quote.anonymous
        order.photos = []
        order.isForgotten = true
    }
}

extension FuelOrder {
    /// It ended, and no payment of it is under way. What is owed stays owed.
    var isSettled: Bool {
        status.isFinal && !payments.contains { $0.status.isUnsettled || $0.status == .requiresCapture }
    }
}
