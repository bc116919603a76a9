import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// `GET /admin/reports/ledger`: the books of a time, newest first, with the sum of all their entries; with `Accept: text/csv` all
/// entries as a table.
public struct LedgerReport: Query {
    public static let type: MessageType = "payments.ledger-report.v1"
    /// RFC 3339, or a day in the tenant's zone; `to` includes its whole day.
    public let from: String?
    public let to: String?
    public let page: Int?
    public let perPage: Int?

    /// Lines of a table at most: an answer is one message.
    static let tableLinesMax = 5000

    public func answer(in view: PaymentsView) throws -> LedgerReportAnswer {
        let request = try PageRequest(page: page, perPage: perPage, standard: PageRequest.sizes.upperBound)
        var check = Validation()
        let period = LocalPeriod(from: from, to: to, in: try TimeZoneRules.named(view.definition.timezone), check: &check)
        try check.check()
        let store = LedgerReportStore(view.database, view.tenant)
        let range = (period.from ?? .distantPast)..<max(period.from ?? .distantPast, period.to ?? .distantFuture)
        if AnswerForm.isTable(view.context.accept) {
            let lines = try store.lines(in: range, limit: Self.tableLinesMax + 1)
            guard lines.count <= Self.tableLinesMax else {
                throw Rejection.invalid(["to": ["is too far from the beginning for one table"]])
            }
            return .table(lines)
        }
        let transactions = try store.page(in: range, limit: request.perPage, offset: request.offset)
        let sum = Money(try store.sum(in: range), view.definition.currency)
        return .page(transactions, sum, request, total: try store.count(in: range))
    }
}

/// The books of a time: a page of transactions, or all entries as a table.
public enum LedgerReportAnswer: AnswerShape, Sendable {
    case page([PostedTransaction], Money, PageRequest, total: Int)
    case table([PostedLine])

    public struct PostedTransaction: Encodable, Sendable {
        let id: String
        let at: Timestamp
        let entries: [PostLedger.Entry]
    }
    public struct PostedLine: Sendable {
        let transactionID: String
        let at: Timestamp
        let orderID: String?
        let restaurantID: String?
        let entry: PostLedger.Entry
    }
    private struct Document: Encodable {
        let transactions: [PostedTransaction]
        let sum: Money
        let meta: [String: JSONValue]
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .page(let transactions, let sum, let request, let total):
            try Document(transactions: transactions, sum: sum, meta: Page(transactions, request, total: total).meta).encode(to: encoder)
        case .table(let lines): try Self.rows(lines).encode(to: encoder)
        }
    }
    public func reply() throws -> Reply {
        switch self {
        case .page: Reply(status: 200, body: try JSON.encode(self))
        case .table(let lines):
            Reply(status: 200, body: Array(CSV.text(Self.rows(lines)).utf8), contentType: "text/csv; charset=utf-8",
                  cacheControl: "private, no-store")
        }
    }

    /// Credits and debits have columns of their own, so that amounts stay numbers in a spreadsheet. Minor units.
    private static func rows(_ lines: [PostedLine]) -> [[String]] {
        let header = ["transaction", "at", "account", "userId", "type", "credit", "debit", "currency", "orderId", "restaurantId"]
        return [header] + lines.map { line in
            let entry = line.entry, amount = entry.amount.amount
            return [line.transactionID, line.at.wholeSeconds.description, entry.account.rawValue, entry.userId?.rawValue ?? "",
                    entry.type.rawValue, amount < 0 ? "" : String(amount), amount < 0 ? String(amount.magnitude) : "",
                    entry.amount.currency.code, line.orderID ?? "", line.restaurantID ?? ""]
        }
    }
}
