import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    var loans: LoanStore { LoanStore(database, tenant) }
}

extension BookLoan {
    static func settings(in tx: OrdersTransaction) throws -> LoanSettings {
        try (tx.definition.settings["orders"]?["loans"] ?? .object([:])).decoded()
    }
    static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> Loan? { try tx.loans.find(id) }
    static func save(_ loan: Loan, in tx: OrdersTransaction) throws { try tx.loans.update(loan) }

    static func perform(_ effects: [LoanEffect], of loan: Loan, in tx: OrdersTransaction) throws {
        for effect in effects {
            switch effect {
            case .stopWaiting: tx.cancelTimer(AnswerOverdue.timer(loan.id))
            case .cancelIntent: try tx.send(CancelIntent(paymentId: loan.payment, orderId: loan.id))
            case .remind(let time): try tx.schedule(RemindBorrower.timer(loan.id), at: time, RemindBorrower(loanId: loan.id))
            case .stopReminding: tx.cancelTimer(RemindBorrower.timer(loan.id))
            case .refund(let notice, let reason):
                try tx.send(RefundPayment(refundId: loan.refund(of: notice.payment), paymentId: notice.payment, orderId: loan.id,
                                          amount: notice.money.amount, currency: notice.money.currency, reason: reason))
            case .announceLent: try tx.publish(BookLent(loanId: loan.id, book: loan.book))
            case .announceReturned: try tx.publish(BookReturned(loanId: loan.id, book: loan.book, fee: loan.fee))
            }
        }
    }

    static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {
        for id in try tx.loans.all(of: buyer) { try apply(.borrowerErased, to: id, in: tx) }
    }
}
