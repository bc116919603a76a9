import Contracts
import Kernel
import OrdersKit

// What scheduling says of an order's claims, and moving it to another window (R11).
extension FuelSale {
    /// It may be delivered: its card is authorised, or there is nothing to pay.
    static func schedule(_ order: inout FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) -> [FuelEffect] {
        order.move(to: .scheduled, by: .system, at: now)
        order.scheduledAt = order.scheduledAt ?? now
        noteOffer(&order, now, settings)
        return [.confirmClaim(order.claim), .announce(.scheduled), .tellDrivers(by: .system)]
    }

    /// Drivers see it from some hours before its window on.
    static func noteOffer(_ order: inout FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) {
        let isSoon = order.schedule.type == .asap || order.schedule.startsAt - .hours(settings.offerHours) <= now
        if isSoon, !order.sent.contains(.offer) { order.sent.append(.offer) }
    }

    static func claimed(_ event: WindowClaimed, _ order: inout FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) -> [FuelEffect] {
        if let wish = order.pendingMove, wish.claim == event.claimId { return finish(wish, event, &order, now, settings) }
        guard event.claimId == order.claim, !order.status.isFinal else {
            // An order that ended, or a wish that was given up: the stop is free again.
            return [.releaseClaim(event.claimId)]
        }
        let claimed = FuelSchedule(type: order.schedule.type, event)
        guard claimed != order.schedule else { return [] }
        order.schedule = claimed  // Claimed anew after its hold was lost.
        return [.tellDrivers(by: .system)]
    }

    static func refused(_ event: WindowRefused, _ order: inout FuelOrder, _ now: Timestamp) -> [FuelEffect] {
        if let wish = order.pendingMove, wish.claim == event.claimId {
            order.pendingMove = nil
            return [.answer(wish.wait, WindowAnswer.rejection(event))]
        }
        guard event.claimId == order.claim else { return [] }
        switch order.status {
        case .pending, .scheduled, .assigned:
            return fail(&order, FuelFailure(slug: .windowFull, alternatives: event.alternatives), by: .system, fee: 0, now)
        case .enRoute, .arrived, .fueling, .completed, .cancelled, .failed: return []
        }
    }

    /// The hold ended before the card answered: the same stop is asked for once more.
    static func lost(_ claim: ClaimID, _ order: inout FuelOrder) -> [FuelEffect] {
        guard claim == order.claim else { return [] }
        switch order.status {
        case .pending, .scheduled, .assigned:
            let next = FuelOrder.claim(of: order.id, order.claims)
            order.claims += 1
            order.claim = next
            let again = FuelEffect.claim(next, order.schedule.type == .asap ? nil : order.schedule.windowId)
            return order.status == .pending ? [again] : [again, .confirmClaim(next)]
        case .enRoute, .arrived, .fueling, .completed, .cancelled, .failed: return []
        }
    }

    // MARK: - Moving

    /// Throws what forbids it before scheduling is asked.
    static func move(_ wish: FuelMove, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        guard order.pendingMove == nil else { throw .reschedulePending }
        guard mayMove(order, now, settings) else { throw .rescheduleNotAllowed }
        order.pendingMove = wish
        order.claims += 1
        return [.claim(wish.claim, wish.windowId)]
    }

    private static func mayMove(_ order: FuelOrder, _ now: Timestamp, _ settings: FuelOrderSettings) -> Bool {
        switch order.status {
        case .scheduled, .assigned:
            order.schedule.type == .window && now < order.schedule.startsAt - .hours(settings.freeCancelHours)
                && order.moves < settings.movesMax
        case .pending, .enRoute, .arrived, .fueling, .completed, .cancelled, .failed: false
        }
    }

    /// The new stop is held: the order moves, or went on meanwhile and lets it go.
    private static func finish(_ wish: FuelMove, _ event: WindowClaimed, _ order: inout FuelOrder, _ now: Timestamp,
        _ settings: FuelOrderSettings) -> [FuelEffect] {
        order.pendingMove = nil
        let lastEnd = order.payment?.expiresAt.map { $0 - .hours(settings.captureReserveHours) }
        guard mayMove(order, now, settings), lastEnd.map({ event.endsAt < $0 }) ?? true else {
            return [.releaseClaim(wish.claim), .answer(wish.wait, .rescheduleNotAllowed)]
        }
        let former = order.claim, driver = order.driver
        order.claim = wish.claim
        order.moves += 1
        order.schedule = FuelSchedule(type: .window, event)
        order.sent.removeAll { $0 == .offer || $0 == .reminder }
        noteOffer(&order, now, settings)
        order.driver = nil
        var effects: [FuelEffect] = [.releaseClaim(former), .confirmClaim(wish.claim)]
        if let driver {
            order.move(to: .scheduled, by: wish.by, at: now)
            effects.append(.announce(.unassigned(driver, by: wish.by, reason: nil, at: now)))
        }
        return effects + [.announce(.rescheduled), .tellDrivers(by: wish.by), .answer(wish.wait, nil)]
    }

    /// The order ended, so it moves no more.
    static func giveUpMove(_ order: inout FuelOrder, _ answer: Rejection = .rescheduleNotAllowed) -> [FuelEffect] {
        guard let wish = order.pendingMove else { return [] }
        order.pendingMove = nil
        return [.releaseClaim(wish.claim), .answer(wish.wait, answer)]
    }
}

/// What somebody who waits for a window reads.
enum WindowAnswer {
    static func rejection(_ event: WindowRefused) -> Rejection {
        guard event.status != 404 else { return .notFound }
        var answer = Rejection(event.status, event.slug, event.detail)
        answer.members["alternatives"] = alternatives(event.alternatives)
        return answer
    }
    static func alternatives(_ options: [WindowOption]) -> JSONValue {
        .array(options.map {
            .object(["id": .string($0.id.rawValue), "startsAt": .time($0.startsAt), "endsAt": .time($0.endsAt)])
        })
    }
}
