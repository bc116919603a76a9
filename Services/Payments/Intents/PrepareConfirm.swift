import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsMethods
import ServiceKit

/// Opens and tokenises the method of a confirmation before it reaches the log.
package struct PrepareConfirm<List: PaymentProviderList>: Preprocessor {
    package static var type: MessageType { "payments.prepare-confirm.v1" }
    package let paymentId: PaymentID
    package let paymentMethodId: MethodID?
    /// Sealed JSON text of the method object.
    package let method: SealedValue?
    /// A guest's key.
    package let clientSecret: SealedValue?

    package func prepare(in context: PreprocessorContext) throws -> ConfirmPayment {
        let secret = try clientSecret.map { try context.open($0) } ?? context.envelope.attributes[PayerCheck.header]
        let hash = secret.map { ClientSecret.hash($0) }
        if try PaymentSettings.of(context.definition).unknownFirst {
            _ = try context.read { try PayerCheck($0, context.tenant, context.principal?.userID).require(paymentId, secretHash: hash) }
        }
        guard (paymentMethodId == nil) != (method == nil) else {
            throw Rejection.invalid(["method": ["send either paymentMethodId or method"]])
        }
        guard let method else { return ConfirmPayment(paymentId: paymentId, paymentMethodId: paymentMethodId, clientSecretHash: hash) }
        let details = try JSON.decode(MethodDetails.self, from: Array(try context.open(method).utf8))
        let token = try Tokenisation(context: context, providers: List.providers, prefix: "method.").token(for: details)
        return ConfirmPayment(paymentId: paymentId, method: token, clientSecretHash: hash)
    }
}

/// Opens and tokenises a method that somebody wants to keep.
package struct PrepareMethod<List: PaymentProviderList>: Preprocessor {
    package static var type: MessageType { "payments.prepare-method.v1" }
    package let type: String
    /// The sealed text of each field; of numbers their decimal text.
    package let number: SealedValue?
    package let expMonth: SealedValue?
    package let expYear: SealedValue?
    package let cvc: SealedValue?
    package let phone: SealedValue?
    package let token: SealedValue?

    package func prepare(in context: PreprocessorContext) throws -> KeepPaymentMethod {
        let details = MethodDetails(type: type, number: try number.map(context.open),
                                    expMonth: try expMonth.map(context.open).flatMap { Int($0) },
                                    expYear: try expYear.map(context.open).flatMap { Int($0) }, cvc: try cvc.map(context.open),
                                    phone: try phone.map(context.open), token: try token.map(context.open))
        if let provider = List.providers.named(type), !provider.keepsMethods, context.definition.has(plugin: type, of: .payments) {
            throw Rejection.invalid(["type": ["cannot be kept; send it with each payment"]])
        }
        return KeepPaymentMethod(token: try Tokenisation(context: context, providers: List.providers, prefix: "").token(for: details))
    }
}

/// From what was typed to what may be kept, by the provider of the type.
package struct Tokenisation {
    package let context: PreprocessorContext
    package let providers: PaymentProviders
    /// Put before the names of failing fields.
    package let prefix: String
    package init(context: PreprocessorContext, providers: PaymentProviders, prefix: String) {
        (self.context, self.providers, self.prefix) = (context, providers, prefix)
    }

    package func token(for details: MethodDetails) throws -> MethodToken {
        guard context.definition.has(plugin: details.type, of: .payments), let provider = providers.named(details.type) else {
            throw Rejection.invalid([prefix + "type": ["is not offered here"]])
        }
        var check = MethodCheck(prefix: prefix)
        // A card's number counts before a token beside it; others have no number.
        if let sent = details.token?.trimmed, details.number == nil || details.type != "card",
           let taken = try PaymentSettings.of(context.definition).sandboxTokens, !taken.contains(sent) {
            check.fail("token", "must be a token of the payment sheet")
        }
        try check.check()
        let token = provider.tokenise(details, at: context.now, phonePrefix: context.definition.phonePrefix, &check)
        try check.check()
        guard let token else { throw Rejection.invalid([prefix + "type": ["cannot be used"]]) }
        return token
    }
}
