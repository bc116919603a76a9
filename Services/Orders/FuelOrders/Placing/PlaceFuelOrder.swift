import Contracts
import Kernel
import Messaging
import OrdersFuelQuotes
import OrdersKit
import OrdersVehicles
import ServiceKit

/// A customer orders fuel. Scheduling decides whether there is a stop for it; the answer comes with its claim, or when the wait
/// is over. An order that a phone sends again is answered at once.
package struct PlaceFuelOrder: Command {
    package static let type: MessageType = "orders.place-fuel-order.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: OrdersTransaction) throws -> FuelOrderReply {
        let viewer = try tx.fuelViewer()
        if let known = try repeated(by: viewer, in: tx) { return .known(known) }
        let wish = try FuelOrderForm(form, in: tx)
        let now = tx.now.wholeSeconds, settings = tx.fuelOrderSettings
        guard now < wish.createdAt + .hours(settings.offlineMaxAgeHours) else { throw Rejection.orderTooOld }
        if wish.schedule == .asap, now >= wish.createdAt + .minutes(settings.asapStaleMinutes) { throw Rejection.asapStale }
        if let owed = try tx.fuelOrders.owed(by: viewer.user) { throw Rejection.balanceDue(owed) }
        let priced = try PricedFuelOrder(wish, of: viewer.user, in: tx)
        try accept(wish, priced, viewer, in: tx)
        return .waiting(tx.deferred())
    }

    /// The order that the phone sent before under the same id. Throws 409 if it was another one, or waits still.
    private func repeated(by viewer: FuelViewer, in tx: OrdersTransaction) throws -> JSONValue? {
        guard let client = FuelOrderForm.clientOrderId(form) else { return nil }
        if let waiting = try tx.fuelRequests.find(client: client, of: viewer.user), try !FuelClaimOverdue.abandonIfDue(waiting, in: tx) {
            throw Rejection.orderInProgress()
        }
        guard let known = try tx.fuelOrders.find(client: client, of: viewer.user) else { return nil }
        // What is kept passes through the same form: orders of earlier releases have nulls there.
        let kept = try known.content.map { try FuelOrderForm.content(JSON.decode(JSONValue.self, from: $0.utf8)) }
        guard try kept == FuelOrderForm.content(form) else { throw Rejection.clientOrderIdReused }
        return try tx.fuelPresenter().answer(try tx.settledFuelOrder(known.order.id), for: viewer.reader)
    }

    /// Takes what the order needs, and asks for its window. Nobody sees the order before there is one.
    private func accept(_ wish: FuelOrderForm, _ priced: PricedFuelOrder, _ viewer: FuelViewer, in tx: OrdersTransaction) throws {
        let id: OrderID = tx.newID(), settings = tx.fuelOrderSettings, now = tx.now.wholeSeconds, quote = priced.quote
        try tx.rememberCaller()
        if let promo = quote.promo, promo.refusal == nil {
            try PromoUses(tx).take(promo.code, for: id, by: viewer.user, hasOrdered: FuelSale.hasOrdered(viewer.user, in: tx))
        }
        let (authorized, overflow) = quote.price.total.amount.addingReportingOverflow(wish.tip)
        guard !overflow else { throw Rejection.invalid(["tip": ["is too large"]]) }
        let cap = FuelMoney.cap(of: authorized, overPercent: settings.overCapturePercent)
        let request = FuelOrderRequest(
            id: id, customer: viewer.user, clientOrderId: wish.clientOrderId, content: try FuelOrderForm.content(form),
            createdAt: wish.createdAt, receivedAt: now, queuedOffline: now - wish.createdAt >= Self.offline, repriced: priced.isRepriced,
            quote: quote, usedQuote: priced.usedQuote, vehicle: priced.vehicle,
            contactPhone: try wish.contactPhone ?? tx.people.contacts(of: viewer.user).phone, notes: wish.notes, tip: wish.tip,
            sandbox: tx.sandboxFault, authorized: authorized, cap: cap,
            stopAt: FuelMoney.stopAt(quote, tip: wish.tip, cap: cap), schedule: wish.schedule, windowId: wish.windowId,
            paymentMethodId: wish.paymentMethodId, request: tx.messageID, reader: viewer.reader)
        try tx.fuelRequests.insert(request)
        if let used = priced.usedQuote { try tx.fuelQuotes.use(used, for: id) }
        try tx.send(ClaimWindow(claimId: request.claim, orderId: id, areaId: quote.area, windowId: wish.windowId, fuelType: quote.fuelType,
                                receivedAt: now, expiresAt: now + .minutes(settings.holdMinutes)))
        try tx.schedule(FuelClaimOverdue.timer(id), at: request.overdueAt(settings), FuelClaimOverdue(orderId: id))
    }
    /// An order that is older when it comes in was kept by a phone without a network.
    private static let offline: Duration = .minutes(2)
}

/// An order that is answered at once, or when another service has said what becomes of it.
package enum FuelOrderReply: AnswerShape, Sendable {
    case waiting(Deferred)
    case known(JSONValue)

    package func reply() throws -> Reply {
        switch self {
        case .waiting(let deferred): try deferred.reply()
        case .known(let order): try Answer(order).reply()
        }
    }
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .waiting(let deferred): try deferred.encode(to: encoder)
        case .known(let order): try order.encode(to: encoder)
        }
    }
}
