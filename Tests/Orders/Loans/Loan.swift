import Contracts
import Kernel

/// A book that is lent for some days. A deposit comes back with the book, less a fee for each day it is late.
struct Loan: Sendable, Equatable {
    enum Status: String, Sendable {
        case awaitingDeposit = "awaiting-deposit", lent, returned, expired, cancelled
    }
    let id: OrderID
    /// Nil: the account was erased.
    var borrower: User.ID?
    let book: String
    let days: Int
    let deposit: Money
    var status: Status
    var dueAt: Timestamp?
    /// What the library keeps of the deposit.
    var fee: Money
    var refunded: Money

    var payment: PaymentID { PaymentID(DeterministicID.make("loan-payment", id.rawValue)) }
    func refund(of payment: PaymentID) -> RefundID { RefundID(DeterministicID.make("loan-refund", id.rawValue, payment.rawValue)) }
}
