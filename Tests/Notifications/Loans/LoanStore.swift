import GRDB
import Kernel
import NotificationsKit
import NotificationsService
import ServiceKit
import Storage

/// A loan as notifications know it.
struct KnownLoan: Equatable {
    let id, borrower, book: String
    let lentAt, dueAt: Timestamp
}

/// Rows of loans.
struct LoanStore {
    private let database: Database
    private let tenant: String
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    func save(_ loan: KnownLoan) throws {
        try database.execute(sql: """
            INSERT INTO loan (tenant, id, user_id, book, lent_at, due_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET due_at = excluded.due_at
            """, arguments: [
                tenant, loan.id, loan.borrower, loan.book, loan.lentAt.millisecondsSinceEpoch, loan.dueAt.millisecondsSinceEpoch,
            ])
    }
    func find(_ id: String) throws -> KnownLoan? {
        let sql = "SELECT user_id, book, lent_at, due_at FROM loan WHERE tenant = ? AND id = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [tenant, id]).map {
            KnownLoan(id: id, borrower: $0[0], book: $0[1], lentAt: Timestamp(millisecondsSinceEpoch: $0[2]),
                      dueAt: Timestamp(millisecondsSinceEpoch: $0[3]))
        }
    }
    func forget(_ user: User.ID) throws {
        try database.execute(sql: "DELETE FROM loan WHERE tenant = ? AND user_id = ?", arguments: [tenant, user.rawValue])
    }
}

extension NotificationsTransaction {
    var loans: LoanStore { LoanStore(database, tenant) }
}

enum CreateLoans: Migration {
    static let name = "9001_CreateLoans"
    static let sql = """
        CREATE TABLE loan (
            tenant TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, book TEXT NOT NULL,
            lent_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX loan_by_user ON loan (tenant, user_id);
        """
}
