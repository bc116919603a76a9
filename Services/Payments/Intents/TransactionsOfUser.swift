import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// What somebody paid and got back, newest first.
public struct TransactionsOfUser: Query {
    public static let type: MessageType = "payments.transactions-of-user.v1"
    /// RFC 3339, or a day in the tenant's zone; `to` includes its whole day.
    public let from: String?
    public let to: String?
    public let status: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> Page<TransactionAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        var check = Validation()
        let zone = try TimeZoneRules.named(view.definition.timezone)
        let period = LocalPeriod(from: from, to: to, in: zone, check: &check)
        if let status { check.require(Self.statuses.contains(status), "status", "must be one of \(Self.statuses.joined(separator: ", "))") }
        try check.check()
        let filter = TransactionStore.Filter(user: user, from: period.from ?? .distantPast, to: period.to ?? .distantFuture, status: status)
        let store = TransactionStore(view.database, view.tenant)
        return Page(try store.page(filter, limit: request.perPage, offset: request.offset), request, total: try store.count(filter))
    }
}

extension TransactionsOfUser {
    /// The statuses of payments and of refunds.
    package static let statuses = [
        "requires_payment_method", "requires_action", "processing", "requires_capture", "failed", "canceled", "succeeded",
        "partially_refunded", "refunded", "pending",
    ]
}

/// One movement of money: a payment or a refund.
public struct TransactionAnswer: Encodable, Sendable {
    package let id: String
    /// `payment` or `refund`.
    package let type: String
    package let paymentId: String
    package let orderId: String
    /// Minor units, without sign.
    package let amount: Int
    package let currency: String
    package let status: String
    /// Type of the method; null before the first attempt.
    package let method: String?
    package let createdAt: Timestamp

    private enum Key: String, CodingKey { case id, type, paymentId, orderId, amount, currency, status, method, createdAt }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(paymentId, forKey: .paymentId)
        try container.encode(orderId, forKey: .orderId)
        try container.encode(amount, forKey: .amount)
        try container.encode(currency, forKey: .currency)
        try container.encode(status, forKey: .status)
        try container.encode(method, forKey: .method)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
