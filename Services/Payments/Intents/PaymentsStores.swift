import Kernel
import PaymentsKit
import ServiceKit

/// The stores of the subjects that are no targets of their own.
extension PaymentsTransaction {
    var payments: PaymentStore { PaymentStore(database, tenant) }
    var refunds: RefundStore { RefundStore(database, tenant) }
    var refundCharges: RefundChargeStore { RefundChargeStore(database, tenant) }
    var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
    var ledger: LedgerStore { LedgerStore(database, tenant) }
    var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
    var suspended: SuspendedEarnerStore { SuspendedEarnerStore(database, tenant) }
    var guestKeys: GuestKeyStore { GuestKeyStore(database, tenant) }
    var providerCalls: ProviderCallStore { ProviderCallStore(database, tenant) }
    var payer: PayerCheck { PayerCheck(payments: payments, keys: guestKeys, user: principal?.userID) }
    /// Of the key in the request's header, as an alternative to its body.
    var secretHashInHeader: String? { context.envelope.attributes[PayerCheck.header].map { ClientSecret.hash($0) } }

    func settings() throws -> PaymentSettings { try settings(as: PaymentSettings.self) }

    /// Some apps have no names for what forbids a payment: they answer `conflict`, and `reason` says the rest.
    func withPlainConflicts<Made>(_ part: () throws -> Made) throws -> Made {
        do { return try part() } catch let rejection as Rejection {
            guard rejection.status == 409, try settings().plainConflicts else { throw rejection }
            let members = rejection.members.merging(["reason": .string(rejection.slug)]) { own, _ in own }
            throw Rejection.conflict("conflict", rejection.detail, members)
        }
    }

    /// Who carries out the attempts of a method.
    func carrier(_ name: String, _ settings: PaymentSettings) throws -> AttemptCarrier {
        guard let provider = PaymentProviders.named(name) else { throw Rejection.invalid(["method.type": ["is not offered here"]]) }
        return switch provider.work {
        case .simulated(let simulated): .simulated(SandboxProvider(provider: simulated, late: .minutes(settings.lateMinutes)))
        case .remote(let remote): .remote(remote)
        }
    }
}

extension PaymentsView {
    var payments: PaymentStore { PaymentStore(database, tenant) }
    var refunds: RefundStore { RefundStore(database, tenant) }
    var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
    var ledger: LedgerStore { LedgerStore(database, tenant) }
    var withdrawals: WithdrawalStore { WithdrawalStore(database, tenant) }
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
