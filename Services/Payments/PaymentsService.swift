import Kernel
import PaymentsAccountLedger
import PaymentsCaptures
import PaymentsCashOnDelivery
import PaymentsGuestPayments
import PaymentsIntents
import PaymentsKit
import PaymentsMethods
import PaymentsProviderCalls
import PaymentsProviders
import PaymentsRefunds
import PaymentsShopCash
import PaymentsStripe
import PaymentsWallets
import PaymentsWebhooks
import ServiceKit

/// A sandbox that behaves like a real payment provider, including badly.
public enum Payments: PlatformService, PaymentProviderList {
    public static let name = ServiceName.payments
    /// A new provider is a folder of its own, and its name here.
    package static let providers = PaymentProviders([
        CardProvider(),
        MobileMoneyProvider(name: "mtn_momo", network: "MTN MoMo", menu: "*165#"),
        MobileMoneyProvider(name: "airtel_money", network: "Airtel Money", menu: "*185#"),
        CashProvider(),
        PhoneWalletProvider(name: "apple_pay", ownTokens: ["tok_apple_ok": "succeeds", "tok_apple_declined": "card_declined"]),
        PhoneWalletProvider(name: "google_pay"),
        StripeProvider(),
    ])
    public static let contents = ServiceContents(features: [
        .intents(Payments.self), .captures, .providerCalls(Payments.self), .stripe, .refunds, .paymentMethods, .wallets(Payments.self),
        .shopCash, .guestPayments(Payments.self), .webhooks, .accountLedger, .cashOnDelivery,
    ], extensions: PaymentsParts(providers: providers, listeners: [WebhookListener()]))
}

extension Payments: DescribesSettings {
    public static let settingsReference = Dictionary(uniqueKeysWithValues: providers.all.map { provider in
        (provider.name, PaymentSettings.reference + provider.settingsReference)
    } + [(AccountLedger.plugin, LedgerSettings.reference)])
}
