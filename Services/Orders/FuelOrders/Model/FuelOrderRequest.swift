import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersVehicles

/// An order that waits for its window. Nobody sees it: it becomes an order, or everything that it took is given back.
package struct FuelOrderRequest: Codable, Sendable, Equatable {
    package let id: OrderID
    package let customer: User.ID
    package let clientOrderId: String?
    /// What its customer sent, to know it again.
    package let content: String
    package let createdAt: Timestamp
    package let receivedAt: Timestamp
    package let queuedOffline: Bool
    package let repriced: Bool
    package let quote: FuelQuote
    /// The quote that it uses; nil for one that was priced with the order.
    package let usedQuote: QuoteID?
    package let vehicle: Vehicle
    package let contactPhone: String?
    package let notes: String?
    package let tip: Int
    package let sandbox: String?
    package let authorized: Int
    package let cap: Int
    package let stopAt: Gallons
    package let schedule: FuelSchedule.Kind
    /// Nil: as soon as possible.
    package let windowId: TruckWindowID?
    package let paymentMethodId: String?
    /// The request that waits for the answer, and who reads it.
    package let request: String
    package let reader: FuelReader
    /// The account of its customer is gone: it becomes an order that is cancelled at once.
    package var isErased: Bool?

    package var claim: ClaimID { FuelOrder.claim(of: id, 0) }
    /// From then on a claim comes too late.
    package func overdueAt(_ settings: FuelOrderSettings) -> Timestamp { receivedAt + .seconds(settings.claimSeconds) }
}
