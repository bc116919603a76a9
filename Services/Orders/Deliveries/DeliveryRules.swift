import Contracts
import Kernel

/// When a job may be had, and when a step of it is possible. Asked by the commands of couriers and staff.
package enum DeliveryRules {
    /// Throws why a courier cannot have a job, in the order in which apps show the reasons.
    static func requireClaimable(_ job: Delivery, by courier: Courier, offer: DeliveryOffer, at now: Timestamp,
                                 _ settings: DeliverySettings) throws {
        switch job.status {
        case .assigned, .atRestaurant, .pickedUp, .atCustomer, .delivered, .failed: throw alreadyAssigned
        case .cancelled: throw cancelled
        case .searching: break
        }
        try requireRoom(courier, job, settings)
        guard offer.isLive(at: now) else { throw Rejection.conflict("offer-not-live", "This offer has ended.") }
    }

    /// What counts for a claim and for an assignment.
    static func requireRoom(_ courier: Courier, _ job: Delivery, _ settings: DeliverySettings) throws {
        guard courier.isOnline else { throw offline }
        guard courier.activeJobs < settings.activeJobsMax else {
            throw Rejection.conflict("too-many-deliveries", "Finish a delivery before you take another one.")
        }
        guard OfferRules.isWithinCash(courier, job, settings) else {
            throw Rejection.conflict("cash-limit-reached", "Hand over the cash you have before you take this delivery.")
        }
    }

    /// Where a step leads. Nil: the same person did it already, and the job still stands there.
    static func target(of step: DeliveryStep, _ job: Delivery, by actor: DeliveryActor) throws -> DeliveryStatus? {
        if let target = DeliveryStatus.target(of: step), job.status == target, job.changedBy == actor.id, isOwnEnd(step, job) { return nil }
        guard let target = job.status.after(step) else { throw invalidTransition(job) }
        return target
    }
    /// A job completed by the staff is not completed by its courier, even if both are one person.
    private static func isOwnEnd(_ step: DeliveryStep, _ job: Delivery) -> Bool {
        switch step {
        case .override: job.proof?.kind == .override
        case .complete: job.proof?.kind != .override
        case .release, .arriveAtRestaurant, .pickUp, .arriveAtCustomer, .fail: true
        }
    }

    /// Throws unless the cash is what the customer owes. Nothing to collect: what is sent does not matter.
    static func requireCash(_ collected: Money?, for job: Delivery) throws {
        guard let cash = job.cash else { return }
        guard let collected else { throw Rejection.invalid(["cashCollected": ["is required"]]) }
        guard collected == cash else { throw Rejection.invalid(["cashCollected": ["must be the total of the order"]]) }
    }

    /// The digits of a code as a keyboard may write them; nil: not four digits.
    package static func code(_ text: String) -> String? {
        let digits = text.unicodeScalars.filter { !$0.properties.isWhitespace }.map { scalar -> UInt32? in
            switch scalar.value {
            case 0x30...0x39: scalar.value - 0x30
            case 0x660...0x669: scalar.value - 0x660
            case 0x6F0...0x6F9: scalar.value - 0x6F0
            default: nil
            }
        }
        let known = digits.compactMap { $0 }
        return digits.count == 4 && known.count == 4 ? known.map(String.init).joined() : nil
    }

    static func invalidTransition(_ job: Delivery) -> Rejection {
        .conflict("invalid-transition", "This delivery is not at a point where you can do that.",
                  ["currentStatus": .string(job.status.rawValue)])
    }
    static let alreadyAssigned = Rejection.conflict("delivery-already-assigned", "Another courier has this delivery.")
    static let cancelled = Rejection.conflict("delivery-cancelled", "This delivery was cancelled.", ["currentStatus": "cancelled"])
    static let offline = Rejection.conflict("courier-offline", "Go online first.")
    static let notAssigned = Rejection.conflict("not-assigned", "This delivery is not yours.")
    static func notReady(_ job: Delivery) -> Rejection {
        .conflict("order-not-ready", "The restaurant is still preparing this order.", ["currentStatus": .string(job.status.rawValue)])
    }
    static func notApproved(_ courier: Courier) -> Rejection {
        .conflict("courier-not-approved", "This account may not deliver yet.", ["currentStatus": .string(courier.status.rawValue)])
    }
}
