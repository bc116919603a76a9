import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Jobs of couriers, for the orders that need them: an order starts a job, tells what it learns, and ends it.
/// What happens to the job in between comes back by `DeliveredOrder`.
package struct Deliveries<Order: DeliveredOrder> {
    package let tx: OrdersTransaction
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    var settings: DeliverySettings { tx.deliverySettings }

    /// Nil: the order was never accepted.
    package func job(_ id: OrderID) throws -> Delivery? { try tx.deliveryJobs.find(id) }

    /// The order is accepted: the search begins. A job that is there already stays as it is.
    @discardableResult
    package func start(_ new: NewDelivery) throws -> Delivery {
        if let known = try job(new.id) { return known }
        var job = Delivery(
            id: new.id, number: new.number, pickup: new.pickup, customer: new.customer, dropoff: new.dropoff, payout: new.payout,
            cash: new.cash, leaveAtDoor: new.leaveAtDoor, createdAt: tx.now, estimatedReadyAt: new.estimatedReadyAt)
        try tx.deliveryJobs.insert(job)
        try note(job, by: .system)
        try publishSearch(of: job, at: tx.now)
        try offerToNearest(&job)
        return job
    }

    /// The kitchen needs more or less time.
    package func timesChanged(_ id: OrderID, estimatedReadyAt: Timestamp) throws {
        guard var job = try job(id), !job.status.isFinal, job.estimatedReadyAt != estimatedReadyAt else { return }
        job.estimatedReadyAt = estimatedReadyAt
        try tx.deliveryJobs.update(job)
        try publishUpdate(of: job, to: job.courier, at: tx.now)
    }

    /// The kitchen is done: a courier may take it, and the staff hears of it if nobody comes.
    package func orderReady(_ id: OrderID, at: Timestamp) throws {
        guard var job = try job(id), !job.status.isFinal, job.readyAt == nil else { return }
        job.readyAt = at
        try tx.deliveryJobs.update(job)
        try watchForMissed(job)
        try publishUpdate(of: job, to: job.courier, at: tx.now)
    }

    /// Somebody other than its courier ended the order. Nil: the order has no job, or the job is over.
    /// - Parameters:
    ///   - payingCourier: the courier gets the base of the payout.
    ///   - actor: who ended it.
    ///   - due: when, if that was before now: a timer of the order that fired late.
    package func end(_ id: OrderID, payingCourier: Bool, by actor: DeliveryActor, at due: Timestamp? = nil) throws -> EndedDelivery? {
        guard let before = try job(id), !before.status.isFinal else { return nil }
        var job = before
        let moment = due ?? tx.now
        (job.status, job.changedBy, job.endedAt, job.exclusiveUntil) = (.cancelled, actor.id, moment, nil)
        try tx.deliveryJobs.update(job)
        try note(job, by: actor, at: moment)
        stopTimers(of: id)
        for offer in try tx.deliveryOffers.all(of: id) where offer.isLive { try end(offer, .cancelled, at: moment) }
        let currency = job.payout.base.currency
        let pay = payingCourier && before.courier != nil ? job.payout.base : nil
        let compensates = pay == nil && before.status == .atRestaurant && actor.id != before.courier && settings.compensation > 0
        let compensation = compensates ? Money(settings.compensation, currency) : nil
        if let courier = before.courier {
            if let earned = pay ?? compensation { try earn(earned.amount, tip: 0, cash: 0, isDelivered: false, with: job, courier) }
            try publishUpdate(of: job, to: courier, at: tx.now)
            try free(courier, at: moment)
        }
        try tx.deliveryJobs.forgetErased(id)
        return EndedDelivery(job: before, compensation: compensation, pay: pay)
    }

    /// A customer rated the courier of an order, or changed the stars. Nil: not rated.
    package func rated(_ courier: User.ID, was former: Int?, is stars: Int?) throws {
        guard var rated = try tx.couriers.find(courier) else { return }
        rated.ratingSum += (stars ?? 0) - (former ?? 0)
        rated.ratingCount += (stars == nil ? 0 : 1) - (former == nil ? 0 : 1)
        try tx.couriers.save(rated)
    }

    // MARK: - Shared by what changes jobs

    func require(_ id: OrderID) throws -> Delivery {
        guard let job = try job(id) else { throw Rejection.notFound }
        return job
    }

    func note(_ job: Delivery, by actor: DeliveryActor, note: String? = nil, at: Timestamp? = nil) throws {
        try tx.deliveryJobs.note(.init(status: job.status, at: at ?? tx.now, actor: actor, note: note), of: job.id)
    }

    func publishUpdate(of job: Delivery, to courier: User.ID?, at: Timestamp) throws {
        guard let courier else { return }
        try tx.publish(DeliveryUpdated(id: job.id, orderNumber: job.number, courierId: courier, status: job.status.rawValue,
                                       estimatedReadyAt: job.readyTime(at: at).wholeSeconds, updatedAt: at.wholeSeconds))
    }

    func publishSearch(of job: Delivery, at: Timestamp) throws {
        try tx.publish(DeliverySearchStarted(orderId: job.id, number: job.number, restaurantId: job.pickup.id, ownerId: job.pickup.owner,
                                             payout: job.payout.total, startedAt: at.wholeSeconds))
    }

    func earn(_ base: Int, tip: Int, cash: Int, isDelivered: Bool, with job: Delivery, _ courier: User.ID, at: Timestamp? = nil) throws {
        let day = try TimeZoneRules.named(tx.definition.timezone).local(at ?? tx.now).date
        try tx.courierEarnings.add(.init(job: job.id, day: day, isDelivered: isDelivered, base: base, tip: tip, cash: cash), to: courier)
    }
}
