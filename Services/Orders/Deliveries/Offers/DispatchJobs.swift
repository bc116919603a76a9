import Contracts
import Kernel
import OrdersKit
import ServiceKit

// Offers of jobs (R6): first to a few couriers nearby alone, then to everybody.
extension Deliveries {
    static func offersTimer(_ id: OrderID) -> String { "delivery-offers:\(id)" }
    static func missedTimer(_ id: OrderID) -> String { "delivery-missed:\(id)" }

    func stopTimers(of id: OrderID) {
        tx.cancelTimer(Self.offersTimer(id))
        tx.cancelTimer(Self.missedTimer(id))
    }

    /// The first phase; without a courier nearby the second one at once.
    func offerToNearest(_ job: inout Delivery) throws {
        let nearest = OfferRules.nearest(try around(job), to: job, declined: [], settings).prefix(settings.exclusiveOffers)
        guard !nearest.isEmpty else { return }  // Open, and nobody is there.
        // A whole second, because offers show it so.
        let until = (tx.now + .seconds(settings.exclusiveSeconds)).wholeSeconds
        job.exclusiveUntil = until
        try tx.deliveryJobs.update(job)
        try tx.schedule(Self.offersTimer(job.id), at: until, OpenOffers(orderId: job.id))
        for (courier, meters) in nearest { try offer(job, to: courier, meters: meters, at: tx.now) }
    }

    /// The second phase: everybody nearby who has not declined.
    func offerToAll(_ job: inout Delivery, at: Timestamp) throws {
        if job.exclusiveUntil != nil {
            job.exclusiveUntil = nil
            try tx.deliveryJobs.update(job)
            tx.cancelTimer(Self.offersTimer(job.id))
        }
        let known = try tx.deliveryOffers.all(of: job.id)
        for offer in known where offer.isLive { try end(offer, .expired, at: at) }
        let declined = Set(known.filter { $0.declinedSearch == job.search }.map(\.courier))
        for (courier, meters) in OfferRules.nearest(try around(job), to: job, declined: declined, settings) {
            try offer(job, to: courier, meters: meters, at: at)
        }
    }

    /// The end of the first phase, if it has come.
    func settleOffers(of job: inout Delivery) throws {
        guard job.status == .searching, let until = job.exclusiveUntil, until <= tx.now else { return }
        try offerToAll(&job, at: until)
    }

    /// Offers what became possible for a courier: a job that he could not have before.
    func offerNearby(to courier: Courier, before: Courier) throws {
        guard courier.isOnline, courier.activeJobs < settings.activeJobsMax, let place = courier.position?.location else { return }
        for var job in try tx.deliveryJobs.searching(in: SearchArea(around: place, meters: Double(settings.radiusMeters))) {
            try settleOffers(of: &job)
            let known = try tx.deliveryOffers.find(job.id, courier.id)
            let declined = known?.declinedSearch
            guard known?.isLive != true, OfferRules.isEligible(courier, job, declinedSearch: declined, settings),
                  !OfferRules.isEligible(before, job, declinedSearch: declined, settings),
                  let meters = OfferRules.distance(courier, job, settings) else { continue }
            if job.exclusiveUntil != nil {
                let live = try tx.deliveryOffers.all(of: job.id).count { $0.isLive }
                guard live < settings.exclusiveOffers else { continue }
            }
            try offer(job, to: courier, meters: meters, at: tx.now)
        }
    }

    /// Ends an offer. Afterwards call `offersEnded`, unless the job has a courier or is over.
    func end(_ offer: DeliveryOffer, _ why: DeliveryOffer.End, at: Timestamp) throws {
        var offer = offer
        (offer.isLive, offer.expiresAt) = (false, nil)
        try tx.deliveryOffers.save(offer)
        try tx.publish(DeliveryOfferEnded(orderId: offer.job, courierId: offer.courier, why: why.rawValue, endedAt: at.wholeSeconds))
    }

    /// The first phase is over when none of its offers is left.
    func offersEnded(of id: OrderID, at: Timestamp) throws {
        guard var job = try job(id), job.status == .searching, job.exclusiveUntil != nil else { return }
        guard try !tx.deliveryOffers.all(of: id).contains(where: \.isLive) else { return }
        try offerToAll(&job, at: at)
    }

    /// Ends every offer of a courier.
    func endOffers(of courier: User.ID, _ why: DeliveryOffer.End, at: Timestamp) throws {
        let live = try tx.deliveryOffers.live(for: courier)
        for offer in live { try end(offer, why, at: at) }
        for offer in live { try offersEnded(of: offer.job, at: at) }
    }

    private func offer(_ job: Delivery, to courier: Courier, meters: Double, at: Timestamp) throws {
        let known = try tx.deliveryOffers.find(job.id, courier.id)
        try tx.deliveryOffers.save(DeliveryOffer(job: job.id, courier: courier.id, isLive: true, expiresAt: job.exclusiveUntil,
                                                 offeredAt: at, declinedSearch: known?.declinedSearch, hadJob: known?.hadJob ?? false))
        try tx.publish(DeliveryOffered(
            orderId: job.id, number: job.number, courierId: courier.id, restaurantId: job.pickup.id, restaurantNames: job.pickup.names,
            payout: job.payout.total, cash: job.cash, distanceMeters: Int(meters.rounded()),
            expiresAt: job.exclusiveUntil?.wholeSecondsUp, offeredAt: at.wholeSeconds))
    }

    private func around(_ job: Delivery) throws -> [Courier] {
        try tx.couriers.online(in: SearchArea(around: job.pickup.location, meters: Double(settings.radiusMeters)))
    }

    // MARK: - Nobody comes

    /// Sets the alert for a job that is ready and has no courier.
    func watchForMissed(_ job: Delivery) throws {
        guard let since = job.unassignedSince else { return }
        try tx.schedule(Self.missedTimer(job.id), at: since + .minutes(settings.unassignedMinutes), NoticeMissedDelivery(orderId: job.id))
    }

    /// The alert, if it is time for it.
    func settleMissed(_ job: inout Delivery) throws {
        guard !job.isMissed, let since = job.unassignedSince else { return }
        let due = since + .minutes(settings.unassignedMinutes)
        guard due <= tx.now else { return }
        job.isMissed = true
        try tx.deliveryJobs.update(job)
        try tx.publish(DeliveryUnassigned(orderId: job.id, number: job.number, restaurantId: job.pickup.id,
                                          restaurantNames: job.pickup.names, since: since.wholeSeconds, noticedAt: due.wholeSeconds))
    }
}
