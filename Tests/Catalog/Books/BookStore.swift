import CatalogKit
import GRDB
import Kernel
import ServiceKit
import Storage

/// Rows of `book`, for one tenant.
struct BookStore {
    let database: Database
    let tenant: TenantID

    func find(_ id: String) throws -> Book? {
        try Row.fetchOne(database, sql: "SELECT * FROM book WHERE tenant = ? AND book_id = ?", arguments: [tenant.rawValue, id]).map {
            Book(id: id, title: $0["title"], copies: $0["copies"], hours: $0["hours"], deposit: $0["deposit"],
                 isWithdrawn: $0["is_withdrawn"], loans: $0["loans"])
        }
    }
    func insert(_ book: Book) throws {
        try database.execute(sql: """
            INSERT INTO book (tenant, book_id, title, copies, hours, deposit) VALUES (?, ?, ?, ?, ?, ?)
            """, arguments: [tenant.rawValue, book.id, book.title, book.copies, book.hours, book.deposit])
    }
    func withdraw(_ id: String) throws {
        try database.execute(sql: "UPDATE book SET is_withdrawn = 1 WHERE tenant = ? AND book_id = ?", arguments: [tenant.rawValue, id])
    }
    func countLoan(of id: String) throws {
        try database.execute(sql: "UPDATE book SET loans = loans + 1 WHERE tenant = ? AND book_id = ?", arguments: [tenant.rawValue, id])
    }
}

extension CatalogTransaction {
    var books: BookStore { BookStore(database: database, tenant: tenant) }
}
extension CatalogView {
    var books: BookStore { BookStore(database: database, tenant: tenant) }
}

enum CreateBooks: Migration {
    static let name = "9001_CreateBooks"
    static let sql = """
        CREATE TABLE book (
            tenant TEXT NOT NULL, book_id TEXT NOT NULL, title TEXT NOT NULL,
            copies INTEGER NOT NULL, hours INTEGER NOT NULL, deposit INTEGER NOT NULL,
            is_withdrawn INTEGER NOT NULL DEFAULT 0, loans INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (tenant, book_id)
        ) STRICT, WITHOUT ROWID;
        """
}
