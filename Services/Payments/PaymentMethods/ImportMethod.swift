import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Seeding. A method that is here stays as it is.
extension ImportPaymentMethod: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let id = MethodID(methodId)
        guard tx.definition.has(plugin: methodType, of: .payments) else {
            throw Rejection.invalid(["methodType": ["is not offered here"]])
        }
        guard try tx.methods.find(id, of: userId) == nil else { return NoContent() }
        let token = MethodToken(type: methodType, reference: reference, last4: last4, brand: brand, expMonth: expMonth, expYear: expYear)
        let isFirst = try tx.methods.count(of: userId) == 0
        try tx.methods.insert(PaymentMethod(id: id, userId: userId, token: token, isDefault: isFirst, createdAt: tx.now))
        return NoContent()
    }
}
