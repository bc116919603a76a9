import Contracts
import Kernel
import Messaging
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit

/// The orders shard of one tenant, with an event on sale; plays the catalog and payments by hand.
final class TicketShop {
    static let eventID: EventID = "event-1"
    static let regular: TicketTypeID = "type-regular"
    static let free: TicketTypeID = "type-free"
    static let john = Principal.user("john", roles: ["attendee"])
    static let jane = Principal.user("jane", roles: ["attendee"])
    static let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    static let definition = TenantDefinition(
        tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", phonePrefix: "+256", sandbox: true,
        roles: ["attendee": [], "organizer": [], "moderator": ["payments:refund"]], plugins: ["orders": ["ticket-sale"]],
        settings: ["orders": ["numberPrefix": "EP", "claimAnswerSeconds": 30],
                   "payments-stub": ["platformFeePercent": 5, "paymentGraceMinutes": 5]])

    let shard: ShardHarness<Orders>
    private var requests = 0

    init(_ definition: TenantDefinition = definition) throws {
        shard = try ShardHarness(Orders.self, definition: definition)
        try shard.receive(UserRegistered(userId: "john", name: "John Okello", email: "john@example.com", roles: ["attendee"]))
        try shard.receive(EventPublished(eventId: Self.eventID, event: event()))
        try shard.markSeen()
    }

    func event(version: Int = 1, startDate: Timestamp? = nil, ageRestriction: Int? = nil,
               refundPolicy: TicketEvent.RefundPolicy = .init(type: "until", hoursBefore: 24), transferable: Bool = true,
               status: String = "published", address: String? = "Kintu Road") -> TicketEvent {
        let start = startDate ?? opening + .days(5)
        return TicketEvent(
            eventId: Self.eventID, organizerId: "bob", organizerName: "Bob Events", title: "Kampala Tech Summit", category: "technology",
            status: status, startDate: start, endDate: start + .hours(8),
            venue: Venue(name: "Kampala Serena Hotel", address: address, city: "Kampala", latitude: 0.319, longitude: 32.5863),
            posterUrl: nil,
                ageRestriction: ageRestriction,
            ticketTypes: [.init(id: Self.regular, name: "Regular", price: Money(50_000, .ugx), quantity: 300),
                .init(id: Self.free, name: "Free", price: Money(0, .ugx), quantity: 300)],
            refundPolicy: refundPolicy, transferable: transferable, reEntry: false, doorsOpenMinutes: 180, version: version)
    }
    let opening = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast

    /// An order as the test goes on with it.
    struct Placed {
        let request: String
        let id: OrderID
        let claim: ClaimID
        let items: [TicketLine]
    }

    func place(_ items: [TicketLine] = [TicketLine(ticketTypeId: regular, quantity: 2)], attendees: [String]? = nil,
               as buyer: Principal = john, attributes: [String: String] = [:]) throws -> Placed {
        requests += 1
        let request = "request-\(requests)"
        let command =
            PlaceTicketOrder(eventId: Self.eventID, items: items, attendees: attendees?.map { PlaceTicketOrder.Attendee(name: $0) })
        try shard.send(command, as: buyer, id: request, attributes: attributes)
        guard let claim = try shard.published(PlaceClaim.self).last else { throw Missing(what: "claim") }
        return Placed(request: request, id: claim.orderId, claim: claim.claimId, items: items)
    }
    struct Missing: Error { let what: String }

    func claimed(_ order: Placed, claim: ClaimID? = nil, buyer: User.ID = "john", expiresAt: Timestamp? = nil,
        price: Money = Money(50_000, .ugx), total: Money? = nil, sold: Bool? = nil) throws -> TicketsClaimed {
        let lines = order.items.map { line in
            let isFree = line.ticketTypeId == Self.free
            return ClaimedLine(ticketTypeId: line.ticketTypeId, name: isFree ? "Free" : "Regular", quantity: line.quantity,
                unitPrice: isFree ? Money(0, price.currency) : price)
        }
        let sum = try lines.reduce(Money.zero(price.currency)) { try $0.adding(try $1.unitPrice.times($1.quantity)) }
        return TicketsClaimed(claimId: claim ?? order.claim, orderId: order.id, userId: buyer, eventId: Self.eventID, items: lines,
                              total: total ?? sum, expiresAt: expiresAt ?? shard.now + .minutes(15), event: event(), sold: sold)
    }

    /// Up to the payment: answers its id.
    func hold(_ order: Placed) throws -> PaymentID {
        try shard.receive(claimed(order))
        guard let intent = try shard.published(CreateIntent.self).last else { throw Missing(what: "intent") }
        try shard.receive(IntentCreated(paymentId: intent.paymentId, orderId: order.id, userId: intent.userId, amount: intent.amount,
            currency: intent.currency))
        return intent.paymentId
    }
    func pay(_ order: Placed, _ payment: PaymentID, amount: Int = 100_000, currency: Currency = .ugx) throws {
        try shard.receive(PaymentSucceeded(paymentId: payment, orderId: order.id, userId: "john", amount: amount, currency: currency,
                                           attempt: 1))
    }
    func confirm(_ order: Placed, claim: ClaimID? = nil) throws {
        try shard.receive(ClaimConfirmed(claimId: claim ?? order.claim, orderId: order.id, listing: .event(Self.eventID)))
    }
    func expire(_ order: Placed) throws {
        try shard.receive(ClaimExpired(claimId: order.claim, orderId: order.id, listing: .event(Self.eventID)))
    }
    /// A paid order with its tickets.
    func buy(_ quantity: Int = 2, as buyer: Principal = john) throws -> Placed {
        let order = try place([TicketLine(ticketTypeId: Self.regular, quantity: quantity)], as: buyer)
        let payment = try hold(order)
        try pay(order, payment, amount: 50_000 * quantity)
        try confirm(order)
        return order
    }
    func refundSucceeds(_ refund: RefundPayment) throws {
        try shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
            amount: refund.amount, currency: refund.currency))
    }

    func details(_ order: Placed, as user: Principal = john) throws -> Reply {
        try shard.ask(OrderDetails.self, ["orderId": .string(order.id.rawValue)], as: user)
    }
    func status(_ order: Placed, as user: Principal = john) throws -> String? { try details(order, as: user).json["status"]?.string }
}
