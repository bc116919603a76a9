import Contracts
import Kernel
import Messaging
import ServiceKit

/// Opens and tokenises the method of a confirmation before it reaches the log.
public struct PrepareConfirm: Preprocessor {
    public static let type: MessageType = "payments.prepare-confirm.v1"
    public let paymentId: PaymentID
    public let paymentMethodId: MethodID?
    /// Sealed JSON text of the method object.
    public let method: SealedValue?
    /// A guest's key.
    public let clientSecret: SealedValue?

    public func prepare(in context: PreprocessorContext) throws -> ConfirmPayment {
        guard (paymentMethodId == nil) != (method == nil) else {
            throw Rejection.invalid(["method": ["send either paymentMethodId or method"]])
        }
        let secret = try clientSecret.map { try context.open($0) } ?? context.envelope.attributes[PayerCheck.header]
        let hash = secret.map { ClientSecret.hash($0) }
        guard let method else { return ConfirmPayment(paymentId: paymentId, paymentMethodId: paymentMethodId, clientSecretHash: hash) }
        let details = try JSON.decode(MethodDetails.self, from: Array(try context.open(method).utf8))
        return ConfirmPayment(paymentId: paymentId, method: try Tokenisation(context: context, prefix: "method.").token(for: details),
                              clientSecretHash: hash)
    }
}

/// Opens and tokenises a method that somebody wants to keep.
public struct PrepareMethod: Preprocessor {
    public static let type: MessageType = "payments.prepare-method.v1"
    public let type: String
    /// The sealed text of each field; of numbers their decimal text.
    public let number: SealedValue?
    public let expMonth: SealedValue?
    public let expYear: SealedValue?
    public let cvc: SealedValue?
    public let phone: SealedValue?
    public let token: SealedValue?

    public func prepare(in context: PreprocessorContext) throws -> KeepPaymentMethod {
        let details = MethodDetails(type: type, number: try number.map(context.open),
                                    expMonth: try expMonth.map(context.open).flatMap { Int($0) },
                                    expYear: try expYear.map(context.open).flatMap { Int($0) }, cvc: try cvc.map(context.open),
                                    phone: try phone.map(context.open), token: try token.map(context.open))
        if let provider = PaymentProviders.named(type), !provider.keepsMethods, context.definition.has(plugin: type, of: Payments.name) {
            throw Rejection.invalid(["type": ["cannot be kept; send it with each payment"]])
        }
        return KeepPaymentMethod(token: try Tokenisation(context: context, prefix: "").token(for: details))
    }
}

/// From what was typed to what may be kept, by the provider of the type.
struct Tokenisation {
    let context: PreprocessorContext
    /// Put before the names of failing fields.
    let prefix: String

    func token(for details: MethodDetails) throws -> MethodToken {
        guard context.definition.has(plugin: details.type, of: Payments.name), let provider = PaymentProviders.named(details.type) else {
            throw Rejection.invalid([prefix + "type": ["is not offered here"]])
        }
        var check = MethodCheck(prefix: prefix)
        let token = provider.tokenise(details, at: context.now, phonePrefix: context.definition.phonePrefix, &check)
        try check.check()
        guard let token else { throw Rejection.invalid([prefix + "type": ["cannot be used"]]) }
        return token
    }
}
