import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of payments works with.
public struct PaymentsTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    var payments: PaymentStore { PaymentStore(database, tenant) }
    var refunds: RefundStore { RefundStore(database, tenant) }
    var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
    var ledger: LedgerStore { LedgerStore(database, tenant) }
    var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
    var cash: CashStore { CashStore(database, tenant) }
    var guestKeys: GuestKeyStore { GuestKeyStore(database, tenant) }
    var payer: PayerCheck { PayerCheck(payments: payments, keys: guestKeys, user: principal?.userID) }
    /// Of the key in the request's header, as an alternative to its body.
    var secretHashInHeader: String? { context.envelope.attributes[PayerCheck.header].map { ClientSecret.hash($0) } }

    func settings() throws -> PaymentSettings { try settings(as: PaymentSettings.self) }

    var providerCalls: ProviderCallStore { ProviderCallStore(database, tenant) }

    /// Who carries out the attempts of a method.
    func carrier(_ name: String, _ settings: PaymentSettings) throws -> AttemptCarrier {
        guard let provider = PaymentProviders.named(name) else { throw Rejection.invalid(["method.type": ["is not offered here"]]) }
        return switch provider.work {
        case .simulated(let simulated): .simulated(SandboxProvider(provider: simulated, late: .minutes(settings.lateMinutes)))
        case .remote(let remote): .remote(remote)
        }
    }
}

/// What a query of payments works with.
public struct PaymentsView: ServiceView {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }

    var payments: PaymentStore { PaymentStore(database, tenant) }
    var refunds: RefundStore { RefundStore(database, tenant) }
    var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
    var ledger: LedgerStore { LedgerStore(database, tenant) }
    var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
    var cash: CashStore { CashStore(database, tenant) }
    var guestKeys: GuestKeyStore { GuestKeyStore(database, tenant) }
    var payer: PayerCheck { PayerCheck(payments: payments, keys: guestKeys, user: principal?.userID) }
    var secretHashInHeader: String? { context.envelope.attributes[PayerCheck.header].map { ClientSecret.hash($0) } }

    /// Where the customer of this payment must go next.
    func actionURL(of payment: Payment) throws -> String? {
        guard case .requiresAction(_, let action) = payment.status, let stored = action.protectedURL else { return nil }
        return try context.columnCipher(CustomerAction.cipherUse).reveal(stored, of: payment.id.rawValue)
    }
}

/// Who carries out an attempt.
enum AttemptCarrier {
    case simulated(SandboxProvider)
    case remote(any RemoteProvider)
}

/// A row that this program did not write.
struct UnreadableRow: Error, CustomStringConvertible { let description: String }

extension Row {
    func time(_ index: Int) -> Timestamp { Timestamp(millisecondsSinceEpoch: self[index]) }
    func optionalTime(_ index: Int) -> Timestamp? { (self[index] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
    func money(_ amount: Int, _ currency: Int) throws -> Money {
        guard let known = Currency(self[currency] as String) else { throw UnreadableRow(description: "unknown currency \(self[currency] as String)") }
        return Money(self[amount], known)
    }
    /// Six columns from here: type, reference, last4, brand, exp_month, exp_year.
    func methodToken(from first: Int) -> MethodToken {
        MethodToken(type: self[first], reference: self[first + 1], last4: self[first + 2], brand: self[first + 3], expMonth: self[first + 4],
            expYear: self[first + 5])
    }
}
