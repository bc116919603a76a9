import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A courier as he sees himself, and as the staff sees him.
package struct CourierAnswer: Encodable, Sendable {
    let courier: Courier
    let name: String
    let currency: Currency

    private enum Key: String, CodingKey {
        case id, name, status, online, vehicle, plate, location, activeDeliveries, cashInHand, rating
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(courier.id, forKey: .id)
        try box.encode(name, forKey: .name)
        try box.encode(courier.status, forKey: .status)
        try box.encode(courier.isOnline, forKey: .online)
        try box.encode(courier.vehicle, forKey: .vehicle)
        try box.encode(courier.plate, forKey: .plate)
        try box.encode(courier.position.map { PositionPart($0) }, forKey: .location)
        try box.encode(courier.activeJobs, forKey: .activeDeliveries)
        try box.encode(Money(courier.cashInHand, currency), forKey: .cashInHand)
        try box.encode(courier.ratingTenths.map { Double($0) / 10 }, forKey: .rating)
    }
}

extension OrdersTransaction {
    func courierAnswer(_ courier: Courier) throws -> CourierAnswer {
        // A courier's own requests have no effect any more once he is erased; those of the staff are judged anew.
        if try user().userID != courier.id { context.answerIsAbout(courier.id) }
        let name = try people.name(of: courier.id) ?? CourierOfJob.erasedName
        return CourierAnswer(courier: courier, name: name, currency: definition.currency)
    }
}

/// The profile of a courier.
package struct CourierProfile: Query {
    package static let type: MessageType = "orders.courier-profile.v1"
    package let courierId: User.ID?

    package func answer(in view: OrdersView) throws -> CourierAnswer {
        let id = try view.rider(courierId)
        // The token may be older than the news of the role.
        let courier = try view.couriers.find(id) ?? Courier(id: id, createdAt: view.now)
        return CourierAnswer(courier: courier, name: try view.people.name(of: id) ?? "", currency: view.definition.currency)
    }
}

/// All couriers, newest first, for the staff.
package struct AllCouriers: Query {
    package static let type: MessageType = "orders.all-couriers.v1"
    package let status: String?
    package let online: Bool?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<CourierAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let wanted = try status.map { text in
            guard let status = Courier.Status(rawValue: text) else { throw Rejection.invalid(["status": ["is not a status of a courier"]]) }
            return status
        }
        let (couriers, total) = try view.couriers.list(status: wanted, online: online, limit: request.perPage, offset: request.offset)
        return Page(try couriers.map {
            CourierAnswer(courier: $0, name: try view.people.name(of: $0.id) ?? CourierOfJob.erasedName, currency: view.definition.currency)
        }, request, total: total)
    }
}
