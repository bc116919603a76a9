import Contracts
import ServiceKit

extension Feature {
    /// Methods that people keep for the next payment.
    package static let paymentMethods = Feature(
        "payment-methods",
        commands: [KeepPaymentMethod.self, RemovePaymentMethod.self, ChooseDefaultMethod.self, ImportPaymentMethod.self],
        reactions: [OnUserErased.self],
        texts: [PaymentMethodTexts.all])
}
