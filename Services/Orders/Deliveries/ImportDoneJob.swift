import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// When what happened to a job that was done before.
package struct DoneJobTimes: Sendable, Equatable {
    package let acceptedAt: Timestamp
    package let assignedAt: Timestamp
    package let readyAt: Timestamp
    package let pickedUpAt: Timestamp
    package let endedAt: Timestamp
    package init(acceptedAt: Timestamp, assignedAt: Timestamp, readyAt: Timestamp, pickedUpAt: Timestamp, endedAt: Timestamp) {
        (self.acceptedAt, self.assignedAt, self.readyAt) = (acceptedAt, assignedAt, readyAt)
        (self.pickedUpAt, self.endedAt) = (pickedUpAt, endedAt)
    }
}

// Seeding of jobs whose orders were delivered before: nobody hears of them.
extension Deliveries {
    /// A job that its first courier did by the customer's code, and what he earned with it.
    package func importDone(_ new: NewDelivery, by courier: User.ID, _ times: DoneJobTimes) throws {
        guard try job(new.id) == nil else { return }
        var job = Delivery(
            id: new.id, number: new.number, pickup: new.pickup, customer: new.customer, dropoff: new.dropoff, payout: new.payout,
            cash: new.cash, leaveAtDoor: new.leaveAtDoor, createdAt: times.acceptedAt, estimatedReadyAt: new.estimatedReadyAt)
        try tx.deliveryJobs.insert(job)
        try note(job, by: .system, at: times.acceptedAt)
        let rider = DeliveryActor(role: settings.courierRole, id: courier)
        let steps: [(DeliveryStatus, Timestamp)] = [
            (.assigned, times.assignedAt), (.pickedUp, times.pickedUpAt), (.delivered, times.endedAt),
        ]
        for (status, at) in steps {
            job.status = status
            try note(job, by: rider, at: at)
        }
        (job.courier, job.changedBy) = (courier, courier)
        (job.readyAt, job.pickedUpAt, job.endedAt) = (times.readyAt, times.pickedUpAt, times.endedAt)
        job.proof = DeliveryProof(kind: .code, at: times.endedAt, distanceMeters: nil, photoId: nil)
        try tx.deliveryJobs.update(job)
        try tx.deliveryOffers.save(DeliveryOffer(job: job.id, courier: courier, isLive: false, offeredAt: times.assignedAt, hadJob: true))
        try earn(job.payout.base.amount, tip: job.payout.tip.amount, cash: job.cash?.amount ?? 0, isDelivered: true, with: job, courier,
                 at: times.endedAt)
    }
}
