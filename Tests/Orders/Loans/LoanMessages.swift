import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody takes a book home, at once or when the deposit is paid.
struct BorrowBook: Command {
    static let type: MessageType = "orders.borrow-book.v1"
    let book: String
    let days: Int
    /// Minor units; 0: for nothing.
    let deposit: Int

    func handle(in tx: OrdersTransaction) throws -> Created<[String: String]> {
        let borrower = try tx.user().userID
        guard try !tx.loans.isLent(book) else { throw Rejection.conflict("book-lent", "Somebody else has this book.") }
        let id: OrderID = tx.newID()
        let zero = Money.zero(tx.definition.currency)
        var loan = Loan(id: id, borrower: borrower, book: book, days: days, deposit: Money(deposit, tx.definition.currency),
                        status: .awaitingDeposit, dueAt: nil, fee: zero, refunded: zero)
        if deposit == 0 {
            let effects = BookLoan.lend(&loan, tx.now)
            try tx.loans.insert(loan)
            try BookLoan.perform(effects, of: loan, in: tx)
        } else {
            let until = tx.now + .minutes(BookLoan.depositMinutes)
            try tx.loans.insert(loan)
            try tx.schedule(AnswerOverdue.timer(id), at: until, AnswerOverdue(orderId: id))
            try tx.send(CreateIntent(paymentId: loan.payment, orderId: id, userId: borrower, amount: deposit,
                                     currency: loan.deposit.currency, holdExpiresAt: until))
        }
        return Created(["id": id.rawValue, "status": loan.status.rawValue], at: "/loans/\(id)")
    }
}

/// A librarian takes the book back.
struct ReturnBook: Command {
    static let type: MessageType = "orders.return-book.v1"
    let loanId: OrderID
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try BookLoan.apply(.returned, to: loanId, in: tx) != nil else { throw Rejection.notFound }
        return NoContent()
    }
}

/// The timer a day before a book is due.
struct RemindBorrower: Command {
    static let type: MessageType = "orders.remind-borrower.v1"
    let loanId: OrderID
    static func timer(_ loan: OrderID) -> String { "loan-reminder:\(loan)" }
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard let loan = try tx.loans.find(loanId), loan.status == .lent, let borrower = loan.borrower else { return NoContent() }
        try tx.publish(LoanDueSoon(loanId: loanId, userId: borrower, book: loan.book))
        return NoContent()
    }
}

struct BookLent: DomainEvent {
    static let type: MessageType = "orders.book-lent.v1"
    let loanId: OrderID
    let book: String
    var subject: String { "loans/\(loanId)" }
}

struct BookReturned: DomainEvent {
    static let type: MessageType = "orders.book-returned.v1"
    let loanId: OrderID
    let book: String
    let fee: Money
    var subject: String { "loans/\(loanId)" }
}

struct LoanDueSoon: DomainEvent {
    static let type: MessageType = "orders.loan-due-soon.v1"
    let loanId: OrderID
    let userId: User.ID
    let book: String
    var subject: String { "loans/\(loanId)" }
}
