import Contracts
import Kernel
import OrdersKit
import ServiceKit

// Who has a job: it is given to one courier, it is lost, it ends.
extension Deliveries {
    /// Gives a job to a courier who may have it. Another one who has it loses it.
    func assign(_ job: inout Delivery, to courier: User.ID, by actor: DeliveryActor, isStaff: Bool) throws {
        let former = job.courier
        (job.status, job.courier, job.changedBy, job.exclusiveUntil) = (.assigned, courier, actor.id, nil)
        try tx.deliveryJobs.update(job)
        try note(job, by: actor)
        stopTimers(of: job.id)
        for offer in try tx.deliveryOffers.all(of: job.id) where offer.isLive {
            // Who claims knows it from the answer.
            if isStaff || offer.courier != courier { try end(offer, .claimed, at: tx.now) }
        }
        try markTaken(job.id, by: courier)
        guard var winner = try tx.couriers.find(courier) else { throw Rejection.notFound }
        winner.activeJobs += 1
        try tx.couriers.save(winner)
        if let former {
            try publishRelease(of: job, by: former, why: .reassigned, reason: nil, at: tx.now)
            try free(former, at: tx.now)
        }
        try tx.publish(DeliveryAssigned(
            orderId: job.id, number: job.number, courierId: courier, customerId: job.customer, ownerId: job.pickup.owner,
            restaurantId: job.pickup.id, restaurantNames: job.pickup.names, payout: job.payout.total, byStaff: isStaff,
            assignedAt: tx.now.wholeSeconds))
        try publishUpdate(of: job, to: courier, at: tx.now)
        if winner.activeJobs >= settings.activeJobsMax { try endOffers(of: courier, .claimed, at: tx.now) }
        try Order.deliveryChanged(job, by: .assigned(former: former), in: tx)
    }

    /// Why a courier lost a job.
    enum Loss: String { case released, reassigned, suspended, silent, roleLost = "role-lost" }

    /// Takes a job from its courier before he has the order, and searches anew.
    /// - Parameter reason: the courier's own words.
    func lose(_ job: inout Delivery, _ why: Loss, reason: String? = nil, by actor: DeliveryActor, at: Timestamp) throws {
        guard let former = job.courier, job.status.isReassignable else { return }
        // The waits that begin now are counted from the second that the timeline shows.
        (job.status, job.courier, job.changedBy, job.lostAt) = (.searching, nil, actor.id, at.wholeSeconds)
        (job.exclusiveUntil, job.isMissed) = (nil, false)
        job.search += 1
        try tx.deliveryJobs.update(job)
        try note(job, by: actor, note: reason, at: at)
        if why == .released, var offer = try tx.deliveryOffers.find(job.id, former) {
            offer.declinedSearch = job.search
            try tx.deliveryOffers.save(offer)
        }
        try publishRelease(of: job, by: former, why: why, reason: reason, at: at)
        try publishUpdate(of: job, to: former, at: at)
        try publishSearch(of: job, at: at)
        // The former courier has room for it only afterwards, and is offered it once.
        try offerToAll(&job, at: at)
        try free(former, at: at)
        try watchForMissed(job)
        try Order.deliveryChanged(job, by: .searching(former: former), in: tx)
    }

    /// A courier has one job less, and room for another.
    func free(_ id: User.ID, at: Timestamp) throws {
        guard let before = try tx.couriers.find(id) else { return }
        var courier = before
        courier.activeJobs = max(0, courier.activeJobs - 1)
        courier.freedAt = at
        try tx.couriers.save(courier)
        // A courier of whom nobody has heard for long stayed online for the order he had.
        if courier.isOnline, courier.silentSince != nil, try !tx.deliveryJobs.underWay(of: id).contains(where: { $0.status != .assigned }) {
            return try goOffline(&courier, .silent, at: at)
        }
        if courier.isOnline {
            try offerNearby(to: courier, before: before)
        } else {
            try forgetPositionLater(of: courier, goneAt: at)
        }
    }

    private func markTaken(_ id: OrderID, by courier: User.ID) throws {
        var offer = try tx.deliveryOffers.find(id, courier)
            ?? DeliveryOffer(job: id, courier: courier, isLive: false, offeredAt: tx.now)
        (offer.isLive, offer.expiresAt, offer.hadJob) = (false, nil, true)
        try tx.deliveryOffers.save(offer)
    }

    private func publishRelease(of job: Delivery, by former: User.ID, why: Loss, reason: String?, at: Timestamp) throws {
        try tx.publish(DeliveryReleased(orderId: job.id, number: job.number, courierId: former, restaurantId: job.pickup.id,
                                        why: why.rawValue, reason: reason, releasedAt: at.wholeSeconds))
    }
}
