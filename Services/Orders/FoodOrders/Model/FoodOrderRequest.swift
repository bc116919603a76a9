import Contracts
import Kernel

/// Somebody wants to order a quote, and the catalog has not answered yet. It becomes an order or nothing.
package struct FoodOrderRequest: Codable, Sendable, Equatable {
    package let id: OrderID
    package let customer: User.ID
    package let quote: QuoteID
    package let placedAt: Timestamp
    package let leaveAtDoor: Bool
    package let sandbox: String?
    package let payment: FoodPayment
    package let address: FoodAddress
    package let note: String?
    /// The request that waits for its answer, and the language it is answered in.
    package let request: String
    package let language: String?
    /// Of the customer, as the request came.
    package let roles: [String]
    package init(id: OrderID, customer: User.ID, quote: QuoteID, placedAt: Timestamp, leaveAtDoor: Bool, sandbox: String?,
                 payment: FoodPayment, address: FoodAddress, note: String?, request: String, language: String?,
                 roles: [String]) {
        (self.id, self.customer, self.quote, self.placedAt, self.leaveAtDoor) = (id, customer, quote, placedAt, leaveAtDoor)
        (self.sandbox, self.payment, self.address, self.note) = (sandbox, payment, address, note)
        (self.request, self.language, self.roles) = (request, language, roles)
    }

    package static func claim(of id: OrderID) -> ClaimID { ClaimID(DeterministicID.make("food-claim", id.rawValue)) }
    package var claim: ClaimID { Self.claim(of: id) }
    /// From then on a claim comes too late.
    package func overdueAt(_ settings: FoodSettings) -> Timestamp { placedAt + .seconds(settings.claimSeconds) }
}
