import Contracts
import Kernel
import ServiceKit

/// What somebody paid and got back, newest first.
public struct TransactionsOfUser: Query {
    public static let type: MessageType = "payments.transactions-of-user.v1"
    public let from: Timestamp?
    public let to: Timestamp?
    public let status: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> Page<TransactionAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        if let from, let to, from > to { throw Rejection.invalid(["from": ["must not be after to"]]) }
        let filter = TransactionStore.Filter(user: user, from: from ?? .distantPast, to: to ?? .distantFuture, status: status)
        let store = TransactionStore(view.database, view.tenant)
        return Page(try store.page(filter, limit: request.perPage, offset: request.offset), request, total: try store.count(filter))
    }
}

/// One movement of money: a payment or a refund.
public struct TransactionAnswer: Encodable, Sendable {
    let id: String
    /// `payment` or `refund`.
    let type: String
    let paymentId: String
    let orderId: String
    /// Minor units, without sign.
    let amount: Int
    let currency: String
    let status: String
    /// Type of the method; null before the first attempt.
    let method: String?
    let createdAt: Timestamp

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
