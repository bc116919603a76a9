import Contracts
import Kernel
import Messaging
import PaymentsKit
import ServiceKit

/// Somebody keeps a method for later. The first one is the default.
public struct KeepPaymentMethod: Command {
    public static let type: MessageType = "payments.keep-method.v1"
    public let token: MethodToken
    public init(token: MethodToken) { self.token = token }

    public func handle(in tx: PaymentsTransaction) throws -> Created<PaymentMethodAnswer> {
        let user = try tx.user().userID
        let kept = try tx.methods.count(of: user)
        guard kept < PaymentMethod.perUserMax else {
            throw Rejection.conflict("too-many-payment-methods", "You keep \(kept) payment methods. Remove one first.")
        }
        let method = PaymentMethod(id: tx.newID(), userId: user, token: token, isDefault: kept == 0, createdAt: tx.now)
        try tx.methods.insert(method)
        return Created(PaymentMethodAnswer(method), at: "/payment-methods/\(method.id)")
    }
}

/// A method is forgotten. The newest other one becomes the default in its place.
public struct RemovePaymentMethod: Command {
    public static let type: MessageType = "payments.remove-method.v1"
    public let methodId: MethodID
    public init(methodId: MethodID) { self.methodId = methodId }

    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let user = try tx.user().userID
        guard let method = try tx.methods.find(methodId, of: user) else { throw Rejection.notFound }
        try tx.methods.delete(methodId, of: user)
        if method.isDefault, let next = try tx.methods.page(of: user, limit: 1, offset: 0).first {
            try tx.methods.setDefault(next.id, of: user)
        }
        return NoContent()
    }
}

/// A kept method is offered first from now on.
public struct ChooseDefaultMethod: Command {
    public static let type: MessageType = "payments.choose-default-method.v1"
    public let methodId: MethodID
    public init(methodId: MethodID) { self.methodId = methodId }

    public func handle(in tx: PaymentsTransaction) throws -> PaymentMethodAnswer {
        let user = try tx.user().userID
        guard var method = try tx.methods.find(methodId, of: user) else { throw Rejection.notFound }
        try tx.methods.setDefault(methodId, of: user)
        method.isDefault = true
        return PaymentMethodAnswer(method)
    }
}
