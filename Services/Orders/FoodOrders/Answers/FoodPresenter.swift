import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit

/// Orders as somebody sees them.
package struct FoodPresenter {
    package let people: PersonStore
    package let couriers: CourierStore
    package let settings: FoodSettings
    package let now: Timestamp
    /// In the order of preference.
    package let languages: [String]
    let codeKey: [UInt8]

    package init(people: PersonStore, couriers: CourierStore, settings: FoodSettings, now: Timestamp, languages: [String],
                 codeKey: [UInt8]) {
        (self.people, self.couriers, self.settings, self.now) = (people, couriers, settings, now)
        (self.languages, self.codeKey) = (languages, codeKey)
    }

    /// One order. Throws 404 for somebody whose business it is not.
    /// - Parameter withCode: answers that are sealed show the customer what to say at the door.
    package func answer(_ order: FoodOrder, for viewer: FoodViewer, withCode: Bool = false) throws -> JSONValue {
        guard let standing = viewer.standing(in: order) ?? (viewer.runsKitchen(of: order) ? .owner : nil) else { throw Rejection.notFound }
        let sight = FoodVisibility(order: order, standing: standing, seesContacts: viewer.has(FoodViewer.Permission.contacts), now: now)
        let isOwnCode = withCode && standing == .customer && order.times.acceptedAt != nil && order.status != .cancelled
        var cost: JSONValue = .null
        if case .fee(let fee) = FoodCancelRules.cost(of: order, at: now, settings) { cost = fee.json }
        let allowed = FoodActions.allowed(order, for: viewer, at: now, settings)
        return .object([
            "id": .string(order.id.rawValue), "number": .string(order.shownNumber), "status": .string(order.status.rawValue),
            "statusLabel": .string(order.status.label(languages)), "version": .int(order.version),
            "restaurant": restaurant(order, sight), "customer": try customer(order, sight),
            "items": .array(order.content.lines.enumerated().map { item($1, $0, of: order) }),
            "totals": totals(order), "address": try address(order, sight), "note": .text(order.note),
            "leaveAtDoor": .bool(order.leaveAtDoor), "payment": payment(order),
            "deliveryCode": isOwnCode ? .string(FoodSecrets.code(of: order.id, key: codeKey)) : .null,
            "releasedAt": .time(order.times.releasedAt), "deadlineAt": .time(order.deadline(settings)),
            "estimatedReadyAt": .time(readyAt(order)), "estimatedDeliveryAt": .time(deliveryAt(order)),
            "delivery": try delivery(order, sight), "cancellation": cancellation(order), "rating": rating(order),
            "timeline": .array(order.timeline.map(step)), "allowedActions": .array(allowed.map { .string($0.rawValue) }),
            "cancellationFee": cost, "createdAt": .time(order.createdAt), "updatedAt": .time(order.updatedAt),
        ])
    }

    /// One order in a list.
    package func summary(_ order: FoodOrder) throws -> JSONValue {
        .object([
            "id": .string(order.id.rawValue), "number": .string(order.shownNumber), "status": .string(order.status.rawValue),
            "statusLabel": .string(order.status.label(languages)), "version": .int(order.version),
            "restaurantId": .string(order.restaurant.id.rawValue),
            "restaurantName": .string(FoodLanguages.text(order.restaurant.names, languages)),
            "customerName": .string(try customerName(order)), "total": order.totals.total.json,
            "payment": ["method": .string(order.payment.method.rawValue), "status": .string(order.payment.status.rawValue)],
            "deadlineAt": .time(order.deadline(settings)), "estimatedReadyAt": .time(readyAt(order)),
            "estimatedDeliveryAt": .time(deliveryAt(order)), "createdAt": .time(order.createdAt), "updatedAt": .time(order.updatedAt),
        ])
    }

    /// What a shared link shows.
    package func tracking(_ order: FoodOrder) throws -> JSONValue {
        var courier: JSONValue = .null
        var place: JSONValue = .null
        if !order.status.isFinal, let id = order.delivery?.courier {
            courier = .text(try people.name(of: id).map(Self.firstName))
            if order.status == .outForDelivery { place = try position(of: id) }
        }
        return .object([
            "number": .string(order.shownNumber), "status": .string(order.status.rawValue),
            "statusLabel": .string(order.status.label(languages)),
            "restaurantName": .string(FoodLanguages.text(order.restaurant.names, languages)),
            "estimatedDeliveryAt": .time(deliveryAt(order)), "courierFirstName": courier, "courierLocation": place,
        ])
    }

    // MARK: - Times

    /// Never before now, as long as it is an estimate.
    package func deliveryAt(_ order: FoodOrder) -> Timestamp? {
        FoodEstimates.deliveryAt(of: order).map { order.status.isFinal ? $0 : max($0, now.wholeSeconds) }
    }
    package func readyAt(_ order: FoodOrder) -> Timestamp? {
        switch order.status {
        case .cancelled, .pending: nil
        case .accepted, .preparing: order.times.estimatedReadyAt.map { max($0, now.wholeSeconds) }
        case .ready, .outForDelivery, .delivered: order.times.readyAt
        }
    }

    // MARK: - People

    package static func firstName(_ name: String) -> String { String(name.prefix { !$0.isWhitespace }) }
    func customerName(_ order: FoodOrder) throws -> String {
        try people.name(of: order.customer) ?? order.kept?.name ?? CourierOfJob.erasedName
    }
    func position(of courier: User.ID) throws -> JSONValue {
        guard let position = try couriers.find(courier)?.position else { return .null }
        return ["lat": .double(position.location.lat), "lng": .double(position.location.lng), "at": .time(position.at)]
    }
}
