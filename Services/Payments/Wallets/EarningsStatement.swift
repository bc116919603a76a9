import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// `GET /organizer/earnings/statement`: the books of one month of the app's time zone, from the balances at its beginning to those at its
/// end; with `Accept: text/csv` all lines as a table.
public struct EarningsStatement: Query {
    public static let type: MessageType = "payments.earnings-statement.v1"
    /// `YYYY-MM`; nil: the month it is.
    public let month: String?
    public let page: Int?
    public let perPage: Int?

    /// The most lines of one table.
    package static let tableLinesMax = 100_000

    public func answer(in view: PaymentsView) throws -> EarningsStatementAnswer {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let zone = try TimeZoneRules.named(view.definition.timezone)
        let month = try firstDay(today: zone.local(view.now).date)
        let period = zone.startOfDay(month)..<zone.startOfDay(Self.next(month))
        let store = EarningsStatementStore(view.database, view.tenant)
        let today = try view.ledger.wallet(of: user)
        let wantsTable = AnswerForm.isTable(view.context.accept)
        let lines = try store.lines(of: user, in: period, limit: wantsTable ? Self.tableLinesMax : request.perPage,
                                    offset: wantsTable ? 0 : request.offset)
        let statement = EarningsStatementAnswer.Statement(
            month: String(month.description.dropLast(3)), period: period, currency: view.definition.currency,
            opening: today.less(try store.booked(of: user, since: period.lowerBound)),
            closing: today.less(try store.booked(of: user, since: period.upperBound)), lines: lines)
        return wantsTable ? .table(statement) : .page(statement, request, total: try store.count(of: user, in: period))
    }

    private func firstDay(today: CalendarDate) throws -> CalendarDate {
        let text = month ?? String(today.description.dropLast(3))
        guard text.count == 7, let day = CalendarDate(text + "-01") else {
            throw Rejection.invalid(["month": ["must be a month (YYYY-MM)"]])
        }
        return day
    }
    private static func next(_ month: CalendarDate) -> CalendarDate {
        month.adding(days: CalendarDate.days(inMonth: month.month, ofYear: month.year))
    }
}

extension Wallet {
    /// The balances before something was booked.
    func less(_ booked: Wallet) -> Wallet {
        var wallet = self
        for (amount, bucket) in [(booked.onHold, Bucket.onHold), (booked.available, .available),
                                 (booked.pendingWithdrawals, .pendingWithdrawals), (booked.withdrawn, .withdrawn)] {
            wallet.add(-amount, to: bucket)
        }
        return wallet
    }
}

/// A page of a statement, or all of it as a table.
public enum EarningsStatementAnswer: AnswerShape, Sendable {
    case page(Statement, PageRequest, total: Int)
    case table(Statement)

    public struct Statement: Sendable {
        package let month: String
        package let period: Range<Timestamp>
        package let currency: Currency
        package let opening: Wallet
        let closing: Wallet
        package let lines: [EarningsStatementStore.Line]
    }

    private struct Document: Encodable {
        struct Entry: Encodable, Sendable {
            let id: String
            let kind: String
            let bucket: String
            let amount: Money
            let eventId: EventID?
            let eventTitle: String?
            let orderId: OrderID?
            let at: Timestamp
            init(_ line: EarningsStatementStore.Line) {
                let entry = line.entry
                (id, kind, bucket, amount) = (entry.id, entry.kind.rawValue, entry.bucket.rawValue, entry.amount)
                (eventId, eventTitle, orderId, at) = (entry.eventId, line.eventTitle, entry.orderId, entry.at.wholeSeconds)
            }
        }
        let month: String
        let from: Timestamp
        /// Excluded.
        let to: Timestamp
        let opening: WalletAnswer
        let closing: WalletAnswer
        let data: [Entry]
        let meta: [String: JSONValue]
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .page(let statement, let request, let total):
            let page = Page(statement.lines.map(Document.Entry.init), request, total: total)
            try Document(month: statement.month, from: statement.period.lowerBound, to: statement.period.upperBound,
                         opening: WalletAnswer(statement.opening, statement.currency),
                         closing: WalletAnswer(statement.closing, statement.currency),
                         data: page.data, meta: page.meta).encode(to: encoder)
        case .table(let statement): try statement.table.encode(to: encoder)
        }
    }
    public func reply() throws -> Reply {
        switch self {
        case .page: Reply(status: 200, body: try JSON.encode(self))
        case .table(let statement):
            Reply(status: 200, body: Array(CSV.text(statement.table).utf8), contentType: "text/csv; charset=utf-8",
                  cacheControl: "private, no-store")
        }
    }
}

extension EarningsStatementAnswer.Statement {
    /// Credits and debits have columns of their own, so that amounts stay numbers in a spreadsheet. Minor units.
    fileprivate var table: [[String]] {
        func row(_ at: Timestamp, _ kind: String, _ bucket: Bucket, _ amount: Int, _ rest: [String] = ["", "", ""]) -> [String] {
            [at.wholeSeconds.description, kind, bucket.rawValue, amount < 0 ? "" : String(amount),
             amount < 0 ? String(amount.magnitude) : "", currency.code] + rest
        }
        func balances(_ kind: String, _ wallet: Wallet, at: Timestamp) -> [[String]] {
            [row(at, kind, .available, wallet.available), row(at, kind, .onHold, wallet.onHold),
             row(at, kind, .pendingWithdrawals, wallet.pendingWithdrawals), row(at, kind, .withdrawn, wallet.withdrawn)]
        }
        let entries = lines.map { line in
            row(line.entry.at, line.entry.kind.rawValue, line.entry.bucket, line.entry.amount.amount,
                [line.entry.eventId?.rawValue ?? "", line.eventTitle ?? "", line.entry.orderId?.rawValue ?? ""])
        }
        return [["at", "kind", "bucket", "credit", "debit", "currency", "eventId", "eventTitle", "orderId"]]
            + balances("opening-balance", opening, at: period.lowerBound) + entries
            + balances("closing-balance", closing, at: period.upperBound)
    }
}
