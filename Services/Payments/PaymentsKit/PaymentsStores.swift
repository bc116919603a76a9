import Contracts
import Kernel
import ServiceKit

/// What every subject needs of a payment.
extension PaymentsScope {
    package var payments: PaymentStore { PaymentStore(database, tenant) }
    package var refunds: RefundStore { RefundStore(database, tenant) }
    package var guestKeys: GuestKeyStore { GuestKeyStore(database, tenant) }
    package var payer: PayerCheck { PayerCheck(payments: payments, keys: guestKeys, user: principal?.userID) }
    /// Of the key in the request's header, as an alternative to its body.
    package var secretHashInHeader: String? { context.envelope.attributes[PayerCheck.header].map { ClientSecret.hash($0) } }
}

extension PaymentsTransaction {
    package var providerCalls: ProviderCallStore { ProviderCallStore(database, tenant) }

    /// Who takes money here: the service says it.
    package var providers: PaymentProviders { (context.extensions as? PaymentsParts)?.providers ?? PaymentProviders([]) }

    package func settings() throws -> PaymentSettings { try settings(as: PaymentSettings.self) }

    /// Some apps have no names for what forbids a payment: they answer `conflict`, and `reason` says the rest.
    package func withPlainConflicts<Made>(_ part: () throws -> Made) throws -> Made {
        do { return try part() } catch let rejection as Rejection {
            guard rejection.status == 409, try settings().plainConflicts else { throw rejection }
            let members = rejection.members.merging(["reason": .string(rejection.slug)]) { own, _ in own }
            throw Rejection.conflict("conflict", rejection.detail, members)
        }
    }

    /// Who carries out the attempts of a method.
    package func carrier(_ name: String, _ settings: PaymentSettings) throws -> AttemptCarrier {
        guard let provider = providers.named(name) else { throw Rejection.invalid(["method.type": ["is not offered here"]]) }
        return switch provider.work {
        case .simulated(let simulated): .simulated(SandboxProvider(provider: simulated, late: .minutes(settings.lateMinutes)))
        case .remote(let remote): .remote(remote)
        }
    }
}

extension PaymentsView {
    /// Where the customer of this payment must go next.
    package func actionURL(of payment: Payment) throws -> String? {
        guard case .requiresAction(_, let action) = payment.status, let stored = action.protectedURL else { return nil }
        return try context.columnCipher(CustomerAction.cipherUse).reveal(stored, of: payment.id.rawValue)
    }
}

/// Who carries out an attempt.
package enum AttemptCarrier {
    case simulated(SandboxProvider)
    case remote(any RemoteProvider)
}

extension PaymentSettings {
    /// For a preprocessor; handlers have `tx.settings()`.
    package static func of(_ definition: TenantDefinition) throws -> PaymentSettings {
        try (definition.settings[ServiceName.payments.rawValue] ?? .object([:])).decoded()
    }
}
