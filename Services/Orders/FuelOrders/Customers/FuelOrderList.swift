import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The caller's own orders, newest first; for the staff all of them.
package struct FuelOrderList: Query {
    package static let type: MessageType = "orders.fuel-order-list.v1"
    let scope: String?
    let status: String?
    let vehicleId: String?
    let areaId: String?
    let from: String?
    let to: String?
    let updatedSince: String?
    let clientOrderId: String?
    let fields: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        let viewer = try view.fuelViewer(), isAll = scope?.trimmed == "all"
        if isAll, !viewer.isStaff { throw Rejection.forbidden(without: FuelViewer.Permission.dispatch) }
        if !isAll, !viewer.isCustomer { throw Rejection.forbidden(without: FuelViewer.Permission.place) }
        var filter = FuelOrderFilter(isAll ? .everything : .customer(viewer.user))
        try read(into: &filter, in: try TimeZoneRules.named(view.definition.timezone))
        let request = try PageRequest(page: page, perPage: perPage)
        let (orders, total) = try view.fuelOrders.page(filter, limit: request.perPage, offset: request.offset)
        let presenter = view.fuelPresenter()
        return Page(try orders.map { try presenter.answer($0, for: viewer.reader).reduced(to: fields) }, request, total: total)
    }

    /// Throws 422 for a parameter that is none.
    private func read(into filter: inout FuelOrderFilter, in zone: TimeZoneRules) throws {
        var check = Validation()
        if let scope, !["all", "mine"].contains(scope.trimmed) { check.fail("scope", "must be one of mine, all") }
        filter.read(status: status, &check)
        filter.vehicle = vehicleId.map { VehicleID($0.trimmed) }
        filter.area = areaId.map { ServiceAreaID($0.trimmed) }
        if let clientOrderId {
            filter.clientOrderId = clientOrderId.trimmed
            if !FuelOrderForm.isUUID(clientOrderId.trimmed) { check.fail("clientOrderId", "must be a UUID") }
        }
        filter.period = LocalPeriod(from: from, to: to, in: zone, check: &check)
        if let updatedSince {
            filter.updatedSince = Timestamp(updatedSince)
            if filter.updatedSince == nil { check.fail("updatedSince", "must be a time (RFC 3339)") }
        }
        try check.check()
    }
}

extension JSONValue {
    /// Of an order, only the members that `?fields=` asks for, and always the id.
    func reduced(to fields: String?) -> JSONValue {
        guard let fields, case .object(let members) = self else { return self }
        let wanted = Set(fields.split(separator: ",").map { String($0).trimmed } + ["id"])
        return .object(members.filter { wanted.contains($0.key) })
    }
}
