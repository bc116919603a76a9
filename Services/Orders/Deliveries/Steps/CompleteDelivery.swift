import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The courier hands the order over: the customer says the code, or, where nobody waits at the door, a photo shows it.
package struct CompleteDelivery<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.complete-delivery.v1" }
    package let deliveryId: OrderID
    package let code: String?
    package let photoId: String?
    package let cashCollected: Money?
    package let courierId: User.ID?
    package init(deliveryId: OrderID, code: String? = nil, photoId: String? = nil, cashCollected: Money? = nil,
                 courierId: User.ID? = nil) {
        (self.deliveryId, self.code, self.photoId) = (deliveryId, code, photoId)
        (self.cashCollected, self.courierId) = (cashCollected, courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<DeliveryAnswer> {
        let deliveries = Deliveries<Order>(tx)
        let code = try checkedCode(tx.definition.currency, deliveries)
        return try deliveries.act(as: courierId, on: deliveryId) { courier, actor in
            var job = try deliveries.own(deliveryId, of: courier.id)
            guard try DeliveryRules.target(of: .complete, job, by: actor) != nil else {
                return .done(try tx.deliveryAnswer(of: job, for: .courier(courier.id)))
            }
            let triesMax = deliveries.settings.codeTries
            guard job.wrongCodes < triesMax else {
                throw Rejection.conflict("delivery-code-locked", "The code was wrong too often. Ask the support to complete this delivery.")
            }
            try DeliveryRules.requireCash(cashCollected, for: job)
            if let code {
                guard try code == Order.customerCode(of: deliveryId, in: tx) else {
                    job.wrongCodes += 1
                    try tx.deliveryJobs.update(job)
                    return .refused(Self.wrongCode(left: triesMax - job.wrongCodes))
                }
            } else if !job.leaveAtDoor {
                throw Rejection.invalid(["photoId": ["is only for orders that are left at the door"]])
            }
            try deliveries.deliver(&job, code == nil ? .photo : .code, photoId: code == nil ? photoId : nil, by: actor, note: nil)
            return .done(try tx.deliveryAnswer(of: deliveries.require(deliveryId), for: .courier(courier.id)))
        }
    }

    private static func wrongCode(left: Int) -> Rejection {
        Rejection(422, "wrong-delivery-code", "This is not the customer's code.", errors: ["code": ["is not the customer's code"]],
                  members: ["attemptsLeft": .int(left)])
    }

    /// Nil: a photo is the proof.
    private func checkedCode(_ currency: Currency, _ deliveries: Deliveries<Order>) throws -> String? {
        var check = Validation()
        try deliveries.checkRider(courierId, &check)
        let digits = code.flatMap(DeliveryRules.code)
        if code != nil { check.require(digits != nil, "code", "must be four digits") } else if photoId == nil {
            check.fail("code", "is required")
        }
        if let photoId { check.require(Self.isUploadID(photoId), "photoId", "must be the id of an upload") }
        if let cashCollected {
            check.require(cashCollected.currency == currency, "cashCollected", "must be in the currency of the app")
            check.require(cashCollected.amount >= 0, "cashCollected", "must not be negative")
        }
        try check.check()
        return digits
    }

    /// Pictures are with the catalog; here only the form of the id is known.
    private static func isUploadID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }
}

extension Deliveries {
    /// The customer has it. The courier earns the payout, and has the cash.
    func deliver(_ job: inout Delivery, _ kind: DeliveryProof.Kind, photoId: String?, by actor: DeliveryActor, note text: String?) throws {
        guard let id = job.courier, var courier = try tx.couriers.find(id) else { throw DeliveryRules.invalidTransition(job) }
        let distance = courier.position.flatMap { position in job.dropoff.location.map { position.location.wholeMeters(to: $0) } }
        job.proof = DeliveryProof(kind: kind, at: tx.now, distanceMeters: distance, photoId: photoId)
        (job.status, job.changedBy, job.endedAt) = (.delivered, actor.id, tx.now)
        try tx.deliveryJobs.update(job)
        try note(job, by: actor, note: text)
        stopTimers(of: job.id)
        let (cash, overflow) = courier.cashInHand.addingReportingOverflow(job.cash?.amount ?? 0)
        courier.cashInHand = overflow ? Int.max : cash
        try tx.couriers.save(courier)
        try earn(job.payout.base.amount, tip: job.payout.tip.amount, cash: job.cash?.amount ?? 0, isDelivered: true, with: job, id)
        try publishUpdate(of: job, to: id, at: tx.now)
        try Order.complete(job, collected: job.cash, by: actor, in: tx)
        try free(id, at: tx.now)
        try tx.deliveryJobs.forgetErased(job.id)
    }
}
