import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersVehicles

/// An order of fuel: what was quoted, its stop of a truck, who brings it, what was delivered and what was paid.
package struct FuelOrder: Codable, Sendable, Equatable {
    package let id: OrderID
    /// Counted per tenant: 10042 is shown as `AF10042`.
    package let number: Int
    package let customer: User.ID
    package let clientOrderId: String?
    /// On the phone; `receivedAt` is when it came in.
    package let createdAt: Timestamp
    package let receivedAt: Timestamp
    package let queuedOffline: Bool
    /// Its quote had expired, and the new price was within the customer's limit.
    package let repriced: Bool
    /// A copy from the moment of the order: later prices do not touch it.
    package var quote: FuelQuote
    /// A copy from the moment of the order.
    package var vehicle: Vehicle
    package var contactPhone: String?
    package var notes: String?
    /// Minor units; a late tip when it is paid.
    package var tip: Int
    /// The fault that the sandbox injects on request (`X-Sandbox-Payment`).
    package let sandbox: String?
    /// Minor units that its card keeps ready, and the most that is ever charged.
    package let authorized: Int
    package let cap: Int
    /// The most gallons that the cap pays for.
    package let stopAt: Gallons

    package var status: FuelOrderStatus = .pending
    package var version = 1
    package var updatedAt: Timestamp
    package var schedule: FuelSchedule
    package var claim: ClaimID
    /// Claims that were made for it, this one included.
    package var claims = 1
    /// How often it moved to another window, and the move that waits for scheduling.
    package var moves = 0
    package var pendingMove: FuelMove?
    /// A tip of an order without a payment waits for the news whether there is a card.
    package var pendingTip: FuelWait?
    /// The first time it was scheduled.
    package var scheduledAt: Timestamp?
    package var payments: [FuelPayment] = []
    package var capture = FuelCapture()
    package var driver: FuelDriver?
    package var reading: FuelReading?
    package var photos: [FuelPhoto] = []
    package var flags: [FuelFlag] = []
    package var failure: FuelFailure?
    /// What cancelling cost, in minor units; nil: it was not cancelled.
    package var cancellationFee: Int?
    package var final: FuelFinal?
    package var timeline: [FuelStep] = []
    /// Reminders and alerts that were sent.
    package var sent: [FuelTimer] = []
    /// The customer's account is erased; what the driver needs stays until the order ended.
    package var isErased = false
    package var isForgotten = false
    package var keptName: String?

    package init(_ request: FuelOrderRequest, claimed: WindowClaimed, number: Int) {
        (id, self.number, customer, clientOrderId) = (request.id, number, request.customer, request.clientOrderId)
        (createdAt, receivedAt, queuedOffline) = (request.createdAt, request.receivedAt, request.queuedOffline)
        (repriced, quote, vehicle, contactPhone) = (request.repriced, request.quote, request.vehicle, request.contactPhone)
        (notes, tip, sandbox) = (request.notes, request.tip, request.sandbox)
        (authorized, cap, stopAt) = (request.authorized, request.cap, request.stopAt)
        (updatedAt, claim) = (request.receivedAt, claimed.claimId)
        schedule = FuelSchedule(type: request.schedule, claimed)
        timeline = [FuelStep(status: .pending, at: request.receivedAt, by: .customer)]
    }
}

extension FuelOrder {
    package static let prefix = "AF"
    package var shownNumber: String { "\(Self.prefix)\(number)" }
    package var currency: Currency { quote.terms.currency }
    package func money(_ amount: Int) -> Money { Money(amount, currency) }
    package var maxGallons: Gallons { quote.maxGallons }
    package var fuelType: String { quote.fuelType }
    package var areaId: ServiceAreaID { quote.area }
    package var lastTransitionAt: Timestamp { timeline.last?.at ?? receivedAt }
    package var arrivedAt: Timestamp? { timeline.last { $0.status == .arrived }?.at }
    package var completedAt: Timestamp? { timeline.last { $0.status == .completed }?.at }
    /// The payment that `payment` of answers shows.
    package var payment: FuelPayment? { payments.last { $0.purpose == .order } }
    package var balanceDue: Int { final?.balanceDue ?? 0 }
    package var refunded: Int { payments.reduce(0) { $0 + $1.refunded } }
    package func payment(_ id: PaymentID) -> Int? { payments.firstIndex { $0.id == id } }
    /// The id of the next payment of this order.
    package var nextPayment: PaymentID { PaymentID(DeterministicID.make("fuel-payment", id.rawValue, String(payments.count))) }
    package static func claim(of id: OrderID, _ count: Int) -> ClaimID {
        ClaimID(DeterministicID.make("fuel-claim", id.rawValue, String(count)))
    }
}
