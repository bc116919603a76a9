import ServiceKit

extension StripeSettings {
    static let reference: [SettingDescription] = [
        .init("stripe.secretKey", "Name of the secret with the API key", "name of a secret", usual: nil),
        .init("stripe.webhookSecret", "Name of the secret that signs Stripe's events", "name of a secret", usual: nil),
        .init("stripe.returnURL", "Where customers come back to from their bank", "https address", usual: nil),
        .init("stripe.endpoint", "Another address than Stripe's, for tests", "https address without a path", usual: standardEndpoint),
        .init("stripe.timeoutSeconds", "For one call, from the first byte to the answer", "1 to 60", unit: "seconds", usual: "20"),
    ]
}
