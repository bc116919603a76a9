import Contracts
import Kernel
import OrdersDeliveries

// What its restaurant does with an order.
extension FoodSale {
    static func accept(_ by: FoodActor, _ minutes: Int, _ order: inout FoodOrder, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        switch order.status {
        case .pending:
            guard let deadline = order.deadline(settings), now < deadline else { throw .acceptanceWindowClosed }
            order.times.acceptedAt = now
            order.times.prepMinutes = minutes
            order.times.estimatedReadyAt = now + .minutes(minutes)
            order.delivery = FoodDelivery(status: .searching, unassignedSince: now)
            order.move(to: .accepted, .accept, by, now)
            return [.confirmClaim, .announce(.accepted), .startDelivery]
        case .cancelled where order.cancellation?.reason == .notAccepted: throw .acceptanceWindowClosed
        case .accepted, .preparing, .ready, .outForDelivery, .delivered, .cancelled:
            guard order.isRepeated(.accept, .accepted, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    static func prepare(_ by: FoodActor, _ order: inout FoodOrder, _ now: Timestamp) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        switch order.status {
        case .accepted:
            order.move(to: .preparing, .prepare, by, now)
            return [.announce(.preparing)]
        case .pending, .preparing, .ready, .outForDelivery, .delivered, .cancelled:
            guard order.isRepeated(.prepare, .preparing, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    static func ready(_ by: FoodActor, _ order: inout FoodOrder, _ now: Timestamp) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        switch order.status {
        case .preparing:
            order.times.readyAt = now
            order.move(to: .ready, .ready, by, now)
            return [.releaseClaim([.kitchen]), .announce(.ready), .deliveryReady]
        case .pending, .accepted, .ready, .outForDelivery, .delivered, .cancelled:
            guard order.isRepeated(.ready, .ready, by) else { throw .invalidTransition(order) }
            return []
        }
    }

    static let prepChangesMax = 3

    static func changePrepTime(_ minutes: Int, _ order: inout FoodOrder, _ now: Timestamp) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        switch order.status {
        case .accepted, .preparing:
            guard order.times.prepChanges < prepChangesMax else { throw .prepTimeLimit }
            order.times.prepChanges += 1
            order.times.prepMinutes = minutes
            order.times.estimatedReadyAt = now + .minutes(minutes)
            // It may be late again, by the new time.
            order.sent.removeAll { $0 == .late }
            return [.announce(.prepTime), .deliveryTimes]
        case .pending, .ready, .outForDelivery, .delivered, .cancelled: throw .invalidTransition(order)
        }
    }

    static func reject(_ by: FoodActor, _ reason: FoodCancelReason, _ note: String?, _ order: inout FoodOrder, _ now: Timestamp,
        _ settings: FoodSettings) throws(Rejection) -> [FoodEffect] {
        guard order.isReleased else { throw .notFound }
        switch order.status {
        case .pending:
            guard let deadline = order.deadline(settings), now < deadline else { throw .acceptanceWindowClosed }
            var ending = FoodEnding(by: by, reason: reason, note: note, action: .reject)
            ending.refund = order.payment.paid
            return end(&order, ending, now, settings)
        case .cancelled where order.cancellation?.reason == .notAccepted: throw .acceptanceWindowClosed
        case .accepted, .preparing, .ready, .outForDelivery, .delivered, .cancelled:
            guard order.isRepeated(.reject, .cancelled, by) else { throw .invalidTransition(order) }
            return []
        }
    }
}

extension FoodOrder {
    /// Goes to the next state and notes who brought it there.
    mutating func move(to next: FoodOrderStatus, _ action: FoodAction, _ by: FoodActor, _ now: Timestamp, note: String? = nil) {
        assert(status.leads(to: next), "\(status) does not lead to \(next)")
        status = next
        timeline.append(FoodStep(status: next, at: now, by: by, note: note, action: action))
        if next.isFinal { times.endedAt = now }
    }
    /// The same person's same action, while the order still stands where it brought it.
    func isRepeated(_ action: FoodAction, _ state: FoodOrderStatus, _ by: FoodActor) -> Bool {
        guard status == state, let last = timeline.last else { return false }
        return last.action == action && last.by.id == by.id && by.id != nil
    }
}
