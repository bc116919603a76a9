import Kernel
import PaymentsKit
import ServiceKit

/// The cash book of a shop somebody works at.
public struct CashOfOwnShop: Query {
    public static let type: MessageType = "payments.cash-of-own-shop.v1"
    public let shopId: Int?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> CashLedgerAnswer {
        let own = try view.cash.shops(of: try view.user().userID)
        let notYours = Rejection(403, "not-your-shop", "You do not work at this shop.")
        guard let first = own.first else { throw notYours }
        guard let shop = shopId ?? (own.count == 1 ? first : nil) else {
            throw Rejection.invalid(["shopId": ["is required: you work at several shops"]])
        }
        guard try view.cash.isShop(shop) else { throw Rejection.notFound }
        guard own.contains(shop) else { throw notYours }
        return try CashLedgerAnswer(of: shop, try PageRequest(page: page, perPage: perPage), view)
    }
}

/// The cash book of any shop, for administrators.
public struct CashOfShop: Query {
    public static let type: MessageType = "payments.cash-of-shop.v1"
    /// As it stood in the path.
    public let shopId: String
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> CashLedgerAnswer {
        let shop = try PathNumber(shopId).number()
        guard try view.cash.isShop(shop) else { throw Rejection.notFound }
        return try CashLedgerAnswer(of: shop, try PageRequest(page: page, perPage: perPage), view)
    }
}

public struct CashEntryAnswer: Encodable, Sendable {
    private let entry: CashEntry
    init(_ entry: CashEntry) { self.entry = entry }
    private enum Key: String, CodingKey { case id, type, amount, balanceAfter, activationId, reference, at }
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(entry.id, forKey: .id)
        try box.encode(entry.kind.rawValue, forKey: .type)
        try box.encode(entry.amount, forKey: .amount)
        try box.encode(entry.balanceAfter, forKey: .balanceAfter)
        try box.encode(entry.activationID, forKey: .activationId)
        try box.encode(entry.reference, forKey: .reference)
        try box.encode(entry.at.wholeSeconds, forKey: .at)
    }
}

/// A page of the book and its sums, signed as its lines are.
public struct CashLedgerAnswer: Encodable, Sendable {
    private let page: Page<CashEntryAnswer>
    private let summary: [String: Money]

    init(of shop: Int, _ request: PageRequest, _ view: PaymentsView) throws {
        let (sums, count) = try view.cash.sums(of: shop)
        page = Page(try view.cash.page(of: shop, limit: request.perPage, offset: request.offset).map(CashEntryAnswer.init), request,
                    total: count)
        let currency = view.definition.currency
        var summary = Dictionary(uniqueKeysWithValues: CashEntry.Kind.allCases.map { ($0.rawValue, Money(sums[$0] ?? 0, currency)) })
        summary["balanceDue"] = Money(sums.values.reduce(0, +), currency)
        self.summary = summary
    }
    private enum Key: String, CodingKey { case summary }
    public func encode(to encoder: any Encoder) throws {
        try page.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(summary, forKey: .summary)
    }
}
