import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What a loan learns.
enum LoanFact: OrderFact {
    case payment(PaymentFact)
    /// Nobody paid the deposit in time.
    case answerOverdue
    case returned
    case borrowerErased
}

/// What a loan wants done.
enum LoanEffect: Sendable, Equatable {
    case stopWaiting
    case cancelIntent
    case remind(at: Timestamp)
    case stopReminding
    case refund(PaymentNotice, reason: String)
    case announceLent
    case announceReturned
}

/// `settings.orders.loans` of a tenant.
struct LoanSettings: Decodable, Sendable {
    /// Minor units.
    let lateFeePerDay: Int
}

/// Books lent by a library.
///
///     awaiting-deposit → lent → returned;  awaiting-deposit → expired | cancelled
///     A deposit that comes after the end goes back in full.
enum BookLoan: OrderWorkflow {
    static let name = "book-loan"
    static let features: [Feature] = [.loans]
    static let depositMinutes = 15

    static func step(_ loan: inout Loan, on fact: LoanFact, at now: Timestamp, settings: LoanSettings) throws(Rejection) -> [LoanEffect] {
        switch fact {
        case .payment(.succeeded(let notice)): return paid(notice, &loan, now)
        case .payment(.refunded(let notice, _)):
            if notice.payment == loan.payment { loan.refunded = notice.money }
            return []
        case .payment(.intentCreated), .payment(.started), .payment(.requiresAction), .payment(.failed), .payment(.canceled),
             .payment(.authorized), .payment(.captureFailed):
            return []  // Only the money itself and the end of the wait move a loan.
        case .answerOverdue:
            guard loan.status == .awaitingDeposit else { return [] }
            loan.status = .expired
            return [.cancelIntent]
        case .returned: return try returned(&loan, now, settings)
        case .borrowerErased: return erased(&loan)
        }
    }

    static func lend(_ loan: inout Loan, _ now: Timestamp) -> [LoanEffect] {
        let due = now + .days(loan.days)
        (loan.status, loan.dueAt) = (.lent, due)
        return [.remind(at: due - .days(1)), .announceLent]
    }

    private static func paid(_ notice: PaymentNotice, _ loan: inout Loan, _ now: Timestamp) -> [LoanEffect] {
        guard notice.payment == loan.payment, notice.money == loan.deposit else { return [.refund(notice, reason: "payment-mismatch")] }
        switch loan.status {
        case .awaitingDeposit: return [.stopWaiting] + lend(&loan, now)
        case .expired, .cancelled: return [.refund(notice, reason: "late-payment")]
        case .lent, .returned: return []  // A repetition.
        }
    }

    private static func returned(_ loan: inout Loan, _ now: Timestamp, _ settings: LoanSettings) throws(Rejection) -> [LoanEffect] {
        guard loan.status == .lent, let due = loan.dueAt else { throw .conflict("not-lent", "This book is not on loan.") }
        let late = max(0, now.millisecondsSinceEpoch - due.millisecondsSinceEpoch)
        let daysLate = Int((late + 86_399_999) / 86_400_000)
        loan.fee = Money(min(loan.deposit.amount, daysLate * settings.lateFeePerDay), loan.deposit.currency)
        loan.status = .returned
        let rest = Money(loan.deposit.amount - loan.fee.amount, loan.deposit.currency)
        let refund: [LoanEffect] = rest.isZero ? [] : [.refund(PaymentNotice(loan.payment, rest), reason: "book-returned")]
        return [.stopReminding, .announceReturned] + refund
    }

    private static func erased(_ loan: inout Loan) -> [LoanEffect] {
        loan.borrower = nil
        switch loan.status {
        case .awaitingDeposit:
            loan.status = .cancelled
            return [.stopWaiting, .cancelIntent]
        case .lent: return [.stopReminding]
        case .returned, .expired, .cancelled: return []
        }
    }

    static var reads: [SettingsReading] { [.values(LoanSettings.self, at: "loans")] }
    static func problems(in settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        (settings["loans"]?["lateFeePerDay"]?.int ?? -1) < 0 ? [("loans.lateFeePerDay", "must be a whole number of minor units")] : []
    }
}
