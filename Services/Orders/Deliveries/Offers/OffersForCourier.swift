import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What a courier may claim now, nearest first.
package struct OffersForCourier: Query {
    package static let type: MessageType = "orders.offers-for-courier.v1"
    package let courierId: User.ID?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<OfferAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let courier = try view.rider(courierId)
        let place = try view.couriers.find(courier)?.position?.location
        let languages = view.deliveryPresenter.languages
        let offers = try view.deliveryOffers.live(for: courier).filter { $0.isLive(at: view.now) }.compactMap { offer in
            try view.deliveryJobs.find(offer.job).map { job in
                OfferAnswer(offer: offer, job: job, meters: place?.wholeMeters(to: job.pickup.location), languages: languages,
                            now: view.now)
            }
        }.sorted { ($0.meters ?? .max, $0.offer.job) < ($1.meters ?? .max, $1.offer.job) }
        return Page(Array(offers.dropFirst(request.offset).prefix(request.perPage)), request, total: offers.count)
    }
}

package struct OfferAnswer: Encodable, Sendable {
    let offer: DeliveryOffer
    let job: Delivery
    /// To the restaurant.
    let meters: Int?
    let languages: [String]
    let now: Timestamp

    private enum Key: String, CodingKey {
        case deliveryId, orderNumber, restaurant, dropoffArea, payout, cash, distanceMeters, estimatedReadyAt, expiresAt
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(job.id, forKey: .deliveryId)
        try box.encode(job.number, forKey: .orderNumber)
        try box.encode(RestaurantPart(job.pickup, languages, isPhoneShown: true), forKey: .restaurant)
        try box.encode(job.dropoff.location?.area, forKey: .dropoffArea)
        try box.encode(OfferedPayoutPart(job.payout), forKey: .payout)
        try box.encode(job.cash.map { CashPart(collect: $0) }, forKey: .cash)
        try box.encode(meters, forKey: .distanceMeters)
        try box.encode(job.readyTime(at: now).wholeSeconds, forKey: .estimatedReadyAt)
        try box.encode(offer.expiresAt?.wholeSecondsUp, forKey: .expiresAt)
    }
}

/// What a job pays, as a sum with what it is made of.
private struct OfferedPayoutPart: Encodable {
    private let amount: Int
    private let currency: String
    private let base: Money
    private let tip: Money
    private let total: Money
    init(_ payout: DeliveryPayout) {
        (base, tip, total) = (payout.base, payout.tip, payout.total)
        (amount, currency) = (total.amount, total.currency.code)
    }
}
