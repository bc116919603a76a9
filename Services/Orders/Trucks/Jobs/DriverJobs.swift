import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What drivers are offered and what they have. An order says after each of its changes how drivers see it now; what is new to them
/// is published here, fuel that nobody needs any more is freed, and a shift whose time is over ends with its delivery.
package struct DriverJobs {
    let tx: OrdersTransaction
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    /// Called after each change of an order. Without a difference for drivers nothing happens.
    /// - Parameters:
    ///   - actor: who changed the order: `driver`, `dispatcher`, `customer`, `system`.
    ///   - at: when, if that was before now: a timer that fired late.
    package func update(_ new: DriverJob, by actor: String, at due: Timestamp? = nil) throws {
        let old = try tx.driverJobs.find(new.id), now = due ?? tx.now
        guard old != new, old != nil || new.isListed else { return }
        try tx.driverJobs.save(new)
        if let old, old.state == .open, new.state != .open || old.areaId != new.areaId { try withdraw(old, at: now) }
        if new.state == .open, old?.isSameOffer(as: new) != true { try offer(new, at: now) }
        let former = old?.state.driver, driver = new.state.driver
        if let former, former != driver { try lose(new, former, at: now) }
        if let driver, former != driver {
            try tx.publish(FuelDeliveryAssigned(deliveryId: new.id, number: new.number, driverId: driver, by: actor, at: now.wholeSeconds))
        }
    }

    /// Open jobs that a driver may claim, the first one first.
    func open(to shift: Shift, _ truck: Truck) throws -> [DriverJob] {
        try tx.driverJobs.open(in: shift.areaId).filter { $0.suits(shift.driver, with: truck) }
    }

    func offerOpenJobs(to shift: Shift, _ truck: Truck) throws {
        for job in try open(to: shift, truck) { try tx.publish(job.available(to: [shift.driver], at: tx.now)) }
    }

    private func offer(_ job: DriverJob, at: Timestamp) throws {
        let drivers = try takers(of: job, at: at)
        if !drivers.isEmpty { try tx.publish(job.available(to: drivers, at: at)) }
    }
    private func withdraw(_ job: DriverJob, at: Timestamp) throws {
        let drivers = try shifts(for: job).map(\.driver)
        guard !drivers.isEmpty else { return }
        try tx.publish(FuelDeliveryWithdrawn(deliveryId: job.id, driverIds: drivers, at: at.wholeSeconds))
    }
    private func isOffered(_ job: DriverJob, to driver: User.ID, at: Timestamp) throws -> Bool {
        try job.state == .open && takers(of: job, at: at).contains(driver)
    }
    /// Who may claim it. A driver whose hours are over only finishes what he is on the way for.
    private func takers(of job: DriverJob, at: Timestamp) throws -> [User.ID] {
        try shifts(for: job).filter { !$0.isOver(at: at) }.map(\.driver)
    }
    private func shifts(for job: DriverJob) throws -> [Shift] {
        try tx.shifts.open(in: job.areaId, carrying: job.fuelType).filter { job.isFor($0.driver) }
    }

    private func lose(_ job: DriverJob, _ driver: User.ID, at: Timestamp) throws {
        try Trucks(tx).free(job.id)
        // It leaves his list, unless he delivered it or is offered it again.
        if try job.state != .done && !isOffered(job, to: driver, at: at) {
            try tx.publish(FuelDeliveryWithdrawn(deliveryId: job.id, driverIds: [driver], at: at.wholeSeconds))
        }
        // Whose order ended still sees it; who lost it does not.
        if !job.isEnded { try tx.publish(FuelDeliveryReleased(orderId: job.id, driverId: driver, at: at.wholeSeconds)) }
        guard let shift = try tx.shifts.open(of: driver), shift.isOver(at: at), try tx.driverJobs.all(of: driver).isEmpty else { return }
        try Shifts(tx).end(shift, by: .system, at: at)
    }
}
