import Kernel
import PaymentsAccountLedger
import PaymentsKit
import PaymentsShopCash
import ServiceKit

/// A sandbox that behaves like a real payment provider, including badly.
public enum Payments: PlatformService {
    public static let name: ServiceName = "payments-stub"
    public static let contents = ServiceContents(features: [
        .people, .intents, .captures, .providerCalls, .stripe, .refunds, .paymentMethods, .wallets, .shopCash, .guestPayments,
        .webhooks, .accountLedger, .cashOnDelivery,
    ], extensions: EventListeners([WebhookListener()]))

    /// The request header that asks the sandbox to inject a fault.
    static let sandboxHeader = "x-sandbox-payment"
    /// Stands for everybody who erased the account.
    static let erasedUser: User.ID = "erased"
}
