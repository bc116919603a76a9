import Contracts
import Kernel
import ServiceKit

/// Stops that orders claim: the books of `window_claim`, and what is told of them. How a claim may go on is `ClaimState`.
struct WindowClaims {
    let tx: TruckWindowsTransaction
    init(_ tx: TruckWindowsTransaction) { self.tx = tx }

    private static func timer(_ id: ClaimID) -> String { "window-claim:\(id)" }

    // MARK: - Claiming

    func claim(_ request: ClaimWindow) throws {
        try expireOverdue()
        if let known = try tx.claims.find(request.claimId) { return try answerAgain(known) }
        switch try choice(request) {
        case .refused(let refusal): try tx.publish(refusal)
        case .taken(let entry, let truck, let promisedBy):
            let window = entry.window
            let stop = WindowClaim.Stop(
                area: request.areaId, time: window.time, truck: truck,
                number: try tx.claims.freeStop(of: truck, in: request.areaId, window.time), promisedBy: promisedBy,
                heldUntil: request.expiresAt)
            let claim = WindowClaim(id: request.claimId, order: request.orderId, state: .held(until: request.expiresAt), stop: stop)
            try tx.claims.prune(before: tx.now)
            try tx.claims.insert(claim, overAt: window.time.end + .days(WindowClaim.daysKept))
            try tx.schedule(Self.timer(claim.id), at: request.expiresAt, ExpireWindowClaim(claimId: claim.id))
            try publishClaimed(claim, stop)
        }
    }

    private enum Choice {
        case taken(StaffedWindow, truck: TruckID, promisedBy: Timestamp)
        case refused(WindowRefused)
    }

    private func choice(_ request: ClaimWindow) throws -> Choice {
        let rules = try tx.bookingRules(at: request.receivedAt), board = try tx.board(), fuel = request.fuelType
        guard let id = request.windowId else {
            let entries = try board.windows(of: request.areaId, on: rules.asapDays)
            guard let entry = rules.asap(entries, for: fuel), let truck = entry.stops.next(for: fuel) else {
                return try refused(request, .asapUnavailable, nil, rules, board)
            }
            return .taken(entry, truck: truck.id, promisedBy: rules.asapPromise(in: entry.window))
        }
        guard let wanted = WindowIdentity(id, of: request.areaId) else {
            return .refused(WindowRefused(request, .windowNotFound))
        }
        guard let entry = try board.window(wanted), rules.isOpen(entry.window) else {
            return try refused(request, .windowClosed, wanted, rules, board)
        }
        guard let truck = entry.stops.next(for: fuel) else { return try refused(request, .windowFull, wanted, rules, board) }
        return .taken(entry, truck: truck.id, promisedBy: entry.window.time.end)
    }

    private func refused(_ request: ClaimWindow, _ rejection: Rejection, _ wanted: WindowIdentity?, _ rules: BookingRules,
                         _ board: WindowBoard) throws -> Choice {
        let entries = try board.windows(of: request.areaId, on: rules.horizon)
        let options = rules.alternatives(to: wanted, among: entries, for: request.fuelType)
        return .refused(WindowRefused(request, rejection, alternatives: options))
    }

    private func answerAgain(_ claim: WindowClaim) throws {
        switch claim.state {
        case .held, .confirmed:
            if let stop = claim.stop { try publishClaimed(claim, stop) }
        case .released: try tx.publish(WindowRefused(claim, .windowClaimReleased))
        case .expired: try tx.publish(WindowRefused(claim, .windowClaimExpired))
        }
    }

    private func publishClaimed(_ claim: WindowClaim, _ stop: WindowClaim.Stop) throws {
        let id = WindowIdentity(area: stop.area, time: stop.time).id
        try tx.publish(WindowClaimed(claimId: claim.id, orderId: claim.order, areaId: stop.area, windowId: id, truckId: stop.truck,
                                     startsAt: stop.time.start, endsAt: stop.time.end, promisedBy: stop.promisedBy,
                                     expiresAt: stop.heldUntil))
    }

    // MARK: - Ends of a hold

    func confirm(_ request: ConfirmWindow) throws {
        guard var claim = try tx.claims.find(request.claimId) else {
            return try tx.publish(WindowClaimExpired(claimId: request.claimId, orderId: request.orderId))
        }
        do {
            if try claim.state.confirm(at: tx.now) == .heldBecomesSold {
                try tx.claims.update(claim)
                tx.cancelTimer(Self.timer(claim.id))
            }
            try tx.publish(WindowConfirmed(claimId: claim.id, orderId: claim.order))
        } catch let refusal as ClaimState.Refusal {
            switch refusal {
            case .claimReleased: try tx.publish(WindowReleased(claimId: claim.id, orderId: claim.order))
            case .claimExpired, .unknownClaim:
                // A hold at its end says so itself; one that ended before says so again.
                if case .held = claim.state { return try expire(claim) }
                try tx.publish(WindowClaimExpired(claimId: claim.id, orderId: claim.order))
            }
        }
    }

    func release(_ request: ReleaseWindow) throws {
        guard var claim = try tx.claims.find(request.claimId) else {
            // It overtook its claim, which is refused when it comes.
            let claim = WindowClaim(id: request.claimId, order: request.orderId, state: .released, stop: nil)
            return try tx.claims.insert(claim, overAt: tx.now + .days(WindowClaim.daysKept))
        }
        guard claim.state.withdraw() else { return }
        try tx.claims.update(claim)
        tx.cancelTimer(Self.timer(claim.id))
        try tx.publish(WindowReleased(claimId: claim.id, orderId: claim.order))
    }

    func expire(_ id: ClaimID) throws {
        if let claim = try tx.claims.find(id) { try expire(claim) }
    }

    /// Holds whose timers have not fired yet: their stops are free.
    private func expireOverdue() throws {
        for claim in try tx.claims.overdue(at: tx.now) { try expire(claim) }
    }

    private func expire(_ claim: WindowClaim) throws {
        var claim = claim
        switch claim.state.expire(at: tx.now) {
        case .nothing, .heldBecomesSold: return  // It ended another way before.
        case .heldGoesBack:
            try tx.claims.update(claim)
            tx.cancelTimer(Self.timer(claim.id))
            try tx.publish(WindowClaimExpired(claimId: claim.id, orderId: claim.order))
        }
    }
}

extension WindowRefused {
    fileprivate init(_ request: ClaimWindow, _ why: Rejection, alternatives: [WindowOption] = []) {
        self.init(claimId: request.claimId, orderId: request.orderId, slug: why.slug, status: why.status, detail: why.detail,
                  alternatives: alternatives)
    }
    fileprivate init(_ claim: WindowClaim, _ why: Rejection) {
        self.init(claimId: claim.id, orderId: claim.order, slug: why.slug, status: why.status, detail: why.detail)
    }
}
