import Contracts
import Kernel
import OrdersDeliveries

/// An order of food: what was claimed of the catalog, where it is, and everything that happened to it.
package struct FoodOrder: Codable, Sendable, Equatable {
    package let id: OrderID
    /// Of the tenant, rising: 100042 is shown as `SF-100042`.
    package let number: Int
    package let customer: User.ID
    package let quote: QuoteID
    package let createdAt: Timestamp
    package let leaveAtDoor: Bool
    /// The provider's misbehaviour asked for (`X-Sandbox-Payment`).
    package let sandbox: String?
    package let restaurant: QuoteClaimed.Restaurant
    package var content: QuoteContent

    package var status: FoodOrderStatus = .pending
    package var version = 1
    package var updatedAt: Timestamp
    package var payment: FoodPayment
    package var address: FoodAddress
    package var note: String?
    package var times = FoodTimes()
    package var delivery: FoodDelivery?
    package var cancellation: FoodCancellation?
    package var rating: FoodRating?
    package var timeline: [FoodStep] = []
    /// Minor units that its restaurant was credited with, without later refunds.
    package var ownerAmount = 0
    /// Reminders and alerts that were sent, in that order. A later ready time makes `late` wait anew.
    package var sent: [FoodTimer] = []
    /// The estimate that people were told last.
    package var toldDeliveryAt: Timestamp?
    /// The customer's account is erased; what names the person stays until the order ended.
    package var kept: FoodContact?
    package var isErased = false
    /// The courier who has the order with him, if his account is erased; his name stays until the order ended.
    package var erasedCourier: User.ID?

    package init(_ request: FoodOrderRequest, claimed: QuoteClaimed, number: Int, at now: Timestamp) {
        let now = now.wholeSeconds
        (id, self.number, customer, quote, createdAt) = (request.id, number, request.customer, request.quote, now)
        (leaveAtDoor, sandbox, restaurant, content) = (request.leaveAtDoor, request.sandbox, claimed.restaurant, claimed.quote)
        (updatedAt, payment, address, note) = (now, request.payment, request.address, request.note)
        timeline = [FoodStep(status: .pending, at: now, by: FoodActor(role: "customer", id: request.customer), action: .place)]
        toldDeliveryAt = FoodEstimates.deliveryAt(of: self)
    }
}

extension FoodOrder {
    package static let prefix = "SF-"
    package var shownNumber: String { "\(Self.prefix)\(number)" }
    /// A card order is its restaurant's business only once it is paid.
    package var isReleased: Bool { times.releasedAt != nil }
    package var isPaid: Bool { payment.paid > 0 }
    package var totals: QuoteContent.Totals { content.totals }
    package var currency: Currency { content.totals.total.currency }
    package var claim: ClaimID { FoodOrderRequest.claim(of: id) }
    package var endedAt: Timestamp? { times.endedAt }
    package func money(_ amount: Int) -> Money { Money(amount, currency) }

    /// The end of the payment window, then of the accept window, then nil.
    package func deadline(_ settings: FoodSettings) -> Timestamp? {
        guard status == .pending else { return nil }
        return times.releasedAt.map { $0 + .minutes(settings.acceptMinutes) } ?? createdAt + .minutes(settings.paymentMinutes)
    }
    /// The refund that an order makes itself: one per cause.
    package func refund(_ cause: String) -> RefundID { RefundID(DeterministicID.make("food-refund", id.rawValue, cause)) }
}

/// Where the food goes, as the customer wrote it. Empty of words once the account is erased.
package struct FoodAddress: Codable, Sendable, Equatable {
    package var line: String?
    package var details: String?
    /// Nil: the customer's own.
    package var phone: String?
    package init(line: String?, details: String?, phone: String?) { (self.line, self.details, self.phone) = (line, details, phone) }
}

/// How a person was named and reached.
package struct FoodContact: Codable, Sendable, Equatable {
    package let name: String?
    package let phone: String?
    package init(name: String?, phone: String?) { (self.name, self.phone) = (name, phone) }
}

/// When what happened.
package struct FoodTimes: Codable, Sendable, Equatable {
    package var releasedAt: Timestamp?
    package var acceptedAt: Timestamp?
    /// As the restaurant said last.
    package var prepMinutes: Int?
    package var prepChanges = 0
    package var estimatedReadyAt: Timestamp?
    package var readyAt: Timestamp?
    package var pickedUpAt: Timestamp?
    /// Delivered or cancelled.
    package var endedAt: Timestamp?
    package init() {}
}

/// The courier's side of it, as the deliveries said last.
package struct FoodDelivery: Codable, Sendable, Equatable {
    package var status: DeliveryStatus
    package var courier: User.ID?
    /// When the search for somebody began anew.
    package var unassignedSince: Timestamp?
    /// The courier's last position while he has the job.
    package var position: GeoPoint?
    package var positionAt: Timestamp?
    package init(status: DeliveryStatus, courier: User.ID? = nil, unassignedSince: Timestamp? = nil, position: GeoPoint? = nil,
                 positionAt: Timestamp? = nil) {
        (self.status, self.courier, self.unassignedSince) = (status, courier, unassignedSince)
        (self.position, self.positionAt) = (position, positionAt)
    }
}

/// Who did something, and as what.
package struct FoodActor: Codable, Sendable, Equatable {
    package let role: String
    /// Nil: the system.
    package let id: User.ID?
    package init(role: String, id: User.ID?) { (self.role, self.id) = (role, id) }
    package static let system = FoodActor(role: "system", id: nil)
}

/// A change of status.
package struct FoodStep: Codable, Sendable, Equatable {
    package let status: FoodOrderStatus
    package let at: Timestamp
    package let by: FoodActor
    package var note: String?
    /// What brought it: the same action again, by the same person, is a repetition.
    package let action: FoodAction
    package init(status: FoodOrderStatus, at: Timestamp, by: FoodActor, note: String? = nil, action: FoodAction) {
        (self.status, self.at, self.by, self.note, self.action) = (status, at, by, note, action)
    }
}

/// What can be done to an order.
package enum FoodAction: String, Codable, Sendable, CaseIterable {
    case place, accept, reject, prepare, ready, cancel, pickUp, complete, fail, end
}

/// How and why an order ended without a delivery.
package struct FoodCancellation: Codable, Sendable, Equatable {
    package let by: FoodActor
    package let reason: FoodCancelReason
    package var note: String?
    package let fee: Int
    /// What was asked back for the customer.
    package let refund: Int
    package let at: Timestamp
}

/// The customer's word about an order.
package struct FoodRating: Codable, Sendable, Equatable {
    package var restaurantStars: Int
    package var courierStars: Int?
    package var comment: String?
    package let firstAt: Timestamp
    package var at: Timestamp
}
