import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A customer orders a quote. The catalog decides whether it can be had; the answer comes with its claim, or when the
/// wait is over.
package struct PlaceFoodOrder: Command {
    package static let type: MessageType = "orders.place-food-order.v1"
    package struct Payment: Codable, Sendable {
        package let method: String?
        package let paymentMethodId: String?
        package init(method: String?, paymentMethodId: String? = nil) { (self.method, self.paymentMethodId) = (method, paymentMethodId) }
    }
    package struct Address: Codable, Sendable {
        package let line: String?
        package let details: String?
        package let phone: String?
        package init(line: String?, details: String? = nil, phone: String? = nil) {
            (self.line, self.details, self.phone) = (line, details, phone)
        }
    }
    package let quoteId: QuoteID
    package let payment: Payment
    package let address: Address
    package let note: String?
    package let leaveAtDoor: Bool?
    package init(quoteId: QuoteID, payment: Payment, address: Address, note: String? = nil, leaveAtDoor: Bool? = nil) {
        (self.quoteId, self.payment, self.address, self.note, self.leaveAtDoor) = (quoteId, payment, address, note, leaveAtDoor)
    }

    /// The kitchen's place and the stock are held no longer than this; payment and acceptance are due before.
    static let hold: Duration = .minutes(60)

    package func handle(in tx: OrdersTransaction) throws -> Deferred {
        let caller = try tx.user(), customer = caller.userID, settings = tx.foodSettings
        let checked = try checked(tx.definition)
        // Those whose time is over by now do not count, also before their timers fired.
        for order in try tx.foodOrders.underWay(of: customer) { _ = try FoodSale.load(order, in: tx) }
        guard try tx.foodOrders.active(of: customer) < settings.activeOrdersMax else { throw Rejection.tooManyActiveOrders }
        if checked.method == .cash {
            let since = tx.now - .days(settings.undeliverableDays)
            guard try tx.foodOrders.undeliverableCash(of: customer, since: since) < settings.undeliverableMax else {
                throw Rejection.cashNotAllowed
            }
        }
        let id: OrderID = tx.newID()
        let request = FoodOrderRequest(
            id: id, customer: customer, quote: quoteId, placedAt: tx.now, leaveAtDoor: leaveAtDoor ?? false,
            sandbox: tx.sandboxFault,
            payment: FoodPayment(of: id, method: checked.method, methodId: payment.paymentMethodId), address: checked.address,
            note: checked.note, request: tx.messageID, language: tx.context.askedLanguage, roles: caller.roles)
        try tx.foodRequests.insert(request)
        try tx.rememberCaller()
        try tx.send(ClaimQuote(claimId: request.claim, orderId: id, quoteId: quoteId, customerId: customer,
                               method: checked.method.rawValue, placedAt: tx.now, expiresAt: tx.now + Self.hold,
                               language: request.language))
        try tx.schedule(FoodClaimOverdue.timer(id), at: request.overdueAt(settings), FoodClaimOverdue(orderId: id))
        return tx.deferred()
    }

    /// What is wrong with the request itself, every field of it.
    private func checked(_ definition: TenantDefinition) throws -> (method: FoodPayment.Method, address: FoodAddress, note: String?) {
        var check = Validation()
        let method = payment.method.flatMap { FoodPayment.Method(rawValue: $0) }
        if method == nil { check.fail("payment.method", payment.method == nil ? "is required" : "must be one of cash, card") }
        let line = check.text("address.line", address.line, 3...200)
        let details = check.text("address.details", address.details, 0...200, required: false)
        let phone = try address.phone.map { try definition.phone($0, readBy: .orders) }
        if case .some(.none) = phone { check.fail("address.phone", "must be a phone number") }
        let note = check.text("note", note, 0...300, required: false, multiline: true)
        if leaveAtDoor == true, method == .cash { check.fail("leaveAtDoor", "needs an order that is paid by card") }
        try check.check()
        func filled(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
        return (method ?? .card, FoodAddress(line: line, details: filled(details), phone: phone ?? nil), filled(note))
    }
}
