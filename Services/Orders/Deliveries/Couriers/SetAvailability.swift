import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier begins or stops to take jobs.
package struct SetAvailability<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.set-courier-availability.v1" }
    package let online: Bool
    package let location: GeoPoint?
    package let courierId: User.ID?
    package init(online: Bool, location: GeoPoint? = nil, courierId: User.ID? = nil) {
        (self.online, self.location, self.courierId) = (online, location, courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<CourierAnswer> {
        var check = Validation()
        if online { check.require(location != nil, "location", "is required") }
        if let location { check.require(location.isOnEarth, "location", "must be a place on earth") }
        let deliveries = Deliveries<Order>(tx)
        try deliveries.checkRider(courierId, &check)
        try check.check()
        return try deliveries.act(as: courierId) { courier, _ in
            if online, let location {
                guard courier.status == .approved, courier.hasRole else { throw DeliveryRules.notApproved(courier) }
                try deliveries.goOnline(&courier, at: location)
            } else if courier.isOnline {
                guard courier.activeJobs == 0 else {
                    throw Rejection.conflict("active-deliveries", "Finish your deliveries before you go offline.")
                }
                try deliveries.goOffline(&courier, .asked, at: tx.now)
            }
            return .done(try tx.courierAnswer(tx.couriers.find(courier.id) ?? courier))
        }
    }
}

/// A courier's phone says where he is. What is old, out of order or too frequent is not taken.
package struct RecordPosition<Order: DeliveredOrder>: Command {
    package static var type: MessageType { "orders.record-courier-position.v1" }
    package let location: GeoPoint
    /// By the phone's clock; nil: now.
    package let at: Timestamp?
    package let courierId: User.ID?
    package init(location: GeoPoint, at: Timestamp? = nil, courierId: User.ID? = nil) {
        (self.location, self.at, self.courierId) = (location, at, courierId)
    }

    package func handle(in tx: OrdersTransaction) throws -> CourierVerdict<NoContent> {
        let at = at ?? tx.now
        var check = Validation()
        check.require(location.isOnEarth, "location", "must be a place on earth")
        check.require(PositionRules.isPossible(at, now: tx.now), "at", "must not be in the future")
        let deliveries = Deliveries<Order>(tx)
        try deliveries.checkRider(courierId, &check)
        try check.check()
        return try deliveries.act(as: courierId) { courier, _ in
            guard courier.isOnline else { throw DeliveryRules.offline }
            let isTaken = PositionRules.isTaken(at, after: courier.position?.at, now: tx.now, deliveries.settings)
            guard isTaken else { return .done(NoContent()) }
            let before = courier
            courier.position = CourierPosition(location: location, at: at)
            try tx.couriers.save(courier)
            try deliveries.showMove(&courier)
            try deliveries.offerNearby(to: courier, before: before)
            return .done(NoContent())
        }
    }
}

/// Which positions count.
enum PositionRules {
    /// How far a phone's clock may be ahead.
    static let aheadSeconds = 60
    static let oldMinutes = 5

    static func isPossible(_ at: Timestamp, now: Timestamp) -> Bool { at <= now + .seconds(aheadSeconds) }
    static func isTaken(_ at: Timestamp, after last: Timestamp?, now: Timestamp, _ settings: DeliverySettings) -> Bool {
        // Subtracting would overflow for a year far away.
        guard at >= now - .minutes(oldMinutes) else { return false }
        guard let last else { return true }
        // Count between whole seconds: a client that adds three seconds to the time it was shown must not come too early.
        return at.wholeSeconds >= last.wholeSeconds + .seconds(settings.positionSeconds)
    }
}
