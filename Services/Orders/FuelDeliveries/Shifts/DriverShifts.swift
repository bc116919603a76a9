import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Shifts with the deliveries that depend on them.
struct DriverShifts {
    let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    static let required = Rejection.conflict("shift-required", "Start a shift first.")

    /// The open shift of a driver after its timer; nil: there is none.
    func open(of driver: User.ID) throws -> Shift? {
        guard let shift = try tx.shifts.open(of: driver) else { return nil }
        return try settle(shift)
    }
    /// One in which the driver may get deliveries. Throws `shift-required`.
    func require(_ driver: User.ID) throws -> Shift {
        guard let shift = try open(of: driver), !shift.isOver(at: tx.now) else { throw Self.required }
        return shift
    }

    /// Ends a shift whose time is over: what was not begun goes back, and with an active delivery it ends later.
    @discardableResult
    func settle(_ shift: Shift) throws -> Shift? {
        guard shift.endedAt == nil else { return nil }
        guard shift.isOver(at: tx.now) else { return shift }
        try release(of: shift.driver, by: .system, reason: "The shift is over.", at: shift.endsAt) { $0 == .assigned }
        if try tx.driverJobs.all(of: shift.driver).isEmpty { try Shifts(tx).end(shift, by: .system, at: shift.endsAt) }
        return try tx.shifts.open(of: shift.driver)
    }

    /// Takes deliveries from a driver.
    func release(of driver: User.ID, by actor: FuelActor, reason: String, at: Timestamp, _ isMeant: (FuelOrderStatus) -> Bool) throws {
        for job in try tx.driverJobs.all(of: driver) {
            guard let order = try FuelSale.load(job.id, in: tx), order.driver?.id == driver, isMeant(order.status) else { continue }
            let moment = max(at.wholeSeconds, order.lastTransitionAt)
            try FuelSale.apply(.delivery(.release(reason: reason, by: actor), at: moment), to: job.id, in: tx)
            // A time that was over while he had it ends it at once.
            _ = try FuelSale.load(job.id, in: tx)
        }
    }

    /// Somebody may not drive any more: what is not in the middle of fuelling goes to others.
    func dismiss(_ driver: User.ID) throws {
        guard let shift = try tx.shifts.open(of: driver) else { return }
        // First the shift: nothing that goes back is offered to him.
        try Shifts(tx).end(shift, by: .system, at: tx.now)
        try release(of: driver, by: .system, reason: "The driver left.", at: tx.now) { $0 != .fueling }
    }
}
