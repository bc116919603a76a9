import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import ServiceKit

/// Scheduling has not answered in time: the customer hears it, and a claim that comes later is released.
package struct FuelClaimOverdue: Command {
    package static let type: MessageType = "orders.fuel-claim-overdue.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package static func timer(_ order: OrderID) -> String { "fuel-claim:\(order)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        if let request = try tx.fuelRequests.find(orderId) { try Self.abandon(request, in: tx) }
        return NoContent()
    }

    /// Ends a request whose time is over, also before its timer fired. False: it waits still.
    static func abandonIfDue(_ request: FuelOrderRequest, in tx: OrdersTransaction) throws -> Bool {
        guard tx.now >= request.overdueAt(tx.fuelOrderSettings) else { return false }
        try abandon(request, in: tx)
        return true
    }

    static func abandon(_ request: FuelOrderRequest, in tx: OrdersTransaction) throws {
        try tx.send(ReleaseWindow(claimId: request.claim, orderId: request.id))
        try end(request, with: .schedulingUnavailable, in: tx)
    }

    /// Drops the request: what it took is free again, and its customer reads why.
    static func end(_ request: FuelOrderRequest, with answer: Rejection, in tx: OrdersTransaction) throws {
        try tx.fuelRequests.delete(request.id)
        tx.cancelTimer(timer(request.id))
        try tx.fuelQuotes.reopen(of: request.id)
        try PromoUses(tx).giveBack(of: request.id)
        tx.answer(request.request, with: answer)
    }
}
