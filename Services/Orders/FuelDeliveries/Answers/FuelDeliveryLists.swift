import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Deliveries: those that may be claimed, the driver's own, or all of them.
package struct FuelDeliveryList: Query {
    package static let type: MessageType = "orders.fuel-delivery-list.v1"
    package enum Scope: String, Codable, Sendable { case available, mine, all }
    package let scope: Scope?
    package let status: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let request = try PageRequest(page: page, perPage: perPage)
        let caller = try view.deliveryCaller()
        var check = Validation()
        var filter = FuelOrderFilter(.everything)
        filter.read(status: status, &check)
        try check.check()
        switch scope ?? (caller.isDriver ? .mine : .all) {
        case .mine: filter.scope = .driver(caller.user)
        case .all: guard caller.isDispatcher else { throw Rejection.forbidden(without: TruckSettings.manage) }
        case .available: return try available(filter.statuses, for: caller, request, in: view)
        }
        let (orders, total) = try view.fuelOrders.page(filter, limit: request.perPage, offset: request.offset)
        let presenter = view.fuelDeliveryPresenter()
        return Page(try orders.map { try presenter.answer($0, for: caller) }, request, total: total)
    }

    /// The first one to begin comes first.
    private func available(_ statuses: [FuelOrderStatus], for caller: DeliveryCaller, _ request: PageRequest,
                           in view: OrdersView) throws -> Page<JSONValue> {
        guard let jobs = caller.isDriver ? try view.openJobs(of: caller.user) : try view.driverJobs.open() else {
            throw DriverShifts.required
        }
        let shown = statuses.contains(.scheduled) ? jobs : []
        let presenter = view.fuelDeliveryPresenter()
        let entries = try shown.dropFirst(request.offset).prefix(request.perPage).compactMap { try view.fuelOrders.find($0.id) }
        return Page(try entries.map { try presenter.answer($0, for: caller) }, request, total: shown.count)
    }
}

/// One delivery, for its driver, those who may claim it, and dispatchers.
package struct FuelDeliveryDetails: Query {
    package static let type: MessageType = "orders.fuel-delivery-details.v1"
    package let deliveryId: OrderID

    package func answer(in view: OrdersView) throws -> JSONValue {
        let caller = try view.deliveryCaller()
        guard let order = try view.fuelOrders.find(deliveryId), try isShown(order, to: caller, in: view) else { throw Rejection.notFound }
        return try view.fuelDeliveryPresenter().answer(order, for: caller)
    }

    private func isShown(_ order: FuelOrder, to caller: DeliveryCaller, in view: OrdersView) throws -> Bool {
        if caller.isDispatcher || order.driver?.id == caller.user { return true }
        guard order.status == .scheduled, let jobs = try view.openJobs(of: caller.user) else { return false }
        return jobs.contains { $0.id == order.id }
    }
}

/// What a driver sees first of his live topic: every delivery that he may claim.
package struct OpenDeliveriesOfDriver: Query {
    package static let type: MessageType = "orders.open-deliveries-of-driver.v1"
    package struct List: Encodable, Sendable { let data: [FuelDeliveryAvailable] }

    package func answer(in view: OrdersView) throws -> List {
        let driver = try view.user().userID
        return List(data: (try view.openJobs(of: driver) ?? []).map { $0.available(to: [driver], at: view.now) })
    }
}

extension OrdersView {
    /// What a driver on shift may claim, the first one to begin first. Nil without a shift, also when only a delivery keeps it open.
    func openJobs(of driver: User.ID) throws -> [DriverJob]? {
        guard let shift = try openShift(of: driver), !shift.isOver(at: now), let truck = try trucks.find(shift.truck) else { return nil }
        return try driverJobs.open(in: shift.areaId).filter { $0.suits(driver, with: truck) }
    }
}
