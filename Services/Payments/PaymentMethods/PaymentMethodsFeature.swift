import Contracts
import ServiceKit

extension Feature {
    /// Methods that people keep for the next payment.
    static let paymentMethods = Feature(
        "payment-methods",
        commands: [KeepPaymentMethod.self, RemovePaymentMethod.self, ChooseDefaultMethod.self, ImportPaymentMethod.self],
        texts: [PaymentMethodTexts.all])
}
