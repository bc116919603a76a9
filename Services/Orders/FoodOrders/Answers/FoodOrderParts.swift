import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit

// The parts of an order's answer.
extension FoodPresenter {
    func restaurant(_ order: FoodOrder, _ sight: FoodVisibility) -> JSONValue {
        .object([
            "id": .string(order.restaurant.id.rawValue), "name": .string(FoodLanguages.text(order.restaurant.names, languages)),
            "location": .point(order.restaurant.location), "phone": .text(sight.phone(order.restaurant.phone, of: .restaurant)),
        ])
    }

    func customer(_ order: FoodOrder, _ sight: FoodVisibility) throws -> JSONValue {
        .object([
            "id": .string(order.customer.rawValue), "name": .string(try customerName(order)),
            "phone": .text(sight.phone(try customerPhone(order), of: .customer)),
        ])
    }
    private func customerPhone(_ order: FoodOrder) throws -> String? {
        try people.contacts(of: order.customer).phone ?? order.kept?.phone
    }

    func address(_ order: FoodOrder, _ sight: FoodVisibility) throws -> JSONValue {
        let place = order.isErased && order.status.isFinal ? nil : order.content.location
        let (line, details, location) = switch sight.door {
        case .whole: (order.address.line, order.address.details, place)
        case .area: (nil, nil, place?.area)
        case .masked: (order.address.line.map { _ in FoodVisibility.hidden }, order.address.details.map { _ in FoodVisibility.hidden }, nil)
        }
        return .object([
            "line": .text(line), "details": .text(details), "location": location.map { .point($0) } ?? .null,
            "phone": .text(sight.phone(try order.address.phone ?? customerPhone(order), of: .customer)),
        ])
    }

    func item(_ line: QuoteContent.Line, _ place: Int, of order: FoodOrder) -> JSONValue {
        .object([
            "id": .string(DeterministicID.make("food-line", order.id.rawValue, String(place))),
            "menuItemId": .string(line.menuItemId.rawValue), "name": .string(FoodLanguages.text(line.names, languages)),
            "quantity": .int(line.quantity), "unitPrice": line.unitPrice.json, "note": .text(line.note), "lineTotal": line.lineTotal.json,
            "options": .array(line.options.map { option in
                .object([
                    "id": .string(option.id), "group": .string(FoodLanguages.text(option.groupNames, languages)),
                    "name": .string(FoodLanguages.text(option.names, languages)), "priceDelta": option.priceDelta.json,
                ])
            }),
        ])
    }

    func totals(_ order: FoodOrder) -> JSONValue {
        let totals = order.totals
        return .object([
            "subtotal": totals.subtotal.json, "deliveryFee": totals.deliveryFee.json, "serviceFee": totals.serviceFee.json,
            "tip": totals.tip.json, "total": totals.total.json, "taxIncluded": totals.taxIncluded.json,
            "refunded": order.money(order.payment.refunded).json,
        ])
    }

    func payment(_ order: FoodOrder) -> JSONValue {
        let next = order.payment.nextAction.map { JSONValue.object(["type": .string($0.type), "instructions": .string($0.instructions)]) }
        return .object([
            "id": .string(order.payment.id.rawValue), "method": .string(order.payment.method.rawValue),
            "status": .string(order.payment.status.rawValue), "nextAction": next ?? .null, "failureCode": .text(order.payment.failureCode),
        ])
    }

    func delivery(_ order: FoodOrder, _ sight: FoodVisibility) throws -> JSONValue {
        guard let delivery = order.delivery else { return .null }
        var rider: JSONValue = .null
        var place: JSONValue = .null
        if let id = delivery.courier {
            let courier = try couriers.find(id), name = try people.name(of: id)
            rider = .object([
                "id": .string(id.rawValue), "name": .string(name ?? CourierOfJob.erasedName),
                "phone": .text(sight.phone(try people.contacts(of: id).phone, of: .courier)),
                "vehicle": .text(courier?.vehicle?.rawValue),
            ])
            let isKept = PositionAudience.isKept(courier?.position, endedAt: order.endedAt, isErased: name == nil || order.isErased)
            if sight.seesCourier, isKept { place = try position(of: id) }
        }
        return .object(["status": .string(delivery.status.rawValue), "courier": rider, "location": place])
    }

    func cancellation(_ order: FoodOrder) -> JSONValue {
        guard let cancellation = order.cancellation else { return .null }
        return .object([
            "by": actor(cancellation.by), "reason": .string(cancellation.reason.rawValue),
            "reasonLabel": .string(FoodLanguages.text(cancellation.reason.labels, languages)), "note": .text(cancellation.note),
            "fee": order.money(cancellation.fee).json, "refund": order.money(cancellation.refund).json, "at": .time(cancellation.at),
        ])
    }

    func rating(_ order: FoodOrder) -> JSONValue {
        guard let rating = order.rating else { return .null }
        return .object([
            "restaurantStars": .int(rating.restaurantStars), "courierStars": rating.courierStars.map { .int($0) } ?? .null,
            "comment": .text(rating.comment), "at": .time(rating.at),
        ])
    }

    func step(_ step: FoodStep) -> JSONValue {
        .object(["status": .string(step.status.rawValue), "at": .time(step.at), "by": actor(step.by), "note": .text(step.note)])
    }
    private func actor(_ actor: FoodActor) -> JSONValue { .object(["role": .string(actor.role), "id": .text(actor.id?.rawValue)]) }
}
