import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One job, for its courier, its restaurant's owner and the staff.
package struct DeliveryDetails: Query {
    package static let type: MessageType = "orders.delivery-details.v1"
    package let deliveryId: OrderID

    package func answer(in view: OrdersView) throws -> DeliveryAnswer {
        let audience = try view.deliveryAudience
        guard let job = try view.deliveryJobs.find(deliveryId) else { throw Rejection.notFound }
        let offer = try view.deliveryOffers.find(deliveryId, audience.user)
        guard let viewer = audience.viewer(of: job, offer: offer, at: view.now) else { throw Rejection.notFound }
        return try view.deliveryPresenter.answer(job, for: viewer)
    }
}

/// The jobs of a courier, newest first.
package struct DeliveriesOfCourier: Query {
    package static let type: MessageType = "orders.deliveries-of-courier.v1"
    package let status: String?
    package let courierId: User.ID?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<DeliveryAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        guard [nil, "active", "final"].contains(status) else { throw Rejection.invalid(["status": ["must be active or final"]]) }
        let courier = try view.rider(courierId)
        let (jobs, total) = try view.deliveryJobs.list(of: courier, isOver: status.map { $0 == "final" }, limit: request.perPage,
                                                       offset: request.offset)
        let presenter = view.deliveryPresenter
        return Page(try jobs.map { try presenter.answer($0, for: .courier(courier)) }, request, total: total)
    }
}

/// All jobs, for the staff; or those that need a person.
package struct AllDeliveries: Query {
    package static let type: MessageType = "orders.all-deliveries.v1"
    package let attention: Bool?
    package let status: String?
    package let page: Int?
    package let perPage: Int?

    /// A courier who has an order for longer than this.
    static let outMinutes = 90

    package func answer(in view: OrdersView) throws -> Page<DeliveryAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let wanted = try status.map { text in
            guard let wanted = DeliveryStatus(rawValue: text) else {
                throw Rejection.invalid(["status": ["is not a status of a delivery"]])
            }
            return wanted
        }
        guard let viewer = try view.deliveryAudience.staff else { throw Rejection.forbidden }
        let settings = view.deliverySettings
        let (jobs, total) = attention == true
            ? try view.deliveryJobs.needingAttention(
                missedSince: view.now - .minutes(settings.unassignedMinutes), outSince: view.now - .minutes(Self.outMinutes),
                silentSince: view.now - .minutes(settings.silenceMinutes), codeTries: settings.codeTries, status: wanted,
                limit: request.perPage, offset: request.offset)
            : try view.deliveryJobs.list(status: wanted, limit: request.perPage, offset: request.offset)
        let presenter = view.deliveryPresenter
        return Page(try jobs.map { try presenter.answer($0, for: viewer) }, request, total: total)
    }
}
