import Contracts
import Kernel
import OrdersFuel
import OrdersFuelCatalog
import OrdersFuelQuotes
import OrdersKit
import OrdersPages
import OrdersTrucks
import ServiceKit

/// The dispatch board with its data, for staff.
package struct ShowDispatchState: Query {
    package static let type: MessageType = "orders.show-dispatch-state.v1"
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        _ = try view.user()
        let page = DispatchBoardStatePage(try view.dispatchBoard(), words: .of(PageLanguage.of(view, lang)),
                                          zone: try TimeZoneRules.named(view.definition.timezone))
        return PageAnswer(page.markup)
    }
}

extension OrdersView {
    /// A map with more of them could not be read.
    private static let areasMax = 100, driversMax = 200

    fileprivate func dispatchBoard() throws -> DispatchBoard {
        var filter = FuelOrderFilter(.everything)
        filter.statuses = FuelOrderStatus.allCases.filter { !$0.isFinal }
        let open = try fuelOrders.page(filter, limit: DispatchBoard.ordersMax, offset: 0)
        let orders = try open.orders.map(boardOrder).sorted { ($0.startsAt, $0.number) < ($1.startsAt, $1.number) }
        let presenter = fuelPresenter()
        let drivers = try shifts.open(limit: Self.driversMax).map { shift in
            let point = try driverPoints.newest(of: shift.id)
            return DispatchBoard.Driver(
                id: shift.driver.rawValue, firstName: try presenter.firstName(shift.driver) ?? "", truckCode: shift.truckCode,
                areaId: shift.areaId.rawValue, fuels: try trucks.find(shift.truck)?.compartments.map(\.fuelType) ?? [],
                jobs: orders.filter { $0.driverId == shift.driver.rawValue }.count, point: point?.location, seenAt: point?.recordedAt)
        }
        let areas = try serviceAreas.page(limit: Self.areasMax, offset: 0).areas.filter(\.active)
        return DispatchBoard(orders: orders, total: open.total, drivers: drivers,
                             areas: areas.map { ($0.id.rawValue, AreaMap.Area(name: $0.name, geometry: $0.geometry)) }, now: now)
    }

    private func boardOrder(_ order: FuelOrder) throws -> DispatchBoard.Order {
        let lane: DispatchBoard.Lane = order.status == .assigned ? .assigned : order.status.isUnderWay ? .active : .waiting
        let car = order.vehicle, schedule = order.schedule
        return DispatchBoard.Order(
            id: order.id.rawValue, number: order.shownNumber, version: order.version, status: order.status.rawValue, lane: lane,
            isAsap: schedule.type == .asap, startsAt: schedule.startsAt, endsAt: schedule.endsAt, promisedBy: schedule.promisedBy,
            fuelType: order.fuelType, gallons: order.maxGallons.description,
            vehicle: [car.color ?? "", car.make, car.model].filter { !$0.isEmpty }.joined(separator: " "),
            place: order.quote.place.location, address: order.quote.place.address, areaId: order.areaId.rawValue,
            driverId: order.driver?.id.rawValue, driver: try order.driver.map { try fuelPresenter().firstName($0.id) ?? "" },
            truckCode: order.driver?.truckCode, flags: order.flags.map(\.rawValue))
    }
}
