import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `loan`, for one tenant.
struct LoanStore {
    private let db: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func insert(_ loan: Loan) throws {
        try db.execute(sql: """
            INSERT INTO loan (tenant, id, borrower_id, book, days, deposit, currency, status, due_at, fee, refunded)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, arguments: [
                tenant, loan.id.rawValue, loan.borrower?.rawValue, loan.book, loan.days, loan.deposit.amount, loan.deposit.currency.code,
                loan.status.rawValue, loan.dueAt?.millisecondsSinceEpoch, loan.fee.amount, loan.refunded.amount,
            ])
    }
    func update(_ loan: Loan) throws {
        try db.execute(sql: """
            UPDATE loan SET borrower_id = ?, status = ?, due_at = ?, fee = ?, refunded = ? WHERE tenant = ? AND id = ?
            """, arguments: [
                loan.borrower?.rawValue, loan.status.rawValue, loan.dueAt?.millisecondsSinceEpoch, loan.fee.amount, loan.refunded.amount,
                tenant, loan.id.rawValue,
            ])
    }
    func find(_ id: OrderID) throws -> Loan? {
        try Row.fetchOne(db, sql: "SELECT * FROM loan WHERE tenant = ? AND id = ?", arguments: [tenant, id.rawValue]).map { row in
            guard let currency = Currency(row["currency"]), let status = Loan.Status(rawValue: row["status"]) else {
                throw UnreadableRow("loan \(id)")
            }
            return Loan(id: id, borrower: (row["borrower_id"] as String?).map { User.ID($0) }, book: row["book"], days: row["days"],
                        deposit: Money(row["deposit"], currency), status: status,
                        dueAt: (row["due_at"] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }, fee: Money(row["fee"], currency),
                        refunded: Money(row["refunded"], currency))
        }
    }
    func isLent(_ book: String) throws -> Bool {
        try Bool.fetchOne(db, sql: """
            SELECT EXISTS (SELECT 1 FROM loan WHERE tenant = ? AND book = ? AND status IN ('awaiting-deposit', 'lent'))
            """, arguments: [tenant, book]) ?? false
    }
    func all(of borrower: User.ID) throws -> [OrderID] {
        try String.fetchAll(db, sql: "SELECT id FROM loan WHERE tenant = ? AND borrower_id = ? ORDER BY id",
                            arguments: [tenant, borrower.rawValue])
            .map { OrderID($0) }
    }
}

enum CreateLoans: Migration {
    static let name = "9001_CreateLoans"
    static let sql = """
        CREATE TABLE loan (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            borrower_id TEXT, book TEXT NOT NULL, days INTEGER NOT NULL,
            deposit INTEGER NOT NULL, currency TEXT NOT NULL,
            status TEXT NOT NULL, due_at INTEGER, fee INTEGER NOT NULL, refunded INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        """
}
