import Contracts
import Kernel

/// How an order is paid, and how far that is. `payments` owns the payment; this is what the order knows of it.
package struct FoodPayment: Codable, Sendable, Equatable {
    package enum Method: String, Codable, Sendable, CaseIterable { case cash, card }
    /// R5. The first three are of cash.
    package enum Status: String, Codable, Sendable, CaseIterable {
        case dueOnDelivery = "due_on_delivery"
        case void
        case paid
        case requiresPaymentMethod = "requires_payment_method"
        case requiresAction = "requires_action"
        case processing, failed, canceled
        case refundPending = "refund_pending"
        case partiallyRefunded = "partially_refunded"
        case refunded
        case refundFailed = "refund_failed"
    }
    /// Money on its way back, asked for by the order or by hand in payments.
    package struct Refund: Codable, Sendable, Equatable {
        package enum State: String, Codable, Sendable { case pending, succeeded, failed }
        package let id: RefundID
        package let amount: Int
        package var state: State
    }
    /// What the customer must do next, in the words of payments.
    package struct NextAction: Codable, Sendable, Equatable {
        package let type: String
        package let instructions: String
    }

    package let id: PaymentID
    package let method: Method
    /// A kept method of the customer; without one the payment waits for `confirm`.
    package let methodId: String?
    package var status: Status
    package var failureCode: String?
    package var nextAction: NextAction?
    /// Minor units that came for this order.
    package var captured = 0
    /// Minor units that were taken of it as the order's price: the total, or nothing.
    package var paid = 0
    package var refunded = 0
    package var refunds: [Refund] = []
    /// The number of the last attempt that failed; the news of its start may come later.
    package var endedAttempt: Int?

    package init(of order: OrderID, method: Method, methodId: String?) {
        id = PaymentID(DeterministicID.make("food-payment", order.rawValue))
        (self.method, self.methodId) = (method, method == .card ? methodId : nil)
        status = method == .cash ? .dueOnDelivery : .requiresPaymentMethod
    }

    /// Whether a card may still be charged for it.
    package var isOpen: Bool {
        switch status {
        case .requiresPaymentMethod, .requiresAction, .processing, .failed: true
        case .dueOnDelivery, .void, .paid, .canceled, .refundPending, .partiallyRefunded, .refunded, .refundFailed: false
        }
    }
    /// Minor units that nobody asked back yet.
    package var refundable: Int { max(0, captured - refunds.filter { $0.state != .failed }.reduce(0) { $0 + $1.amount }) }

    /// Notes a refund; false: it is known.
    package mutating func note(_ refund: RefundID, amount: Int) -> Bool {
        guard !refunds.contains(where: { $0.id == refund }) else { return false }
        refunds.append(Refund(id: refund, amount: amount, state: .pending))
        restate()
        return true
    }
    package mutating func settle(_ refund: RefundID, as state: Refund.State) {
        guard let place = refunds.firstIndex(where: { $0.id == refund }), refunds[place].state == .pending else { return }
        refunds[place].state = state
        if state == .succeeded { refunded += refunds[place].amount }
        restate()
    }
    /// The status that follows from the refunds.
    private mutating func restate() {
        if refunds.contains(where: { $0.state == .pending }) { status = .refundPending }
        else if refunds.last?.state == .failed { status = .refundFailed }
        else if refunded >= captured { status = .refunded }
        else { status = .partiallyRefunded }
    }
}
