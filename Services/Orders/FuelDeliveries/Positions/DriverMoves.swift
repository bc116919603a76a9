import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// What the positions of a driver mean for his orders.
struct DriverMoves {
    let tx: OrdersTransaction
    let shift: Shift
    init(_ tx: OrdersTransaction, _ shift: Shift) { (self.tx, self.shift) = (tx, shift) }

    /// Watchers of an order see its driver move at most this often, in real time.
    static let shownEverySeconds = 2

    /// What the driver is on the way for, at the car for, or fuelling.
    func underWay() throws -> [FuelOrder] {
        let jobs = try tx.driverJobs.all(of: shift.driver).filter { $0.state == .underWay(shift.driver) }
        return try jobs.compactMap { try FuelSale.load($0.id, in: tx) }
    }

    /// Orders for which the driver has arrived on this path.
    func follow(_ path: [DriverPoint]) throws -> [OrderID] {
        let meters = try Double(tx.definition.shared(FuelLimits.self, in: "orders").geofenceMeters)
        var arrived: [OrderID] = []
        for order in try underWay() where order.status == .enRoute {
            guard let left = order.enRouteAt,
                  let point = Geofence.arrival(on: path, at: order.quote.place.location, within: meters, since: left, now: tx.now) else {
                continue
            }
            let at = max(min(point.recordedAt, tx.now).wholeSeconds, order.lastTransitionAt)
            try FuelSale.apply(.delivery(.arrive(overrideReason: nil, by: .geofence), at: at), to: order.id, in: tx)
            arrived.append(order.id)
        }
        return arrived
    }

    /// Shows those who watch an order where its driver is, and when he arrives; soon after the position that they saw last a little later.
    func show(_ point: DriverPoint, to order: FuelOrder, attempt: Int = 0) throws {
        guard order.status.isUnderWay else { return }
        let real = tx.context.realTime, pause: Duration = .seconds(Self.shownEverySeconds)
        if let last = try tx.shifts.find(shift.id)?.shownAt, real - last < pause {
            guard attempt < ShowDriverPosition.attemptsMax else { return }
            return try tx.schedule(ShowDriverPosition.timer(shift.id), at: tx.now + (pause - max(.zero, real - last)),
                                   ShowDriverPosition(shiftId: shift.id, attempt: attempt + 1))
        }
        tx.cancelTimer(ShowDriverPosition.timer(shift.id))
        try tx.shifts.setShown(real, of: shift.id)
        try tx.publish(DriverLocationUpdated(
            orderId: order.id, userId: order.customer, driverId: shift.driver, version: order.version, status: order.status.rawValue,
            lat: point.location.lat, lng: point.location.lng, heading: point.heading, at: point.recordedAt.wholeSeconds))
        guard order.status == .enRoute, let left = order.enRouteAt else { return }
        let estimate = ArrivalEstimators.estimate(TruckSettings(tx.definition).eta, from: point, to: order.quote.place.location,
                                                  since: left)
        try tx.publish(EtaUpdated(
            orderId: order.id, userId: order.customer, version: order.version, status: order.status.rawValue, seconds: estimate.seconds,
            distanceMeters: estimate.distanceMeters, arrivesAt: estimate.at, at: estimate.computedAt))
    }
}

extension FuelOrder {
    /// When its driver left for it.
    var enRouteAt: Timestamp? { timeline.last { $0.status == .enRoute }?.at }
}
